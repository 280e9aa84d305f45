import { describe, expect, it } from "vitest";
import { findFreeSuffix } from "../../src/text/free-tag.js";

describe("A tag around content", () => {
  it("is one that no text contains, opening, closing or as the beginning of another [MEDIA-5]", () => {
    expect(findFreeSuffix(["page"], [])).toBe("");
    expect(findFreeSuffix(["page"], ["page", "< page>", "-1"])).toBe("");
    expect(findFreeSuffix(["page"], ["", "</page>"])).toBe("-1");
    expect(findFreeSuffix(["page"], ["<PAGE"])).toBe("-1");
    expect(findFreeSuffix(["cell", "output"], ["<cell>", "</output-1>"])).toBe("-2");
    expect(findFreeSuffix(["page"], ["<page-2>", "<pages>"])).toBe("-1");
    expect(findFreeSuffix(["page"], ["<page-1>", "</page-2x"])).toBe("-3");
    expect(findFreeSuffix(["page"], ["<page-345>", "<page-19"])).toBe("-2");
    expect(findFreeSuffix(["page"], ["<page-1", "<page-02", "<page-31", `<page-2${"9".repeat(400)}`])).toBe(
      "-4",
    );
  });

  it("is found in one pass, however many of them a text contains [MEDIA-5, PDF-5]", () => {
    const count = 200_000;
    const tags = Array.from({ length: count }, (_, index) => `<page-${count - index}>`).join("");
    expect(findFreeSuffix(["page"], [tags])).toBe(`-${count + 1}`);
  });
});
