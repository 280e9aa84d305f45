import { linkSync, readdirSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

const LINE = "a line of an ordinary log file, number ";
/** About 6 MB: past what is edited in memory. */
const lines = (ending: string): string[] =>
  Array.from({ length: 130_000 }, (_, index) => `${LINE}${index + 1}${ending}`);

async function opened(content: string | Buffer, offset: number, limit: number) {
  const workspace = tempWorkspace({ "large.log": content });
  const toolkit = workspace.editor({ limits: { maxTokens: 100_000_000 } });
  const file_path = workspace.path("large.log");
  await toolkit.call("Read", { file_path, offset, limit });
  const edit = (old_string: string, new_string: string, more: object = {}) =>
    toolkit.call("Edit", { file_path, old_string, new_string, ...more });
  return { workspace, toolkit, edit, file_path };
}

describe("A file too large to hold", () => {
  it.each(["\n", "\r\n"])(
    "is edited where it was seen, endings %j kept [EDIT-17, EDIT-10]",
    async (ending) => {
      const content = lines(ending);
      const { workspace, edit, toolkit } = await opened(content.join(""), 100_000, 100);
      const result = await edit(`${LINE}100050\n${LINE}100051\n`, "one\ntwo\nthree\n");
      expect(textOf(result).split("\n").slice(1, 3)).toEqual(["@@ -100048,6 +100048,7 @@", ` ${LINE}100048`]);
      const expected = [...content];
      expected.splice(100_049, 2, `one${ending}`, `two${ending}`, `three${ending}`);
      expect(workspace.read("large.log") === expected.join("")).toBe(true);
      expect(result.output).toMatchObject({ originalFile: null, matchTier: "exact", replacements: 1 });
      // And on, without reading again.
      expect((await edit(`${LINE}100060\n`, "next\n")).isError).toBe(false);
      // And back.
      await toolkit.history.undo();
      await toolkit.history.undo();
      expect(workspace.read("large.log") === content.join("")).toBe(true);
      expect(readdirSync(workspace.root)).toEqual(["large.log"]);
    },
  );

  it("recovers what a small file would [EDIT-17, EDIT-490, EDIT-491, EDIT-494, EDIT-496]", async () => {
    const content = lines("\n");
    content.splice(100_020, 4, "\tif (a < b) {\n", "\n", "\t\tc();\n", "\t}\n");
    const { workspace, edit } = await opened(content.join(""), 100_000, 100);
    const tries = [
      ["line-numbers", "     1→\tif (a < b) {\n     2→", "     1→\tif (a < c) {\n     2→", "a < b", "a < c"],
      [
        "escapes",
        "\\tif (a < c) {\\n\\n\\t\\tc();\\n\\t}",
        "\\tif (a < c) {\\n\\n\\t\\td();\\n\\t}",
        "\tc();",
        "\td();",
      ],
      ["blank-lines", "\tif (a < c) {\n\t\td();\n\t}", "\tif (a < c) {\n\t\td();\n\t};", "\t}\n", "\t};\n"],
      [
        "indentation+entities",
        "if (a &lt; c) {\n\n  d();\n};",
        "if (a &lt; c) {\n\n  e();\n};",
        "d()",
        "e()",
      ],
    ] as const;
    let expected = content.join("");
    for (const [tier, old, fresh, part, replacement] of tries) {
      expect((await edit(old, fresh)).output).toMatchObject({ matchTier: tier });
      expected = expected.replace(part, () => replacement);
      expect(workspace.read("large.log") === expected).toBe(true);
    }
  });

  it("refuses what a small file would, wherever the places are [EDIT-17, EDIT-497, EDIT-4]", async () => {
    const content = lines("\n");
    content[10] = "\ta\n\tb\n\n\td\n";
    content[129_000] = "a\n\nb\n\nd\n";
    content[60_000] = "\tx\n\ty\n";
    const { edit } = await opened(content.join(""), 1, 129_100);
    expect(errorOf(await edit("a\nb\n\nd", "a\nb\n\ne"))).toMatchObject({
      code: "MATCH_NOT_UNIQUE",
      data: { matches: 2 },
    });
    expect(errorOf(await edit("x\ny", "x\n\ty\nz")).code).toBe("MATCH_NOT_FOUND");
  });

  it("records the client that edited it [HISTORY-7]", async () => {
    const { edit, toolkit } = await opened(lines("\n").join(""), 1, 10);
    toolkit.session.introduce("claude-code");
    expect((await edit(`${LINE}5\n`, "five\n")).isError).toBe(false);
    const [change] = await toolkit.history.list();
    expect(change?.record.client).toBe("claude-code");
  });

  it("is not edited where it was not seen, or when it has changed [EDIT-17, LEDGER-10]", async () => {
    const content = lines("\n");
    const { workspace, edit } = await opened(content.join(""), 1, 10);
    const unseen = errorOf(await edit(`${LINE}99999\n`, "x\n"));
    expect(unseen.code).toBe("FILE_PARTIALLY_READ");
    expect(unseen.data).toMatchObject({ missing: [{ from: 99_999, to: 99_999 }] });
    workspace.write("large.log", `${content.join("")}more\n`);
    expect(errorOf(await edit(`${LINE}5\n`, "x\n")).code).toBe("FILE_CHANGED_SINCE_READ");
  });

  it("is refused for two matches with their lines, and replaced everywhere when asked [EDIT-17, EDIT-3]", async () => {
    const content = lines("\n");
    const { workspace, edit } = await opened(content.join(""), 1, 130_000);
    const error = errorOf(await edit("ordinary", "special"));
    expect(error.code).toMatch(/MATCH_NOT_UNIQUE/);
    expect(error.data).toMatchObject({ matches: 130_000 });
    expect(error.data["lines"]).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
    expect(new Set(error.data["columns"] as number[])).toEqual(
      new Set([content[0]?.indexOf("ordinary") ?? 0].map((at) => at + 1)),
    );
    const result = await edit("ordinary", "special", { replace_all: true });
    expect(result.output).toMatchObject({ replacements: 130_000 });
    expect(workspace.read("large.log") === content.join("").replaceAll("ordinary", "special")).toBe(true);
    expect((await edit(`special log file, number 7\n`, "x\n")).isError).toBe(false);
  });

  it("is searched by the relaxed tiers too, across the borders of its windows [EDIT-17, EDIT-8]", async () => {
    const content = lines("\n").map((line) => `\t${line}`);
    const { workspace, edit } = await opened(content.join(""), 42_000, 3000);
    const result = await edit(`    ${LINE}42900\n    ${LINE}42901`, `    one\n    two`);
    expect(result.output).toMatchObject({ matchTier: "indentation" });
    const expected = [...content];
    expected.splice(42_899, 2, "\tone\n", "\ttwo\n");
    expect(workspace.read("large.log") === expected.join("")).toBe(true);
  });

  it("says when nothing is found [EDIT-17, EDIT-12]", async () => {
    const { edit } = await opened(lines("\n").join(""), 50, 10);
    expect(errorOf(await edit("no such words anywhere", "x")).code).toBe("MATCH_NOT_FOUND");
  });

  it.each([
    ["is one endless line", ""],
    ["is a short line and an endless one", "short\n"],
  ])("that %s is searched to its end, across every border [EDIT-17, EDIT-4]", async (_, head) => {
    const unit = "0123456789→";
    const places = [2_097_100, 4_194_250, 7_000_000];
    let content = head + unit.repeat(600_000);
    for (const place of places) {
      const needle = `[${"needle".repeat(20)}${place}]`;
      content = content.slice(0, place) + needle + content.slice(place + needle.length);
    }
    const { workspace, edit } = await opened(content, 1, 2);
    const error = errorOf(await edit("needle".repeat(20), "x"));
    expect(error.data).toMatchObject({ matches: 3 });
    for (const place of places) {
      const old = `[${"needle".repeat(20)}${place}]`;
      expect((await edit(old, `<${place}>`)).error).toBeUndefined();
      content = content.replace(old, () => `<${place}>`);
    }
    expect(workspace.read("large.log") === content).toBe(true);
  });

  it.each(["ab", "ab\n"])(
    "with %j again and again at its borders is replaced as splitting would [EDIT-17, EDIT-3]",
    async (unit) => {
      const filler = `${"0123456789".repeat(9)}\n`;
      const run = unit.repeat(401);
      // The windows end near multiples of two mebibytes, less what they share.
      const content = [1, 2].map((border) => {
        const room = 2 * 1024 * 1024 - (border === 1 ? 600 : 1400);
        return `${filler.repeat(Math.floor(room / filler.length))}${run}`;
      });
      const text = `${content.join("")}${filler.repeat(10_000)}`;
      const { workspace, edit } = await opened(text, 1, 1_000_000);
      const old = unit + unit;
      const { output } = await edit(old, "x", { replace_all: true });
      expect(output).toMatchObject({ replacements: text.split(old).length - 1 });
      expect(workspace.read("large.log") === text.split(old).join("x")).toBe(true);
    },
  );

  it("in UTF-16 is edited all the same [EDIT-17, EDIT-16]", async () => {
    const content = lines("\n").slice(0, 60_000);
    const { workspace, edit } = await opened(Buffer.from(`\ufeff${content.join("")}`, "utf16le"), 30_000, 20);
    expect((await edit(`${LINE}30005\n`, "→ one\n")).isError).toBe(false);
    const expected = [...content];
    expected[30_004] = "→ one\n";
    expect(workspace.bytes("large.log").equals(Buffer.from(`\ufeff${expected.join("")}`, "utf16le"))).toBe(
      true,
    );
  });

  it("with several names is written in place, and both names see it [EDIT-17]", async () => {
    const content = lines("\n");
    const { workspace, edit } = await opened(content.join(""), 1, 10);
    linkSync(workspace.path("large.log"), workspace.path("other.log"));
    const result = await edit(`${LINE}5\n`, "x\n");
    expect(textOf(result)).toContain("[Written in place, because it has several names (hard links).]");
    expect(statSync(workspace.path("other.log")).ino).toBe(statSync(workspace.path("large.log")).ino);
    expect(workspace.read("other.log").split("\n")[4]).toBe("x");
  });
});
