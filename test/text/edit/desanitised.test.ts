import { describe, expect, it } from "vitest";
import { planEdit } from "../../../src/text/edit/plan-edit.js";
import { edit, requestOf } from "../../support/edits.js";

describe("the tier of shortened tokens", () => {
  it.each([
    ["<fnr>", "<function_results>"],
    ["<n>", "<name>"],
    ["</n>", "</name>"],
    ["<o>", "<output>"],
    ["</o>", "</output>"],
    ["<e>", "<error>"],
    ["</e>", "</error>"],
    ["<s>", "<system>"],
    ["</s>", "</system>"],
    ["<r>", "<result>"],
    ["</r>", "</result>"],
    ["< META_START >", "META_START"],
    ["\n\nH:", "\n\nHuman:"],
    ["\n\nA:", "\n\nAssistant:"],
  ])("finds %j as %j and writes it so [EDIT-7]", (short, long) => {
    const [tier, text] = edit(`x${long} a`, `${short} a`, `${short} b`);
    expect([tier, text]).toEqual(["desanitized", `x${long} b`]);
    expect(edit(`x${long} a`, `${short} a`, `b${short}`)[1]).toBe(`xb${long}`);
  });

  it("finds tokens across CRLF [EDIT-7, EDIT-10]", () => {
    expect(edit("x\r\n\r\nHuman: a\r\n", "\n\nH: a", "\n\nH: b\n")).toEqual([
      "desanitized",
      "x\r\n\r\nHuman: b\r\n\r\n",
    ]);
  });

  it("leaves short tokens alone that the file has [EDIT-7, EDIT-2]", () => {
    expect(edit("<n>a</n>", "<n>a</n>", "<n>b</n><o>")).toEqual(["exact", "<n>b</n><o>"]);
  });

  it("does not mix short and long forms [EDIT-7]", () => {
    expect(planEdit("<name>a</n>", requestOf("<n>a</n>", "x"))).toEqual({ kind: "not-found" });
  });
});
