/** What a person is shown before they change a proposal, and what the model is told and knows afterwards. */
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { reviewedWorkspace } from "../../support/reviewers.js";

const NOTE = "[The user changed your proposal before allowing it. What they changed:]";
const numbered = (count: number, word: string): string =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}\n`).join("");

describe("What a person is shown", () => {
  it("is the whole text before and after [PERM-60]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({
      "a.txt": Buffer.from("\ufeffgrün\nrot\n", "utf16le"),
    });
    await toolkit.call("Edit", { file_path: files.path("a.txt"), old_string: "rot", new_string: "weiß" });
    expect(person.shown).toEqual({
      kind: "update",
      structuredPatch: [
        { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [" grün", "-rot", "+weiß"] },
      ],
      before: "grün\nrot\n",
      after: "grün\nweiß\n",
      isRevisable: true,
    });
  });

  it("has nothing before a file that is new, and an empty text before an empty one [PERM-60]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "empty.txt": "" });
    const expected = { after: "x\n", isRevisable: true };
    for (const [name, before, kind] of [
      ["new.txt", null, "create"],
      ["empty.txt", "", "update"],
    ] as const) {
      await toolkit.call("Edit", { file_path: files.path(name), old_string: "", new_string: "x\n" });
      expect(person.shown).toMatchObject({ ...expected, before, kind });
    }
  });

  it("of a file too large to hold is the patch alone, which can't be revised [PERM-60]", async () => {
    const large = `${"a line of some length\n".repeat(250_000)}the end\n`;
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": large }, { unread: ["a.txt"] });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path, offset: 249_990, limit: 20 });
    const result = await toolkit.call("Edit", { file_path, old_string: "the end", new_string: "over" });
    expect(result.output).toMatchObject({ userModified: false });
    expect(person.shown).toMatchObject({ before: null, after: null, isRevisable: false });
    expect(person.plan).not.toHaveProperty("revise");
  });

  it("after a second thought is that one, and still a change of the proposal [PERM-60, PERM-62]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\n" });
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "two\n" });
    const first = await person.plan?.revise?.("three\n");
    expect(first?.accesses).toBe(person.plan?.accesses);
    expect(first?.preview?.().change).toMatchObject({ before: "one\n", after: "three\n" });
    const second = await first?.revise?.("two\n");
    expect(second?.preview?.().change).toEqual(person.shown);
  });
});

describe("What the model is told of a person's changes", () => {
  it("is the difference from its proposal, instead of that from the old file [PERM-62]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\ntwo\n" });
    const file_path = files.path("a.txt");
    person.review = ({ after }) => `${after}three\n`;
    const written = await toolkit.call("Write", { file_path, content: "one\n2\n" });
    expect(textOf(written)).toBe(
      `The file ${file_path} has been updated: 2 lines added, 1 removed.\n${NOTE}\n@@ -1,2 +1,3 @@\n one\n 2\n+three`,
    );
    const edit = { file_path, old_string: "e", new_string: "E", replace_all: true };
    const edited = await toolkit.call("Edit", edit);
    expect(textOf(edited)).toBe(
      `The file ${file_path} has been updated.\n${NOTE}\n@@ -1,3 +1,4 @@\n onE\n 2\n thrEE\n+three`,
    );
    const created = await toolkit.call("Write", { file_path: files.path("b.txt"), content: "one\n" });
    expect(textOf(created)).toBe(
      `File created: ${files.path("b.txt")} (2 lines).\n${NOTE}\n@@ -1,1 +1,2 @@\n one\n+three`,
    );
  });

  it("comes behind what had changed outside [PERM-62]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace(
      { "a.txt": numbered(20, "line") },
      { staleEdits: "rebase" },
    );
    files.write("a.txt", `new\n${numbered(20, "line")}`);
    person.review = ({ after }) => after?.replace("last", () => "LAST");
    const input = { file_path: files.path("a.txt"), old_string: "line 20", new_string: "last" };
    const result = await toolkit.call("Edit", input);
    expect(result.output).toMatchObject({ rebased: true, userModified: true });
    expect(textOf(result)).toContain(`+new\n line 1\n${NOTE}\n`);
    expect(textOf(result)).not.toContain("[Your edit:]");
  });

  it("is bounded, and says that the rest has to be read [PERM-62, PERM-63]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\n" });
    person.review = () => numbered(20_000, "a line of the user's");
    const result = await toolkit.call("Write", { file_path: files.path("a.txt"), content: "two\n" });
    expect(textOf(result).length).toBeLessThan(9000);
    expect(textOf(result)).toMatch(
      /\[… \d+ more diff lines\]\n\[Not all of it is shown: read the file again before you change it\.\]$/,
    );
  });

  it("of a proposal that came back as it was is nothing special [PERM-64]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\r\n" });
    const file_path = files.path("a.txt");
    // As a text field gives it back.
    person.review = ({ after }) => after?.split("\r\n").join("\n");
    const result = await toolkit.call("Edit", { file_path, old_string: "one", new_string: "two" });
    expect(textOf(result)).toBe(`The file ${file_path} has been updated.\n@@ -1,1 +1,1 @@\n-one\n+two`);
    expect(result.output).toMatchObject({ userModified: false });
    expect(result.output).not.toHaveProperty("reviewedPatch");
    expect(files.read("a.txt")).toBe("two\r\n");
  });

  it.each([
    ["Write", { content: "two\n" }],
    ["Edit", { old_string: "one", new_string: "two" }],
  ] as const)(
    "is that the file was kept, if %s would bring the old content [PERM-64]",
    async (tool, input) => {
      const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\n" });
      const file_path = files.path("a.txt");
      const stamp = files.stamp("a.txt");
      person.review = ({ before }) => before ?? "";
      const result = await toolkit.call(tool, { file_path, ...input });
      expect(textOf(result)).toBe(
        `The user did not take your change and kept ${file_path} as it was. Nothing was written. Do not try it again another way; ask the user how to go on.`,
      );
      expect(result.output).toMatchObject({
        userModified: true,
        structuredPatch: [],
        reviewedPatch: [{ lines: ["-two", "+one"] }],
      });
      expect(result.output).not.toHaveProperty("change");
      expect(files.stamp("a.txt")).toEqual(stamp);
      expect(await toolkit.history.list()).toEqual([]);
      // What was known of the file still is, and what was shown of it is still to be seen.
      expect((await toolkit.call("Read", { file_path })).output).toMatchObject({ type: "file_unchanged" });
      person.review = undefined;
      expect((await toolkit.call(tool, { file_path, ...input })).isError).toBe(false);
    },
  );
});

describe("The old content that a person sends", () => {
  it("is the old bytes, also those that are no text [PERM-64]", async () => {
    const half = Buffer.from([0x41]);
    const { files, toolkit, person } = await reviewedWorkspace({
      "a.txt": Buffer.concat([Buffer.from("\ufeffone\n", "utf16le"), half]),
    });
    const stamp = files.stamp("a.txt");
    person.review = ({ before }) => before ?? "";
    await toolkit.call("Write", { file_path: files.path("a.txt"), content: "two\n" });
    expect(files.stamp("a.txt")).toEqual(stamp);
  });
});

describe("What the agent knows after a person's changes", () => {
  it("is the whole file, where it was shown all of them [PERM-63]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": numbered(500, "line") });
    const file_path = files.path("a.txt");
    person.review = ({ after }) => `${after}mine\n`;
    await toolkit.call("Edit", { file_path, old_string: "line 7\n", new_string: "yours\n" });
    person.review = undefined;
    const next = await toolkit.call("Edit", { file_path, old_string: "mine", new_string: "ours" });
    expect(next.isError).toBe(false);
    expect((await toolkit.call("Write", { file_path, content: "x" })).isError).toBe(false);
  });

  it("is not what the diff had no room for: that is read first [PERM-63]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": numbered(10, "line") });
    const file_path = files.path("a.txt");
    person.review = ({ after }) => `${numbered(200, "mine")}${after}`;
    const result = await toolkit.call("Edit", { file_path, old_string: "line 7\n", new_string: "yours\n" });
    person.review = undefined;
    const hidden = Number(/(\d+) more diff lines/.exec(textOf(result))?.[1]);
    // The diff ends with three lines of what was there before, which are known anyway.
    const from = 200 - (hidden - 3) + 1;
    const input = { file_path, content: "x" };
    const { code, data } = errorOf(await toolkit.call("Write", input));
    expect([code, data["missing"]]).toEqual(["FILE_PARTIALLY_READ", [{ from, to: 200 }]]);
    await toolkit.call("Read", data["nextCall"]);
    expect((await toolkit.call("Write", input)).isError).toBe(false);
  });

  it("is not a line that was shown only in part [PERM-63]", async () => {
    const { files, toolkit, person } = await reviewedWorkspace({ "a.txt": "one\n" });
    const file_path = files.path("a.txt");
    person.review = ({ after }) => `${after}${"x".repeat(400)}\r\n${"y".repeat(401)}\n`;
    const result = await toolkit.call("Write", { file_path, content: "two\n" });
    expect(textOf(result)).toContain("[Not all of it is shown");
    person.review = undefined;
    const { data } = errorOf(await toolkit.call("Write", { file_path, content: "x" }));
    expect(data["missing"]).toEqual([{ from: 3, to: 3 }]);
  });
});
