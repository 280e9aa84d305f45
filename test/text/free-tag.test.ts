import { describe, expect, it } from "vitest";
import { findFreeTag } from "../../src/text/free-tag.js";

describe("A tag around content", () => {
  it("is one that no text contains, opening, closing or as the beginning of another [MEDIA-5]", () => {
    expect(findFreeTag("page", [])).toBe("page");
    expect(findFreeTag("page", ["page", "< page>", "-1"])).toBe("page");
    expect(findFreeTag("page", ["", "</page>"])).toBe("page-1");
    expect(findFreeTag("page", ["<page-2>", "<pages>"])).toBe("page-1");
    expect(findFreeTag("page", ["<page-1>", "</page-2x"])).toBe("page-3");
    expect(findFreeTag("page", ["<page-345>", "<page-19"])).toBe("page-2");
    expect(findFreeTag("page", ["<page-1", "<page-02", "<page-31", `<page-2${"9".repeat(400)}`])).toBe(
      "page-4",
    );
  });

  it("is found in one pass, however many of them a text contains [MEDIA-5, PDF-5]", () => {
    const count = 200_000;
    const tags = Array.from({ length: count }, (_, index) => `<page-${count - index}>`).join("");
    expect(findFreeTag("page", [tags])).toBe(`page-${count + 1}`);
  });
});
