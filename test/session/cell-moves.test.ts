import { describe, expect, it } from "vitest";
import type { RealPath } from "../../src/fs/paths.js";
import { CellMoves } from "../../src/session/cell-moves.js";

const path = "/w/a.ipynb" as RealPath;

describe("Cells that have moved", () => {
  it("are others to calls that were issued before, from the first moved one on [NB-10]", () => {
    const moves = new CellMoves();
    moves.record(path, 2, 3);
    expect([1, 2, 5].map((index) => moves.hasMoved(path, index, 2))).toEqual([false, true, true]);
    expect(moves.hasMoved(path, 2, 3)).toBe(true);
    expect(moves.hasMoved(path, 2, 4)).toBe(false);
    expect(moves.hasMoved("/w/b.ipynb" as RealPath, 2, 2)).toBe(false);
  });

  it("add up over the calls of one turn, and are forgotten with the next [NB-10]", () => {
    const moves = new CellMoves();
    moves.record(path, 2, 3);
    moves.record(path, 5, 3);
    expect(moves.hasMoved(path, 3, 3)).toBe(true);
    moves.record(path, 7, 4);
    expect(moves.hasMoved(path, 3, 4)).toBe(false);
    expect(moves.hasMoved(path, 7, 4)).toBe(true);
  });

  it("stay so for a call that is still under way when later ones have moved others [NB-10]", () => {
    const moves = new CellMoves();
    moves.record(path, 2, 2);
    moves.record(path, 7, 3);
    expect(moves.hasMoved(path, 3, 2)).toBe(true);
    expect(moves.hasMoved(path, 1, 2)).toBe(false);
  });

  it("are known to calls that were issued behind the move, whatever the turn does later [NB-10]", () => {
    const moves = new CellMoves();
    moves.record(path, 2, 2);
    moves.record(path, 7, 4);
    expect(moves.hasMoved(path, 3, 4)).toBe(false);
    expect(moves.hasMoved(path, 7, 4)).toBe(true);
  });
});
