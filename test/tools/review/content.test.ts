/** What the file holds after a person has allowed a change with content of their own. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { reviewedWorkspace } from "../../support/reviewers.js";

describe("Content that a person sends with the permission", () => {
  it("is what a new file holds [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({});
    person.review = ({ after }) => `${after}mine, without an end`;
    const { output } = await toolkit.call("Write", { file_path: files.path("in/a.txt"), content: "yours\n" });
    expect(files.read("in/a.txt")).toBe("yours\nmine, without an end");
    expect(output).toEqual({
      type: "create",
      filePath: files.path("in/a.txt"),
      content: "yours\nmine, without an end",
      structuredPatch: [
        {
          oldStart: 0,
          oldLines: 0,
          newStart: 1,
          newLines: 2,
          lines: ["+yours", "+mine, without an end", "\\ No newline at end of file"],
        },
      ],
      originalFile: null,
      userModified: true,
      reviewedPatch: [
        {
          oldStart: 1,
          oldLines: 1,
          newStart: 1,
          newLines: 2,
          lines: [" yours", "+mine, without an end", "\\ No newline at end of file"],
        },
      ],
      change: expect.any(String),
    });
  });

  it("is what an edited file holds, while the output keeps what was asked [PERM-61, PERM-62]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\ntwo\nthree\n" });
    person.review = ({ after }) => after?.replace("2", () => "II");
    const input = { file_path: files.path("a.txt"), old_string: "two", new_string: "2" };
    const { output } = await toolkit.call("Edit", input);
    expect(files.read("a.txt")).toBe("one\nII\nthree\n");
    expect(output).toEqual({
      filePath: files.path("a.txt"),
      oldString: "two",
      newString: "2",
      originalFile: "one\ntwo\nthree\n",
      structuredPatch: [
        { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-two", "+II", " three"] },
      ],
      replaceAll: false,
      userModified: true,
      reviewedPatch: [
        { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-2", "+II", " three"] },
      ],
      matchTier: "exact",
      replacements: 1,
      change: expect.any(String),
    });
  });

  it("is undone like any other change [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\n" });
    person.review = () => "mine\n";
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "yours\n" });
    expect(files.read("a.txt")).toBe("mine\n");
    await toolkit.history.undo();
    expect(files.read("a.txt")).toBe("one\n");
  });

  const utf16le = (text: string): Buffer => Buffer.from(text, "utf16le");
  it.each<[string, (text: string) => Buffer, string]>([
    ["UTF-8", (text) => Buffer.from(text), "grün, schön →\n"],
    ["UTF-8 with a mark", (text) => Buffer.from(`\ufeff${text}`), "grün, schön →\n"],
    ["UTF-16LE", (text) => utf16le(`\ufeff${text}`), "grün, schön →\n"],
    ["UTF-16BE", (text) => utf16le(`\ufeff${text}`).swap16(), "grün, schön →\n"],
    ["Latin-1", (text) => Buffer.from(text, "latin1"), "grün, schön, weiß\n"],
  ])("is written in the encoding and behind the mark of a file in %s [PERM-61]", async (_, encode, text) => {
    const { files, toolkit, person } = await reviewedWorkspace({
      "a.txt": encode(text),
      "b.txt": encode(text),
    });
    // A mark that comes with the content is the file's own, not a second one.
    const mark = encode("").length > 0 ? "\ufeff" : "";
    person.review = ({ before, after }) => `${mark}${before}ü 2\n${after}`;
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "schön ü 1\n" });
    expect(files.bytes("a.txt").equals(encode(`${text}ü 2\nschön ü 1\n`))).toBe(true);
    await toolkit.call("Edit", { file_path: files.path("b.txt"), old_string: "schön", new_string: "blöd" });
    const edited = text.split("schön").join("blöd");
    expect(files.bytes("b.txt").equals(encode(`${text}ü 2\n${edited}`))).toBe(true);
  });

  it("leaves the bytes around an edit alone, also those that are no text [PERM-61]", async () => {
    const half = Buffer.from([0x41]);
    const { files, toolkit, person } = await reviewedWorkspace({
      "a.txt": Buffer.concat([utf16le("\ufeffone\nend\n"), half]),
    });
    person.review = ({ after }) => after?.replace("two", () => "three");
    await toolkit.call("Edit", { file_path: files.path("a.txt"), old_string: "one", new_string: "two" });
    const expected = Buffer.concat([utf16le("\ufeffthree\nend\n"), half]);
    expect(files.bytes("a.txt").equals(expected)).toBe(true);
  });

  it.each([
    ["Write", { content: "rot\n" }],
    ["Edit", { old_string: "weiß", new_string: "rot" }],
  ] as const)("that %s can't encode is refused, and nothing is changed [PERM-61]", async (tool, input) => {
    const { files, toolkit, person } = await reviewedWorkspace({
      "a.txt": Buffer.from("grün, schön, weiß\n", "latin1"),
    });
    const stamp = files.stamp("a.txt");
    person.review = () => "grün → rot\n";
    const { code, message, data } = errorOf(
      await toolkit.call(tool, { file_path: files.path("a.txt"), ...input }),
    );
    expect([code, data]).toEqual([
      "NOT_ENCODABLE",
      { filePath: files.path("a.txt"), encoding: "Latin-1", doubt: "guessed", characters: ["→"] },
    ]);
    expect(message).toMatch(
      /^The user allowed this change with other content, which can't be written\. Nothing was changed\. .*\n.*"→" \(U\+2192\)/,
    );
    expect(files.stamp("a.txt")).toEqual(stamp);
    expect(await toolkit.history.list()).toEqual([]);
  });

  it("may look like a mistake of a model's [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "a();\nb();\n" });
    person.review = () => "     1→a();\n// ... rest of the file unchanged\n";
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "c();\n" });
    expect(files.read("a.txt")).toBe("     1→a();\n// ... rest of the file unchanged\n");
  });

  it("is for the file that the person saw: another by then is left alone [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\n" });
    person.review = () => "mine\n";
    person.meanwhile = () => files.write("a.txt", "theirs\n");
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "yours\n" });
    expect(errorOf(result).code).toBe("FILE_CHANGED_SINCE_READ");
    expect(files.read("a.txt")).toBe("theirs\n");
  });

  it("is asked for anew where the change can be carried over to another file [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace(
      { "a.txt": "one\n2\n3\n4\n5\n" },
      { staleEdits: "rebase" },
    );
    const shown: (string | null)[] = [];
    person.review = ({ after }) => {
      shown.push(after);
      return after?.replace("yours", () => "mine");
    };
    person.meanwhile = () => {
      person.meanwhile = undefined;
      files.write("a.txt", "one\n2\n3\n4\nfive\n");
    };
    await toolkit.call("Edit", { file_path: files.path("a.txt"), old_string: "one", new_string: "yours" });
    expect(shown).toEqual(["yours\n2\n3\n4\n5\n", "yours\n2\n3\n4\nfive\n"]);
    expect(files.read("a.txt")).toBe("mine\n2\n3\n4\nfive\n");
  });

  it("does not make a file where another one has appeared [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({});
    person.review = () => "mine\n";
    person.meanwhile = () => files.write("a.txt", "theirs\n");
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "yours\n" });
    expect(errorOf(result).code).toBe("FILE_NOT_READ");
    expect(files.read("a.txt")).toBe("theirs\n");
  });
});

describe("Line endings of such content", () => {
  it.each([
    ["LF for a CRLF file are made its own", "a\r\nb\r\n", "a\r\nc\r\n", "x\ny\n", "x\r\ny\r\n"],
    ["CRLF for an LF file are made its own", "a\nb\n", "a\nc\n", "x\r\ny\r\n", "x\ny\n"],
    ["LF are the proposal's where the file has no line break", "a", "a\r\nc\r\n", "x\ny\n", "x\r\ny\r\n"],
    ["LF are the file's where the proposal has no line break", "a\r\nb\r\n", "a", "x\ny", "x\r\ny"],
    ["both kinds are as sent", "a\r\nb\r\n", "a\r\nc\r\n", "x\ny\r\n", "x\ny\r\n"],
    ["LF are as sent where the proposal has them too", "a\r\nb\r\n", "a\nc\n", "x\ny\n", "x\ny\n"],
    ["CRLF are as sent where the file has them", "a\r\nb\r\n", "a\nc\n", "x\r\ny\r\n", "x\r\ny\r\n"],
    ["LF are as sent where the file has both", "a\r\nb\n", "a\r\nc\n", "x\ny\n", "x\ny\n"],
    ["a carriage return alone is content", "a\r\nb\r\n", "a\r\nc\r\n", "x\ry\n", "x\ry\r\n"],
  ])("%s [PERM-61]", async (_, before, proposal, sent, written) => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": before });
    person.review = () => sent;
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: proposal });
    expect(files.read("a.txt")).toBe(written);
  });

  it("of a new file are the proposal's [PERM-61]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({});
    person.review = () => "x\r\ny\r\n";
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\nb\n" });
    expect(files.read("a.txt")).toBe("x\ny\n");
  });
});
