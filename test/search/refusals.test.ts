/** Every way to ask for what can't be searched, with the sentence and the next step. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { errorOf, textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const someFiles = (): TempWorkspace =>
  tempWorkspace({ "source/a.ts": "needle {\n", "source/b.ts": "}\n", "a.txt": "needle\n" });

async function refusal(files: TempWorkspace, tool: string, input: object): Promise<[string, string]> {
  const { code, message } = errorOf(await files.toolkit().call(tool, input));
  const [sentence = ""] = message.split("\n");
  expect(sentence.length).toBeLessThanOrEqual(300);
  return [code, message.replaceAll(files.root, "<root>")];
}

describe("A path that can't be searched", () => {
  it.each(["Glob", "Grep"])(
    "is refused by %s when it is missing, with near names or the way back [FIND-5]",
    async (tool) => {
      const files = someFiles();
      expect(await refusal(files, tool, { pattern: "x", path: files.path("sorce") })).toEqual([
        "FILE_NOT_FOUND",
        "Path does not exist: <root>/sorce.\nDid you mean <root>/source?",
      ]);
      expect(await refusal(files, tool, { pattern: "x", path: files.path("zzz") })).toEqual([
        "FILE_NOT_FOUND",
        "Path does not exist: <root>/zzz. Leave path out to search <root>.",
      ]);
      expect(await refusal(files, tool, { pattern: "x", path: files.path("a.txt/below") })).toEqual([
        "FILE_NOT_FOUND",
        "Path does not exist: <root>/a.txt/below. Leave path out to search <root>.",
      ]);
    },
  );

  it("is refused by Glob when it is a file or something else [FIND-5]", async () => {
    const files = someFiles();
    execFileSync("mkfifo", [files.path("pipe")]);
    expect(await refusal(files, "Glob", { pattern: "*", path: files.path("a.txt") })).toEqual([
      "NOT_DIRECTORY",
      '<root>/a.txt is a file, not a directory. Glob looks into directories: give path "<root>", or Read the file.',
    ]);
    expect(await refusal(files, "Glob", { pattern: "*", path: files.path("pipe") })).toEqual([
      "NOT_DIRECTORY",
      '<root>/pipe is a pipe, socket or device, not a directory. Glob looks into directories: give path "<root>".',
    ]);
  });

  it("is refused by Grep when it is a pipe, at once [FIND-5, SEARCH-11]", async () => {
    const files = someFiles();
    execFileSync("mkfifo", [files.path("pipe")]);
    expect(await refusal(files, "Grep", { pattern: "x", path: files.path("pipe") })).toEqual([
      "NOT_REGULAR_FILE",
      "<root>/pipe is a named pipe, not a regular file; opening it could wait for ever. Name a regular file instead.",
    ]);
    expect((await refusal(files, "Grep", { pattern: "x", path: "/dev/zero" }))[0]).toBe("DEVICE_BLOCKED");
  });

  it.each(["Glob", "Grep"])("is refused by %s when it leads out or leads nowhere [FIND-5]", async (tool) => {
    const files = tempWorkspace({
      "in/circle": { link: "circle" },
      "in/out": { link: "../out" },
      "out/x.txt": "x\n",
    });
    const options = { roots: [files.path("in")], workingDirectory: files.path("in") };
    const ask = async (path: string): Promise<string> =>
      errorOf(await files.toolkit(options).call(tool, { pattern: "x", path })).code;
    expect(await ask("not-here")).toBe("FILE_NOT_FOUND");
    expect(await ask("../out")).toBe("PERMISSION_DENIED");
    expect(await ask(files.path("in/circle"))).toBe("PATH_INVALID");
    expect(await ask(files.path("in/out"))).toBe("PERMISSION_DENIED");
    expect(await ask(files.path("out"))).toBe("PERMISSION_DENIED");
    expect(await ask(files.path("not-there"))).toBe("PERMISSION_DENIED");
    expect(await ask("a\0b")).toBe("PATH_INVALID");
  });

  it("named by an absolute pattern is asked for like any other [FIND-5]", async () => {
    const files = tempWorkspace({ "in/a.txt": "x\n", "out/b.txt": "x\n" });
    const toolkit = files.toolkit({ roots: [files.path("in")], workingDirectory: files.path("in") });
    for (const pattern of [files.path("out/*"), files.path("out/b.txt"), "../out/*", "/etc/*", "../*/b.txt"])
      expect(errorOf(await toolkit.call("Glob", { pattern })).code).toBe("PERMISSION_DENIED");
    for (const pattern of ["../in/*", `${files.path("in")}/*`, "./a.txt", "../in/../in/*.txt"])
      expect((await toolkit.call("Glob", { pattern })).output?.filenames).toEqual([files.path("in/a.txt")]);
  });
});

describe("A pattern that can't be used", () => {
  it.each([
    ["", "INPUT_INVALID", 'Glob: pattern is empty. "*" lists a directory, "**/*" everything below it.'],
    ["  \n", "INPUT_INVALID", 'Glob: pattern is empty. "*" lists a directory, "**/*" everything below it.'],
    [
      "x".repeat(10_000),
      "PATTERN_INVALID",
      `Glob: "${"x".repeat(59)}…" can't be used as a pattern: it has 10,000 characters, and 4,096 is the limit. Use a simpler one.`,
    ],
  ])("as a glob is refused with the next step, case %# [FIND-5]", async (pattern, code, message) => {
    expect(await refusal(someFiles(), "Glob", { pattern })).toEqual([code, message]);
  });

  it.each([
    "{a,b}".repeat(30),
    `${"**/".repeat(500)}a.ts`,
    "*".repeat(4000),
    `${"!(a|b)".repeat(40)}.ts`,
    "[",
    "{a",
    "a\0",
    "a\ud800",
  ])(
    "as a glob is answered or refused, but does not run away, case %# [FIND-5, SEARCH-11]",
    async (pattern) => {
      const files = someFiles();
      const glob = await files.toolkit().call("Glob", { pattern });
      expect([undefined, "PATTERN_INVALID", "INPUT_INVALID"]).toContain(glob.error?.code);
      const grep = await files.toolkit().call("Grep", { pattern: "needle", glob: pattern });
      expect([undefined, "PATTERN_INVALID", "INPUT_INVALID"]).toContain(grep.error?.code);
    },
  );

  it.each([
    ["", 'Grep: pattern is empty. It would match every line; "." finds lines that are not empty.'],
    ["a\0b", "Grep: pattern contains a NUL character. To search for one, write \\x00."],
    ["a\ud800", "Grep: pattern contains half of a surrogate pair. Send valid Unicode."],
    [
      "x".repeat(1_000_000),
      "Grep: pattern has 1,000,000 bytes, and 10,000 is the limit. Search for a shorter part of it.",
    ],
  ])("as text to search for is refused, case %# [GREP-7]", async (pattern, message) => {
    expect(await refusal(someFiles(), "Grep", { pattern })).toEqual(["INPUT_INVALID", message]);
  });

  it("as text to search for may be as long as the limit [GREP-7]", async () => {
    const files = tempWorkspace({ "a.txt": `${"x".repeat(10_000)}\n` });
    const result = await files.toolkit().call("Grep", { pattern: "x".repeat(10_000) });
    expect(textOf(result)).toBe(`Found 1 file\n${files.path("a.txt")}`);
  });

  const braces = "To find braces themselves, escape them: \\{ and \\}.";
  const brackets = "To find brackets or parentheses themselves, escape them: \\( \\) \\[ \\].";
  const unsupported =
    "Look-around and backreferences are not supported: search for the plain part and read the lines.";
  const newline = "To match across lines, set multiline to true.";
  it.each([
    ["(needle", brackets, "unclosed group"],
    ["needle)", brackets, "unopened group"],
    ["[a", brackets, "unclosed character class"],
    ["needle {", braces, "repetition quantifier expects a valid decimal"],
    ["a{2,1}", braces, "invalid repetition count range"],
    ["(?=needle)x", unsupported, "look-around, including look-ahead and look-behind, is not supported"],
    ["(?<!a)needle", unsupported, "look-around"],
    ["(a)\\1", unsupported, "backreferences are not supported"],
    ["needle\\nx", newline, 'the literal "\\n" is not allowed in a regex'],
    ["needle\nx", newline, 'the literal "\\n" is not allowed in a regex'],
    ["\\w{5000}", "It is too large: use smaller repetitions.", "size limit"],
    ["*needle", "To find the characters . * + ?", "repetition operator missing expression"],
    ["needle\\", "To find a backslash itself, write \\\\.", "unclosed group"],
    ["\\p{Nonsense}", "To find the characters . * + ?", "Unicode property not found"],
  ])(
    "as a regular expression is answered with the diagnosis and a hint: %j [GREP-7]",
    async (pattern, hint, diagnosis) => {
      const files = someFiles();
      for (const output_mode of ["files_with_matches", "count", "content"]) {
        const [code, message] = await refusal(files, "Grep", { pattern, output_mode });
        expect(code).toBe("PATTERN_INVALID");
        expect(message).toContain(
          "The pattern is not a valid regular expression for ripgrep. Nothing was searched. ",
        );
        expect(message).toContain(hint);
        expect(message).toContain(diagnosis);
        expect(message.length).toBeLessThan(2000);
      }
    },
  );

  it("as a regular expression does not flood the answer with itself [GREP-7]", async () => {
    const [code, message] = await refusal(someFiles(), "Grep", { pattern: `(${"x".repeat(9_000)}` });
    expect(code).toBe("PATTERN_INVALID");
    expect(message.length).toBeLessThan(2000);
  });

  it("across lines is allowed with multiline [GREP-7]", async () => {
    const files = tempWorkspace({ "a.txt": "one\ntwo\n" });
    const result = await files.toolkit().call("Grep", { pattern: "one\\ntwo", multiline: true });
    expect(textOf(result)).toBe(`Found 1 file\n${files.path("a.txt")}`);
  });
});

describe("A type that ripgrep does not know", () => {
  it.each([
    [
      "tsx",
      'Grep: type "tsx" is none that ripgrep knows. Did you mean ts or typescript or tex? Or use glob, such as "*.tsx".',
    ],
    [
      "pyhton",
      'Grep: type "pyhton" is none that ripgrep knows. Did you mean python or cython? Or use glob, such as "*.pyhton".',
    ],
    ["qqqqqqq", 'Grep: type "qqqqqqq" is none that ripgrep knows. Use glob instead, such as "*.ts".'],
    ["--pre=sh", undefined],
    ["a\nb", undefined],
    ["", "Grep: type is empty."],
    ["a\0b", "Grep: type contains a NUL character. Leave it out."],
    ["x".repeat(200_000), 'Grep: type has 200,000 bytes, and 10,000 is the limit. Give one such as "ts".'],
  ])("is refused with what it may have meant, case %# [GREP-7]", async (type, expected) => {
    const [code, message] = await refusal(someFiles(), "Grep", { pattern: "needle", type });
    expect(code).toBe("INPUT_INVALID");
    if (expected !== undefined) expect(message).toBe(expected);
  });
});
