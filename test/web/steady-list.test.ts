import { describe, expect, it } from "vitest";
import { arrangeList } from "../../web/src/views/questions/steady-list.js";

const there = (...keys: readonly string[]) => keys.map((key) => ({ key, isGone: false }));

describe("the list of questions", () => {
  it("is what waits while nobody uses it [WEB-30]", () => {
    expect(arrangeList(there("a", "b"), ["c", "b"], { isInUse: false })).toEqual({
      rows: there("c", "b"),
      held: 0,
    });
  });

  it("does not move while it is used: what comes is held back, what goes leaves its place [WEB-30]", () => {
    const used = arrangeList(there("a", "b"), ["d", "c", "b"], { isInUse: true });
    expect(used).toEqual({
      rows: [
        { key: "a", isGone: true },
        { key: "b", isGone: false },
      ],
      held: 2,
    });
    expect(arrangeList(used.rows, ["d", "c", "b"], { isInUse: false })).toEqual({
      rows: there("d", "c", "b"),
      held: 0,
    });
  });

  it("holds nothing back when there is nothing in it to be touched [WEB-30]", () => {
    const gone = [{ key: "a", isGone: true }];
    expect(arrangeList([], ["a"], { isInUse: true })).toEqual({ rows: there("a"), held: 0 });
    expect(arrangeList(gone, ["b"], { isInUse: true })).toEqual({ rows: there("b"), held: 0 });
  });
});
