import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExtendedAttributes } from "../../src/process/extended-attributes.js";
import { attributesOf, createAttributeFolder, itWithAttributes } from "./attribute-support.js";

const programs = ["getfattr", "setfattr"];

/** Copies from one file to another; answers what could not be set. */
async function copy(attributes: ExtendedAttributes, from: string, to: string): Promise<string[]> {
  const dump = await attributes.find(from, from);
  return attributes.apply(dump ?? [], to);
}

describe("Extended attributes", () => {
  itWithAttributes(programs, "of any name and value arrive on the other file [KEEP-7]", async () => {
    const folder = createAttributeFolder();
    const all = {
      "user.text": "words",
      "user.empty": "",
      "user.bytes": Uint8Array.from({ length: 256 }, (_, index) => index),
      "user.long": "long ".repeat(500),
      "user.with = and \\ and \\012": "1",
      "user.two\nlines": "2\n",
      'user.é "quoted" 0s': "0sAAAA",
    };
    const from = folder.file("from", all);
    const to = folder.file("to");
    expect(await copy(new ExtendedAttributes(), from, to)).toEqual([]);
    expect(attributesOf(to)).toEqual(attributesOf(from));
    expect(attributesOf(to)).toHaveLength(Object.keys(all).length);
  });

  itWithAttributes(programs, "arrive whatever the names, values and paths are [KEEP-7]", async () => {
    const folder = createAttributeFolder();
    const word = fc
      .string({ minLength: 1, maxLength: 12, unit: "binary" })
      .filter((text) => !text.includes("\0"));
    const name = word
      .filter((text) => text.isWellFormed() && !text.includes("\uFFFD"))
      .map((text) => `user.${text}`);
    const path = word.filter((text) => text.isWellFormed() && !text.includes("/"));
    const cases = fc.tuple(path, name, fc.uint8Array({ maxLength: 200 }));
    let count = 0;
    const runs = fc.asyncProperty(cases, async ([path, name, value]) => {
      count += 1;
      const from = folder.file(`${path}-${count}`, { [name]: value });
      const to = folder.file(`-${count}-${path}`);
      expect(await copy(new ExtendedAttributes(), from, to)).toEqual([]);
      expect(attributesOf(to)).toEqual(attributesOf(from));
      expect(attributesOf(to)).toHaveLength(1);
    });
    await fc.assert(runs, { numRuns: 60 });
  });

  itWithAttributes(programs, "are not read out of a path that looks like one [KEEP-7]", async () => {
    const folder = createAttributeFolder();
    const from = folder.file("a\nuser.false=0seA==\n", { "user.true": "1" });
    const dump = await new ExtendedAttributes().find(from, "1:1:1");
    expect(dump).toEqual([{ name: "user.true", value: "MQ==" }]);
  });

  it("that vouch for the old content stay behind [KEEP-7]", async () => {
    const folder = createAttributeFolder();
    const said = [
      "security.capability=0sAAAA",
      "security.ima=0sAAAA",
      "security.evm=0sAAAA",
      "user.x=0sMQ==",
    ];
    const readProgram = folder.script("getfattr", `printf '%s\\n' '# file: x' ${said.join(" ")}`);
    const dump = await new ExtendedAttributes({ readProgram, platform: "linux" }).find("/x", "1:1:1");
    expect(dump).toEqual([{ name: "user.x", value: "MQ==" }]);
  });

  itWithAttributes(programs, "of a link's target are not taken for the link's own [KEEP-7]", async () => {
    const folder = createAttributeFolder();
    const target = folder.file("target", { "user.x": "1" });
    const link = join(dirname(target), "link");
    symlinkSync(target, link);
    expect(await new ExtendedAttributes().find(link, "1:1:1")).toBeUndefined();
    expect(new ExtendedAttributes().apply([{ name: "user.y", value: "MQ==" }], link)).toEqual(["user.y"]);
    expect(attributesOf(target)).toEqual(["user.x=0x31"]);
  });

  itWithAttributes(programs, "that can't be set are named, and the others are set [KEEP-7]", () => {
    const path = createAttributeFolder().file("to");
    const value = "MQ==";
    const dump = ["user.a", "nonsense.b", "user.\uFFFD", "user.c"].map((name) => ({ name, value }));
    expect(new ExtendedAttributes().apply(dump, path)).toEqual(["nonsense.b", "user.\uFFFD"]);
    expect(attributesOf(path)).toEqual(["user.a=0x31", "user.c=0x31"]);
  });

  itWithAttributes(
    [...programs, "setfacl", "getfacl"],
    "include access lists, and a mode set afterwards is the old one [KEEP-7]",
    async () => {
      const folder = createAttributeFolder();
      const [from, to] = [folder.file("from", { "user.x": "1" }), folder.file("to")];
      chmodSync(from, 0o640);
      execFileSync("setfacl", ["-m", "u:12345:rw,g:23456:r", from]);
      const listOf = (path: string): string =>
        execFileSync("getfacl", ["--omit-header", "--numeric", "--absolute-names", path]).toString();
      const dump = await new ExtendedAttributes().find(from, "1:1:1");
      expect(dump?.map(({ name }) => name)).toEqual(["user.x", "system.posix_acl_access"]);
      expect(new ExtendedAttributes().apply(dump ?? [], to)).toEqual([]);
      chmodSync(to, statSync(from).mode);
      expect(listOf(to)).toBe(listOf(from));
      expect(listOf(to)).toContain("user:12345:rw-");
      expect(statSync(to).mode).toBe(statSync(from).mode);
    },
  );
});

describe("Asking for extended attributes", () => {
  /** A program in the place of getfattr that counts how often it is started. */
  function counting(answer: string): { readProgram: string; starts: () => number } {
    const folder = createAttributeFolder();
    const log = join(dirname(folder.file("plain")), "log");
    const readProgram = folder.script("getfattr", `echo x >> ${log}\n${answer}`);
    return { readProgram, starts: () => (existsSync(log) ? readFileSync(log, "utf8").length / 2 : 0) };
  }

  it("happens once for a file without any, and again when it has changed [KEEP-7]", async () => {
    const { readProgram, starts } = counting("exit 0");
    const attributes = new ExtendedAttributes({ readProgram, platform: "linux" });
    expect(await attributes.find("/file", "1:2:3")).toBeUndefined();
    expect(attributes.find("/file", "1:2:3")).toBeUndefined();
    expect(starts()).toBe(1);
    expect(await attributes.find("/file", "1:2:4")).toBeUndefined();
    expect(starts()).toBe(2);
  });

  it("does not happen for a file that was just made without any [KEEP-7]", () => {
    const { readProgram, starts } = counting("exit 0");
    const attributes = new ExtendedAttributes({ readProgram, platform: "linux" });
    attributes.rememberNone("1:2:3");
    expect(attributes.find("/file", "1:2:3")).toBeUndefined();
    expect(starts()).toBe(0);
  });

  it.each([
    ["fails", "exit 1"],
    ["is killed", "kill -9 $$"],
  ])("is tried again after the program %s [KEEP-7]", async (_, answer) => {
    const { readProgram, starts } = counting(answer);
    const attributes = new ExtendedAttributes({ readProgram, platform: "linux" });
    expect(await attributes.find("/file", "1:2:3")).toBeUndefined();
    expect(await attributes.find("/file", "1:2:3")).toBeUndefined();
    expect(starts()).toBe(2);
  });

  it("keeps what was said before the program failed on some other attribute [KEEP-7]", async () => {
    const { readProgram } = counting("echo user.x=0sMQ==; exit 1");
    const attributes = new ExtendedAttributes({ readProgram, platform: "linux" });
    expect(await attributes.find("/file", "1:2:3")).toEqual([{ name: "user.x", value: "MQ==" }]);
  });

  it("remembers four thousand files and forgets the one not asked for the longest [KEEP-7]", async () => {
    const { readProgram } = counting("exit 0");
    const attributes = new ExtendedAttributes({ readProgram, platform: "linux" });
    const identities = Array.from({ length: 4096 }, (_, index) => `1:${index}:1`);
    for (const identity of identities) attributes.rememberNone(identity);
    expect(attributes.find("/file", "1:0:1")).toBeUndefined();
    attributes.rememberNone("one more");
    expect(attributes.find("/file", "1:0:1")).toBeUndefined();
    expect(attributes.find("/file", "1:2:1")).toBeUndefined();
    const asked = attributes.find("/file", "1:1:1");
    expect(asked).toBeInstanceOf(Promise);
    // The program it has started writes into the folder that is removed afterwards.
    expect(await asked).toBeUndefined();
  });

  it("ends for good when the program is not there [KEEP-7]", async () => {
    const path = createAttributeFolder().file("plain");
    const attributes = new ExtendedAttributes({
      readProgram: "filewright-no-such-program",
      platform: "linux",
    });
    expect(await attributes.find(path, "1:2:3")).toBeUndefined();
    expect(attributes.find(path, "1:2:4")).toBeUndefined();
    expect(attributes.apply([{ name: "user.x", value: "MQ==" }], path)).toEqual(["user.x"]);
  });

  it("never begins on a system without these programs [KEEP-7]", () => {
    const { readProgram, starts } = counting("exit 0");
    const attributes = new ExtendedAttributes({ readProgram, platform: "darwin" });
    expect(attributes.find("/file", "1:2:3")).toBeUndefined();
    expect(starts()).toBe(0);
  });

  it("sets nothing when only the program for setting is not there [KEEP-7]", () => {
    const path = createAttributeFolder().file("plain");
    const attributes = new ExtendedAttributes({ writeProgram: "filewright-no-such-program" });
    expect(attributes.apply([{ name: "user.x", value: "MQ==" }], path)).toEqual(["user.x"]);
  });
});
