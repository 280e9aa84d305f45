import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createNodeFileSystem } from "../../../src/index.js";
import { errorOf, textOf } from "../../support/answers.js";
import { createFaultyFileSystem } from "../../support/faulty-file-system.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("Read refuses what is no text file", () => {
  it("lists a directory's first entries and the Glob to use [READ-13]", async () => {
    const files = tempWorkspace({
      "src/b.ts": "",
      "src/a.ts": "",
      "src/.env": "",
      "src/lib": { folder: {} },
    });
    const result = await files.toolkit().call("Read", { file_path: files.path("src") });
    expect(errorOf(result)).toMatchObject({
      code: "IS_DIRECTORY",
      message: `${files.path("src")} is a directory, not a file. List it with Glob: pattern "*" and this path.\nFirst entries: .env, a.ts, b.ts, lib/`,
    });
  });

  it("bounds the listing of a large directory, and names an empty one [READ-13]", async () => {
    const files = tempWorkspace({ empty: { folder: {} } });
    mkdirSync(files.path("many"));
    for (let index = 100; index < 150; index += 1) files.write(`many/f${index}`, "");
    const toolkit = files.toolkit();
    const many = errorOf(await toolkit.call("Read", { file_path: files.path("many") })).message;
    expect(many.endsWith("f118, f119, and 30 more")).toBe(true);
    expect(errorOf(await toolkit.call("Read", { file_path: files.path("empty") })).message).toContain(
      "It is empty.",
    );
  });

  it("does not call a directory empty that can't be listed [READ-13, FS-2]", async () => {
    const files = tempWorkspace({ "src/a.ts": "" });
    const fileSystem = createFaultyFileSystem(createNodeFileSystem());
    fileSystem.inject({ operation: "list", code: "EACCES" });
    const error = errorOf(await files.toolkit({ fileSystem }).call("Read", { file_path: files.path("src") }));
    expect(error.message).toContain("Its entries can't be listed now.");
  });

  it.each<[string, string | Uint8Array, string]>([
    [
      "program",
      Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(60)]),
      "an ELF executable (64 bytes)",
    ],
    ["nul.log", "a\0b", "binary data (3 bytes)"],
    ["archive.zip", "", "a ZIP archive (0 bytes)"],
    ["song.MP3", "text", "an MP3 audio (4 bytes)"],
    [
      "noise",
      Buffer.from(Array.from({ length: 400 }, (_, index) => ((index * 37) % 255) + 1)),
      "binary data",
    ],
  ])("tells type and size of %s [READ-12]", async (name, content, described) => {
    const files = tempWorkspace({ [name]: content });
    const error = errorOf(await files.toolkit().call("Read", { file_path: files.path(name) }));
    expect(error.code).toBe("BINARY_FILE");
    expect(error.message).toContain(described);
  });

  it("refuses a large binary file by its first bytes [READ-12]", async () => {
    const files = tempWorkspace({
      big: Buffer.concat([Buffer.from("7f454c46", "hex"), Buffer.alloc(3_000_000)]),
    });
    const error = errorOf(await files.toolkit().call("Read", { file_path: files.path("big"), limit: 5 }));
    expect(error.message).toContain("an ELF executable (2.9 MB)");
  });

  it("does not call UTF-16, coloured logs or a late NUL binary [READ-12]", async () => {
    const files = tempWorkspace({
      "wide.txt": Buffer.from("plain words\n", "utf16le"),
      "log.txt": "\u001b[31mred\u001b[0m\n",
      "late.log": `${"x\n".repeat(5000)}\0end\n`,
    });
    const toolkit = files.toolkit();
    expect(textOf(await toolkit.call("Read", { file_path: files.path("wide.txt") }))).toContain(
      "     1→plain words",
    );
    expect(textOf(await toolkit.call("Read", { file_path: files.path("log.txt") }))).toContain(
      "\u001b[31mred",
    );
    expect(textOf(await toolkit.call("Read", { file_path: files.path("late.log"), offset: 5001 }))).toBe(
      "  5001→\0end",
    );
  });

  it("refuses FIFOs, sockets, devices and links to them without opening them [READ-14]", async () => {
    const files = tempWorkspace();
    execFileSync("mkfifo", [files.path("pipe")]);
    symlinkSync("pipe", files.path("notes.txt"));
    symlinkSync("/dev/zero", files.path("zero.txt"));
    const server = createServer().listen(files.path("socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const toolkit = files.toolkit({ roots: [files.root, "/dev"] });
    const codeAt = async (path: string) => errorOf(await toolkit.call("Read", { file_path: path })).message;
    expect(await codeAt(files.path("pipe"))).toContain("is a named pipe, not a regular file");
    expect(await codeAt(files.path("notes.txt"))).toContain("is a named pipe, not a regular file");
    expect(await codeAt(files.path("socket"))).toContain("is a socket, not a regular file");
    expect(await codeAt(files.path("zero.txt"))).toContain("is a device, not a regular file");
    expect(await codeAt("/dev/zero")).toContain("is a device that never ends");
  });

  it("does not wake a program that waits to write into a FIFO [READ-14]", async () => {
    const files = tempWorkspace();
    execFileSync("mkfifo", [files.path("pipe")]);
    const writer = spawn("sh", ["-c", `echo hello > "${files.path("pipe")}"`], { stdio: "ignore" });
    onTestFinished(() => void writer.kill("SIGKILL"));
    await files.toolkit().call("Read", { file_path: files.path("pipe") });
    expect(execFileSync("timeout", ["5", "cat", files.path("pipe")], { encoding: "utf8" })).toBe("hello\n");
  });

  it("reads /dev/null as the empty thing it is, where the roots allow it [PATH-3]", async () => {
    const files = tempWorkspace();
    const error = errorOf(await files.toolkit().call("Read", { file_path: "/dev/null" }));
    expect(error.code).toBe("PERMISSION_DENIED");
    const allowed = await files.toolkit({ roots: ["/dev"] }).call("Read", { file_path: "/dev/null" });
    expect(textOf(allowed)).toBe("Warning: the file exists but its contents are empty.");
  });

  it("says when the operating system does not let it [FS-2]", async () => {
    const files = tempWorkspace({ "locked.txt": "x" });
    chmodSync(files.path("locked.txt"), 0);
    const result = await files.toolkit().call("Read", { file_path: files.path("locked.txt") });
    // The superuser may read anything; everyone else must be told why not.
    if (process.getuid?.() === 0) expect(result.isError).toBe(false);
    else expect(errorOf(result).code).toBe("ACCESS_DENIED");
  });

  it("keeps its sentence whole however long the path is [CALL-5]", async () => {
    const deep = Array.from({ length: 12 }, (_, index) => `${index}-${"long".repeat(30)}`).join("/");
    const files = tempWorkspace({ [`${deep}/logo.png.txt`]: Buffer.from("89504e470d0a1a0a", "hex") });
    execFileSync("mkfifo", [files.path(deep, "pipe")]);
    const toolkit = files.toolkit();
    const paths = [deep, `${deep}/logo.png.txt`, `${deep}/pipe`, `${deep}/missing.txt`, `../${deep}`].map(
      (path) => files.path(path),
    );
    for (const path of [...paths, deep, `C:\\${deep}`, `file:///${deep}`]) {
      const [sentence = ""] = errorOf(await toolkit.call("Read", { file_path: path })).message.split("\n");
      expect(sentence.length).toBeLessThanOrEqual(300);
      expect(sentence.endsWith(".")).toBe(true);
    }
  });
});
