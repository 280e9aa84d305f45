import { describe, expect, it } from "vitest";
import { ContentVersion } from "../../src/content/content-version.js";
import { ToolError } from "../../src/errors/tool-error.js";
import type { RealPath } from "../../src/fs/paths.js";
import {
  assessFreshness,
  type Freshness,
  type NeededLines,
  type RefusalContext,
  refuseUnlessFresh,
} from "../../src/session/freshness.js";
import type { LedgerEntry } from "../../src/session/ledger.js";
import { type LineRanges, lineRange } from "../../src/text/line-ranges.js";

const versionOf = (text: string): ContentVersion => ContentVersion.ofBytes(Buffer.from(text));

function entryOf(shown: LineRanges, totalLines: number | undefined): LedgerEntry {
  return {
    path: "/w/a.txt" as RealPath,
    version: versionOf("known"),
    totalLines,
    shown,
    cut: [],
    origin: "read",
    views: [],
  };
}

const gaps = [
  { from: 1, to: 3 },
  { from: 7, to: 10 },
];

describe("freshness", () => {
  it.each<[string, LedgerEntry | undefined, string, NeededLines, Freshness]>([
    ["a file never read", undefined, "known", "whole", { state: "unread" }],
    ["a file never read of which nothing is needed", undefined, "known", [], { state: "unread" }],
    ["the whole file read", entryOf(lineRange(1, 10), 10), "known", "whole", { state: "fresh" }],
    ["an empty file read", entryOf([], 0), "known", "whole", { state: "fresh" }],
    ["other content of equal size", entryOf(lineRange(1, 10), 10), "other", "whole", { state: "stale" }],
    ["other content of another size", entryOf(lineRange(1, 10), 10), "longer", "whole", { state: "stale" }],
    ["other content, nothing needed", entryOf(lineRange(1, 10), 10), "other", [], { state: "stale" }],
    [
      "a file read in part",
      entryOf(gaps, 10),
      "known",
      "whole",
      { state: "partial", missing: lineRange(4, 6), totalLines: 10 },
    ],
    ["the needed lines read", entryOf(gaps, 10), "known", lineRange(8, 9), { state: "fresh" }],
    [
      "some needed lines read",
      entryOf(gaps, 10),
      "known",
      lineRange(3, 5),
      { state: "partial", missing: lineRange(4, 5), totalLines: 10 },
    ],
    [
      "the needed lines of a file not counted",
      entryOf(gaps, undefined),
      "known",
      lineRange(1, 2),
      { state: "fresh" },
    ],
  ])("of %s is judged by content and lines [LEDGER-4]", (_, entry, current, needed, expected) => {
    expect(assessFreshness(entry, versionOf(current), needed)).toEqual(expected);
  });

  it("is never whole for a file that has not been counted to its end [LEDGER-4]", () => {
    const entry = entryOf(lineRange(1, 2000), undefined);
    expect(assessFreshness(entry, versionOf("known"), "whole")).toMatchObject({ state: "partial" });
  });
});

const filePath = "/w/a.txt";
const write: RefusalContext = { filePath, verb: "write", moment: "check" };
const edit: RefusalContext = { filePath, verb: "edit", moment: "check" };

function refusalOf(freshness: Freshness, context: RefusalContext): object {
  try {
    refuseUnlessFresh(freshness, context);
  } catch (cause) {
    if (cause instanceof ToolError) return { code: cause.code, message: cause.message, data: cause.data };
    throw cause;
  }
  throw new Error("expected a refusal");
}

describe("the refusal", () => {
  it("is none for what is fresh [LEDGER-4]", () => {
    expect(() => refuseUnlessFresh({ state: "fresh" }, write)).not.toThrow();
  });

  it.each<[string, RefusalContext, Freshness, string, number, string]>([
    [
      "a write to an unread file",
      write,
      { state: "unread" },
      "FILE_NOT_READ",
      2,
      "File has not been read yet. Read it first before writing to it.",
    ],
    [
      "an edit of an unread file",
      edit,
      { state: "unread" },
      "FILE_NOT_READ",
      2,
      "File has not been read yet. Read it first before editing it.",
    ],
    [
      "a write to a changed file",
      write,
      { state: "stale" },
      "FILE_CHANGED_SINCE_READ",
      3,
      "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.",
    ],
    [
      "an edit of a changed file",
      edit,
      { state: "stale" },
      "FILE_CHANGED_SINCE_READ",
      3,
      "File has been modified since read, either by the user or by a linter. Read it again before attempting to write it.",
    ],
    [
      "a file that changed before the commit",
      { ...edit, moment: "commit" },
      { state: "stale" },
      "FILE_CHANGED_SINCE_READ",
      3,
      "File has been unexpectedly modified. Read it again before attempting to edit it.",
    ],
  ])(
    "of %s has its exact sentence, code and number [LEDGER-4]",
    (_, context, state, code, errorCode, message) => {
      expect(refusalOf(state, context)).toEqual({ code, message, data: { filePath, errorCode } });
    },
  );

  it.each<[string, RefusalContext, LineRanges, number | undefined, string, number, number]>([
    ["one gap", write, lineRange(4, 6), 10, "lines 4-6; the file has 10 lines", 4, 3],
    ["one line", edit, lineRange(7, 7), 10, "line 7; the file has 10 lines", 7, 1],
    [
      "two gaps, of the lines between them too",
      edit,
      gaps,
      12,
      "lines 1-3 and 7-10; the file has 12 lines",
      1,
      10,
    ],
    [
      "more than 2,000 lines",
      write,
      lineRange(2001, 4072),
      4072,
      "lines 2001-4072; the file has 4072 lines",
      2001,
      2072,
    ],
    ["lines of a file not counted", edit, lineRange(5, 6), undefined, "lines 5-6", 5, 2],
  ])("for %s names the missing lines and the exact next call [LEDGER-5]", (...row) => {
    const [, context, missing, totalLines, words, offset, limit] = row;
    const sentence =
      context.verb === "write"
        ? "File has not been read yet. Read it first before writing to it."
        : "File has not been read yet. Read it first before editing it.";
    const nextCall = { file_path: filePath, offset, limit };
    expect(refusalOf({ state: "partial", missing, totalLines }, context)).toEqual({
      code: "FILE_PARTIALLY_READ",
      message: `${sentence}\nNot shown yet: ${words}. Next call: Read {"file_path":"/w/a.txt","offset":${offset},"limit":${limit}}`,
      data: { filePath, missing, nextCall, errorCode: 2 },
    });
  });

  it("does not invent a last line for a file that has not been counted [LEDGER-5]", () => {
    const entry = entryOf(lineRange(1, 2000), undefined);
    const refusal = refusalOf(assessFreshness(entry, versionOf("known"), "whole"), write);
    expect(refusal).toMatchObject({ message: expect.not.stringContaining("9007199254740991") });
  });
});
