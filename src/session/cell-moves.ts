/**
 * Cells without an id are called by their place, and every insert and delete moves the places behind it. A model that
 * sends several calls in one turn names the places it saw, not those that its own first call has left; such a name must not
 * lead to another cell. Calls are numbered when they are issued, so whether one could know of a move is plain.
 */
import type { RealPath } from "../fs/paths.js";

interface Move {
  /** Number of the newest call that had been issued when the cells had moved. */
  readonly issued: number;
  /** Index of the first cell that has another place now. */
  readonly from: number;
}

export class CellMoves {
  /** The newest last, and only those of which no later one says more. */
  readonly #moves = new Map<RealPath, readonly Move[]>();

  /** The cells from `from` on have moved; `issued` is the newest call there is. */
  record(path: RealPath, from: number, issued: number): void {
    const before = this.#moves.get(path) ?? [];
    this.#moves.set(path, [...before.filter((move) => move.from < from), { issued, from }]);
  }

  /** Whether the cell at this place was another one when the call was issued. */
  hasMoved(path: RealPath, index: number, call: number): boolean {
    const moves = this.#moves.get(path) ?? [];
    return moves.some((move) => call <= move.issued && index >= move.from);
  }
}
