import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { formatBytes } from "../../src/text/quantities.js";
import { runProgram as filewright, homeless, program } from "../support/command-line.js";
import { numberedPages } from "../support/pdfs.js";
import { tempWorkspace } from "../support/workspace.js";
import { smallPng } from "../tools/read/media/shown.js";

describe("filewright on the command line", () => {
  it("shows a file by a relative name [CLI-1]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\nthree\n" });
    expect(await filewright(["read", "a.txt", "--offset", "2", "--limit", "1"], files.root)).toEqual({
      code: 0,
      stdout: "     2→two\n[Lines 2-2 of 3. Read on with offset 3.]\n",
      stderr: "",
    });
  });

  it("prints the whole answer as JSON [CLI-1]", async () => {
    const files = tempWorkspace({ "a.txt": "\u001b[2Jone\n" });
    const { code, stdout } = await filewright(["read", "a.txt", "--json"], files.root);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      isError: false,
      output: { file: { content: "\u001b[2Jone\n" } },
    });
  });

  it.each<[string[], number, string]>([
    [["read", "missing.txt"], 2, "File does not exist:"],
    [["read", "/etc/hostname"], 3, "needs permission: it lies outside the roots"],
    [["read"], 2, "missing required argument 'file'"],
    [["read", "a.txt", "b.txt"], 2, "too many arguments for 'read'"],
    [["read", "a.txt", "--limit", "none"], 2, "limit must be a whole number"],
    [["read", "a.txt", "--bogus"], 2, "unknown option '--bogus'"],
    [["fly"], 2, "unknown command 'fly'"],
  ])("answers %j with exit code %i [CLI-1]", async (words, expected, message) => {
    const files = tempWorkspace({ "a.txt": "x" });
    const { code, stdout, stderr } = await filewright(words, files.root);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toContain(message);
  });

  it("tells of pictures and pages what a terminal can show; --json has them whole [CLI-1]", async () => {
    const png = await smallPng();
    const files = tempWorkspace({ "a.png": png, "a.pdf": numberedPages(3) });
    expect(await filewright(["read", "a.png"], files.root)).toEqual({
      code: 0,
      stdout: `[PNG image, 64x48 pixels, ${formatBytes(png.length)}.]\n[image: image/png, ${formatBytes(png.length)}]\n`,
      stderr: "",
    });
    const whole = JSON.parse((await filewright(["read", "a.png", "--json"], files.root)).stdout);
    expect(Buffer.from(whole.output.file.base64, "base64").equals(png)).toBe(true);
    expect(whole.content[1]).toEqual({ type: "image", data: png.toString("base64"), mimeType: "image/png" });
    const pages = await filewright(["read", "a.pdf", "--pages", "2"], files.root);
    expect(pages).toMatchObject({ code: 0, stderr: "" });
    expect(pages.stdout).toMatch(
      /^\[PDF, 3 pages, [\d.]+ KB\. Page 2 shown\. Read on with pages "3"\.]\n<page number="2">\nThis is page 2\n/,
    );
    for (const [words, message] of [
      [["a.pdf", "--pages", "4"], "has 3 pages, so there is no page 4."],
      [["a.pdf", "--pages", "x"], "Read: --pages must be a page or a range of pages"],
      [["a.png", "--pages", "1"], "Read: pages is for PDF files only."],
    ] as const) {
      const { code, stderr } = await filewright(["read", ...words], files.root);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
  });

  it("takes further roots [CLI-1]", async () => {
    const files = tempWorkspace({ "in/x": "", "out/a.txt": "x\n" });
    const words = ["read", files.path("out/a.txt"), "--root", ".", "--root", "../out"];
    expect((await filewright(words, files.path("in"))).stdout).toBe("     1→x\n");
  });

  it("tells its version and how to use it [CLI-1]", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    const files = tempWorkspace();
    expect((await filewright(["--version"], files.root)).stdout).toBe(`${version}\n`);
    for (const words of [[], ["help"], ["--help"]]) {
      expect((await filewright(words, files.root)).stdout).toContain("filewright read src/app.ts");
    }
  });

  it("prints nothing that could control the terminal [CLI-2]", async () => {
    const hostile = "\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u202eevil\u200b\u009b31m\ttab\rback";
    const files = tempWorkspace({ "a.txt": `${hostile}\n`, "dir/\u001b[31mname": "" });
    const shown = await filewright(["read", "a.txt"], files.root);
    expect(shown.stdout).toBe(
      "     1→\\x1b]52;c;ZXZpbA==\\x07\\x1b[2J\\u{202e}evil\\u{200b}\\x9b31m\ttab\\x0dback\n",
    );
    expect((await filewright(["read", "dir"], files.root)).stderr).not.toContain("\u001b");
  });

  it("ends quietly when its reader has seen enough [CLI-3]", async () => {
    const files = tempWorkspace({ "a.txt": "0123456789".repeat(10).concat("\n").repeat(1500) });
    const child = spawn("sh", ["-c", `"${process.execPath}" "${program}" read a.txt --limit 300 | head -1`], {
      cwd: files.root,
      env: homeless(files.root),
    });
    const errors: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    child.stdout.resume();
    const [code] = (await once(child, "close")) as [number];
    expect({ code, errors: Buffer.concat(errors).toString() }).toEqual({ code: 0, errors: "" });
  });
});
