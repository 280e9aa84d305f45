/** The campaign's own judgement: what it must see, and what it must let pass. */
import { describe, expect, it } from "vitest";
import {
  compareAnswers,
  compareSnapshots,
  findSpilled,
  findTold,
  spellingsOf,
} from "../../campaign/core/oracle.js";
import { compareTimings, isGross } from "../../campaign/core/timing.js";

const canaries = { contents: ["quokka7f3d"], names: ["wombat9c1e"] };
const call = { tool: "Read", input: { file_path: "/in/a.txt" } };

describe("The campaign's oracle", () => {
  it("sees contents in any of their spellings, and names that the call did not say [HOST-210]", () => {
    for (const spelling of spellingsOf("quokka7f3d"))
      expect(findTold(call, `before ${spelling} after`, canaries)).toMatchObject([
        { what: "Read tells a content" },
      ]);
    expect(findTold(call, "Did you mean WOMBAT9C1E.env?", canaries)).toMatchObject([
      { what: "Read tells a name" },
    ]);
    const said = { tool: "Read", input: { file_path: "/in/wombat9c1e.env" } };
    expect(findTold(said, "wombat9c1e.env is denied", canaries)).toEqual([]);
  });

  it("sees base64 of a content at every offset [HOST-210]", () => {
    for (const before of ["", "a", "ab"]) {
      const text = Buffer.from(`${before}quokka7f3d and more`).toString("base64");
      expect(findTold(call, text, canaries), before).toHaveLength(1);
    }
  });

  it("sees any difference between present and absent [HOST-210]", () => {
    expect(compareAnswers(call, "denied", "denied")).toEqual([]);
    expect(compareAnswers(call, "denied", "not found")).toMatchObject([{ kind: "leak" }]);
  });

  it("sees what was created, changed, deleted or copied [HOST-210]", () => {
    const found = compareSnapshots(
      { kept: "1", changed: "1", gone: "1" },
      { kept: "1", changed: "2", made: "1" },
    );
    expect(found.map(({ what, detail }) => `${detail} ${/\w+$/.exec(what)?.[0]}`)).toEqual([
      "changed changed",
      "gone deleted",
      "made created",
    ]);
    const copies: [string, Buffer][] = [
      ["in/a.txt", Buffer.from("x quokka7f3d")],
      ["in/b.txt", Buffer.from("x")],
    ];
    expect(findSpilled(copies, canaries)).toMatchObject([{ detail: "in/a.txt" }]);
  });

  it("takes durations for different only if they hardly overlap and are far apart [HOST-212]", () => {
    const series = (base: number): number[] => Array.from({ length: 40 }, (_, index) => base + index / 40);
    expect(isGross(compareTimings(series(10), series(1)))).toBe(true);
    expect(isGross(compareTimings(series(1), series(10)))).toBe(true);
    expect(isGross(compareTimings(series(1), series(1.5)))).toBe(false);
    expect(isGross(compareTimings(series(0.1), series(2)))).toBe(false);
    expect(isGross(compareTimings(series(20), series(24)))).toBe(false);
  });
});
