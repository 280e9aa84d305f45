/** Which pages of a PDF a call gets, and what it is told when it can't have them. */
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../../support/answers.js";
import { numberedPages } from "../../../support/pdfs.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { createSessions, outputOf, read } from "./shown.js";

const session = createSessions();

/** The numbers of the pages that an answer has. */
function numbersOf(result: Awaited<ReturnType<typeof read>>): number[] {
  return outputOf(result, "parts").pages.map((page) => page.number);
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

describe("The pages of a Read", () => {
  it.each<[string, number[]]>([
    ["3", [3]],
    ["1-5", range(1, 5)],
    ["10-20", range(10, 20)],
    ["5-5", [5]],
    ["1-20", range(1, 20)],
    ["86-105", range(86, 105)],
    [" 2 - 3 ", [2, 3]],
    ["007", [7]],
  ])("takes %j [MEDIA-4]", async (pages, numbers) => {
    const files = tempWorkspace({ "long.pdf": numberedPages(105) });
    const result = await read(session(), files.path("long.pdf"), { pages });
    expect(numbersOf(result)).toEqual(numbers);
    for (const number of numbers) expect(textOf(result)).toContain(`This is page ${number}\n`);
  });

  it.each([
    "0",
    "0-3",
    "5-3",
    "-3",
    "3-",
    "-",
    "1,3",
    "1-2-3",
    "a",
    "1-b",
    "1.5",
    "1e3",
    "all",
    "１",
    "9".repeat(10),
    `1-${"9".repeat(30)}`,
    "x".repeat(500),
  ])("refuses %j, which is no range, before any file is looked at [MEDIA-4]", async (pages) => {
    const files = tempWorkspace();
    const error = errorOf(await read(session(), files.path("missing.pdf"), { pages }));
    expect(error.code).toBe("INPUT_INVALID");
    expect(error.message).toMatch(
      /^Read: pages must be a page or a range of pages, such as "3" or "1-5", not "/,
    );
    expect(error.message.length).toBeLessThan(300);
  });

  it("treats an empty one as none [MEDIA-4]", async () => {
    const files = tempWorkspace({ "a.pdf": numberedPages(2) });
    for (const pages of ["", "  ", null]) {
      expect(numbersOf(await read(session(), files.path("a.pdf"), { pages }))).toEqual([1, 2]);
    }
  });

  it.each<[string, number, string]>([
    ["1-21", 21, "1-20"],
    ["7-999999999", 999_999_993, "7-26"],
  ])("refuses %j, which is more than 20, with 20 that work [MEDIA-4]", async (pages, count, fitting) => {
    const files = tempWorkspace({ "long.pdf": numberedPages(105) });
    const toolkit = session();
    const error = errorOf(await read(toolkit, files.path("long.pdf"), { pages }));
    expect(error.code).toBe("INPUT_INVALID");
    expect(error.message).toBe(
      `Read: pages covers ${count} pages; at most 20 can be read in one call. Begin with "${fitting}".`,
    );
    expect(numbersOf(await read(toolkit, files.path("long.pdf"), { pages: fitting }))).toHaveLength(20);
  });

  it("shows 1 and 10 pages unasked; from 11 on it asks which, and its example works [MEDIA-4]", async () => {
    const toolkit = session();
    for (const count of [1, 10]) {
      const files = tempWorkspace({ "a.pdf": numberedPages(count) });
      expect(numbersOf(await read(toolkit, files.path("a.pdf")))).toEqual(range(1, count));
    }
    for (const count of [11, 105]) {
      const files = tempWorkspace({ "a.pdf": numberedPages(count) });
      const error = errorOf(await read(toolkit, files.path("a.pdf")));
      expect(error).toMatchObject({ code: "PAGES_REQUIRED", data: { pageCount: count } });
      expect(error.message).toBe(
        `${files.path("a.pdf")} has ${count} pages; give pages to read some of them, at most 20 in one call, for example pages "1-10".`,
      );
      expect(numbersOf(await toolkit.call("Read", error.data["nextCall"]))).toEqual(range(1, 10));
    }
  });

  it.each<[number, string, string, number[]]>([
    [1, "2", '1 page, so there is no page 2. Ask for pages "1".', [1]],
    [3, "2-7", '3 pages, so there is no page 7. Ask for pages "2-3".', [2, 3]],
    [3, "9", '3 pages, so there is no page 9. Ask for pages "3".', [3]],
    [11, "11-12", '11 pages, so there is no page 12. Ask for pages "11".', [11]],
    [105, "100-119", '105 pages, so there is no page 119. Ask for pages "100-105".', range(100, 105)],
    [105, "999999999", '105 pages, so there is no page 999999999. Ask for pages "105".', [105]],
  ])("of %i pages, refuses %j with pages that exist [MEDIA-4]", async (count, pages, rest, numbers) => {
    const files = tempWorkspace({ "a.pdf": numberedPages(count) });
    const toolkit = session();
    const error = errorOf(await read(toolkit, files.path("a.pdf"), { pages }));
    expect(error).toMatchObject({ code: "PAGE_OUT_OF_RANGE", data: { pageCount: count } });
    expect(error.message).toBe(`${files.path("a.pdf")} has ${rest}`);
    expect(numbersOf(await toolkit.call("Read", error.data["nextCall"]))).toEqual(numbers);
  });

  it("leads from the first page to the last by its own advice [MEDIA-4]", async () => {
    const files = tempWorkspace({ "a.pdf": numberedPages(45) });
    const toolkit = session();
    const seen: number[] = [];
    for (let pages: string | undefined = "1-20"; pages !== undefined; ) {
      const result = await read(toolkit, files.path("a.pdf"), { pages });
      seen.push(...numbersOf(result));
      pages = /Read on with pages "([\d-]+)"\.]/.exec(textOf(result))?.[1];
    }
    expect(seen).toEqual(range(1, 45));
  });
});
