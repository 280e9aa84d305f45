/** A server's table in Codex's TOML; what comes out is read by a TOML reader that is not ours. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { planTomlEntry, planTomlRemoval } from "../../src/cli/commands/install/edit-toml.js";

const key = "mcp_servers";
const entry = { command: "npx", args: ["-y", "filewright", "mcp"] };
const table = '[mcp_servers.filewright]\ncommand = "npx"\nargs = ["-y", "filewright", "mcp"]\n';

function added(text: string | undefined): string {
  const edit = planTomlEntry(text, key, entry);
  if (edit.kind !== "changed") throw new Error(JSON.stringify(edit));
  return edit.text;
}

function removed(text: string): string {
  const edit = planTomlRemoval(text, key);
  if (edit.kind !== "changed") throw new Error(JSON.stringify(edit));
  return edit.text;
}

/** By Python's own reader. */
function parse(text: string): unknown {
  const program =
    "import sys, json, tomllib; print(json.dumps(tomllib.loads(sys.stdin.buffer.read().decode()), default=str))";
  return JSON.parse(execFileSync("python3", ["-c", program], { input: text, encoding: "utf8" }));
}

const tricky = `# Codex
model = "o" # default
notes = """
[mcp_servers.filewright]
command = "not this" \\""" ""\\
"""
path = 'C:\\[mcp_servers.filewright]'
list = [ "]", # ]
  [1, 2], { a = "}", b = '''
[x]''' },
]
at = 1979-05-27 07:32:00Z
"quoted \\u006bey"."a.b" = -1.5e3

[mcp_servers."other server"]
command = "other"
env = { A = "1" }

[[profiles]]
name = "x"
`;

describe("A server's table in TOML", () => {
  it.each<[string, string | undefined, string]>([
    ["no file", undefined, table],
    ["an empty file", "", table],
    ["a file with an end", 'model = "o"\n', `model = "o"\n\n${table}`],
    ["a file without one", 'model = "o"', `model = "o"\n\n${table}`],
    [
      "a marked file with CRLF",
      '\ufeffmodel = "o"\r\n',
      `\ufeffmodel = "o"\r\n\r\n${table.replaceAll("\n", "\r\n")}`,
    ],
    ["a file full of look-alikes", tricky, `${tricky}\n${table}`],
  ])("goes behind everything in %s [CLI-81]", (_, before, after) => {
    expect(added(before)).toBe(after);
    expect(planTomlEntry(after, key, entry)).toEqual({ kind: "unchanged" });
  });

  it("is what a TOML reader finds, beside all the rest [CLI-81]", () => {
    const before = parse(tricky) as { mcp_servers: object };
    expect(parse(added(tricky))).toEqual({
      ...before,
      mcp_servers: { ...before.mcp_servers, filewright: entry },
    });
    expect(parse(removed(added(tricky)))).toEqual(before);
    const odd = { command: 'a"b\\\u007f\u0001é', http_headers: { Authorization: "Bearer x", "a b": "c" } };
    const edit = planTomlEntry(undefined, key, odd);
    expect(parse(edit.kind === "changed" ? edit.text : "")).toEqual({ mcp_servers: { filewright: odd } });
  });

  it("is written over in its place, and keeps what the user put into it [CLI-83]", () => {
    const before = `[ mcp_servers . "filewright" ] # ours
startup_timeout_sec = 20
command = "node" # old
args = [
  "x",
]
url = "http://x"
enabled = true

[mcp_servers.filewright.env]
A = "1"

[other]
`;
    const after = `[ mcp_servers . "filewright" ] # ours
startup_timeout_sec = 20
command = "npx"
args = ["-y", "filewright", "mcp"] # old
enabled = true

[mcp_servers.filewright.env]
A = "1"

[other]
`;
    expect(added(before)).toBe(after);
    expect(added("[mcp_servers.filewright]\nenabled = true\n")).toBe(`${table}enabled = true\n`);
    const spread = table.replace(
      '["-y", "filewright", "mcp"]',
      () => '[\n  "-y", "filewright",\n  "mcp",\n]',
    );
    expect(planTomlEntry(spread, key, entry)).toEqual({ kind: "unchanged" });
  });

  it.each([
    [`a = 1\n\n${table}`, "a = 1\n"],
    [`a = 1\n${table}# mine\n[b]\n`, "a = 1\n# mine\n[b]\n"],
    [`${table}\n[mcp_servers.filewright.env]\nA = "1"\n\n[b]\nc = 1\n`, "\n[b]\nc = 1\n"],
    ["[mcp_servers.filewright]", ""],
    ["\ufeff[b]\r\n\r\n[mcp_servers.filewright]\r\nurl = 'x'\r\n", "\ufeff[b]\r\n"],
    ["[mcp_servers.filewright.env]\nA = 1\n[b]\n", "[b]\n"],
  ])("is taken out of %j with all that is below it [CLI-86]", (before, after) => {
    expect(removed(before)).toBe(after);
  });

  it("is not there to be taken out [CLI-86]", () => {
    for (const text of ["", "[mcp_servers]\n", "[mcp_servers.other]\n", "[filewright]\n"]) {
      expect(planTomlRemoval(text, key)).toEqual({ kind: "unchanged" });
    }
  });

  const unusual = "the server is not written as a table of its own, [mcp_servers.filewright]";
  it.each([
    ['mcp_servers = { filewright = { command = "x" } }', 1, 1, unusual],
    ['[mcp_servers]\nfilewright = { command = "x" }', 2, 1, unusual],
    ['[mcp_servers]\nfilewright.command = "x"', 2, 1, unusual],
    ['mcp_servers.filewright.command = "x"', 1, 1, unusual],
    ["[[mcp_servers.filewright]]", 1, 1, "the server is written as a list of tables"],
    [`${table}${table}`, 4, 1, "the table stands here for the second time"],
    ["a", 1, 2, 'expected "="'],
    ["a = ", 1, 5, "expected a value"],
    ['a = "b', 1, 5, "a string is not closed"],
    ['a = """b', 1, 5, "a string is not closed"],
    ["a = [1\nb = 2", 2, 1, 'expected a comma or "]"'],
    ["a = { b }", 1, 9, 'expected "="'],
    ["a = 1 b", 1, 7, "expected the end of the line"],
    ["[a", 1, 3, 'expected "]"'],
    ["[]", 1, 2, "expected a key"],
    ['"\\q" = 1', 1, 1, "unknown escape in a key"],
    [`a = ${"[".repeat(70)}`, 1, 70, "nested more than 64 deep"],
  ])("is refused by %j [CLI-84]", (text, line, column, problem) => {
    const expected = { kind: "invalid", problem, line, column };
    expect(planTomlEntry(text, key, entry)).toEqual(expected);
    expect(planTomlRemoval(text, key)).toEqual(expected);
  });

  it("is found under keys with any escape [CLI-84]", () => {
    expect(removed('["\\U0000006dcp_servers"."file\\u0077right"]\n"a\tb\\t" = 1\n')).toBe("");
  });
});
