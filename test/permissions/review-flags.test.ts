import { describe, expect, it } from "vitest";
import { executable, flagsOf, flagsOfPatch, later, remote, textsOf } from "./reviewed-changes.js";

describe("A new address in settings", () => {
  it.each<[string, string, string, string]>([
    [
      "a.json",
      "{}",
      '{\n "$schema": "https://evil.example/s.json"\n}',
      "has its $schema fetched from evil.example",
    ],
    ["a.json", "{}", '{ "$schema": "//evil.example/s.json" }', "has its $schema fetched from evil.example"],
    [
      "a.json",
      "{}",
      String.raw`{ "$schema": "https:\/\/evil.example/s" }`,
      "has its $schema fetched from evil.example",
    ],
    [
      "a.json",
      "{}",
      String.raw`{ "\u0024schema": "\u0068ttps://evil.example" }`,
      "has its $schema fetched from evil.example",
    ],
    ["a.json", "{}", '{ "$schema": "file://server/share" }', "has its $schema fetched from server"],
    ["a.json", "{}", '{ "x": "HTTP://Evil.Example:8080/x" }', "adds an address at evil.example:8080"],
    ["a.json", "{}", '{ "x": "https://good.example@evil.example/" }', "adds an address at evil.example"],
    ["a.json", "{}", '{ "x": "https:/evil.example/" }', "adds an address at evil.example"],
    ["a.json", "{}", '{ "x": "https://g\u043e\u043ed.example/" }', "adds an address at xn--gd-fmca.example"],
    ["a.json", "{}", '{ "x": "https://${HOST}/a" }', "adds an address at ${host}"],
    ["a.json", "{}", '{ "x": "wss://evil.example" }', "adds an address at evil.example"],
    ["a.json", "{}", '{ "x": "git+ssh://git@evil.example/x.git" }', "adds an address at evil.example"],
    ["a.yml", "a: 1\n", "a: 1\nb: https://evil.example/x\n", "adds an address at evil.example"],
    ["a.yaml", "", 'b: "\\x68ttps://evil.example/x"\n', "adds an address at evil.example"],
    ["a.toml", "", 'b = "ftp://evil.example"\n', "adds an address at evil.example"],
    ["a.ini", "", "b=http://evil.example\n", "adds an address at evil.example"],
    [".npmrc", "", "registry=http://evil.example\n", "adds an address at evil.example"],
    ["my.code-workspace", "{}", '{ "x": "http://evil.example" }', "adds an address at evil.example"],
    [".idea/misc.xml", "", '<x url="http://evil.example"/>', "adds an address at evil.example"],
  ])("%s from %j to %j is flagged with its host [PERM-45]", (path, before, after, text) => {
    for (const flags of [flagsOf, flagsOfPatch])
      expect(flags(`/w/app/${path}`, before, after).filter(({ kind }) => kind !== "runs-later")).toEqual([
        remote(text),
      ]);
  });

  it.each<[string, string, string]>([
    ["a.ts", "", 'const x = "https://evil.example";'],
    ["a.md", "", "https://evil.example"],
    ["a.json", '{ "x": "https://a.example/1" }', '{\n  "y": "https://a.example/1"\n}'],
    ["a.json", '{ "x": "https:\\/\\/a.example/1" }', '{\n  "y": "https://a.example/1"\n}'],
    ["a.json", '{ "x": "https://a.example/1" }', "{}"],
    ["a.json", "{}", '{ "$schema": "./schema.json", "x": "file:///a", "y": "mailto:a@b.example" }'],
    [
      "package-lock.json",
      '{ "a": "https://r.example/1" }',
      '{ "a": "https://r.example/1", "b": "https://r.example/2" }',
    ],
  ])("is not what %s from %j to %j brings [PERM-45]", (path, before, after) => {
    expect(flagsOf(`/w/app/${path}`, before, after)).toEqual([]);
  });

  it("is another address at a known host too, and in lock files only another host [PERM-45]", () => {
    const before = '{\n "a": "https://r.example/1"\n}';
    const after =
      '{\n "a": "https://r.example/1",\n "b": "https://r.example/2",\n "c": "https://s.example"\n}';
    expect(textsOf(flagsOf("a.json", before, after))).toEqual([
      "adds an address at r.example",
      "adds an address at s.example",
    ]);
    expect(textsOf(flagsOf("package-lock.json", before, after))).toEqual(["adds an address at s.example"]);
  });
});

describe("A setting of an editor", () => {
  it.each<[string, string, string, string[]]>([
    [
      ".vscode/settings.json",
      "{}",
      '{ "python.defaultInterpreterPath": "/tmp/x" }',
      ["python.defaultInterpreterPath"],
    ],
    [".vscode/settings.json", '{ "git.path": "git" }', '{ "git.path": "./evil" }', ["git.path"]],
    [
      ".vscode/settings.json",
      "{}",
      '{ "terminal.integrated.profiles.linux": { "b": { "path": "x", "args": ["-c", "y"] } } }',
      ["terminal.integrated.profiles.linux > b > path", "terminal.integrated.profiles.linux > b > args"],
    ],
    [".vscode/settings.json", "{}", '{ "chat.tools.autoApprove": true }', ["chat.tools.autoApprove"]],
    [".vscode/settings.json", "{}", '{ "typescript.tsdk": "./lib" }', ["typescript.tsdk"]],
    [
      ".vscode/tasks.json",
      "{}",
      '{ "tasks": [{ "label": "a", "command": "b" }] }',
      ["tasks", "tasks > command"],
    ],
    [
      ".vscode/tasks.json",
      '{ "tasks": [{ "command": "b", "args": ["1"] }] }',
      '{ "tasks": [{ "command": "b", "args": ["2"] }] }',
      ["tasks > args"],
    ],
    ["a.code-workspace", "{}", '{ "settings": { "git.path": "x" } }', ["settings > git.path"]],
    [
      ".zed/settings.json",
      "{}",
      '{ "lsp": { "x": { "binary": { "path": "y" } } } }',
      ["lsp > x > binary > path"],
    ],
    [".devcontainer/devcontainer.json", "{}", '{ "postCreateCommand": "x" }', ["postCreateCommand"]],
    [".devcontainer.json", "{}", '{ /* c */ "image": "x", }', ["image"]],
    [".devcontainer/compose.yml", "", "services:\n  a:\n    command: x\n", ["command"]],
    [".idea/workspace.xml", "", '<option name="INTERPRETER_PATH" value="x" />', ["INTERPRETER_PATH"]],
    [".vscode/settings.json", "{}", '{ "git.path": "x"', ["git.path"]],
  ])("in %s from %s to %s is flagged by its key [PERM-46]", (path, before, after, keys) => {
    expect(flagsOf(`/w/app/${path}`, before, after)).toEqual(keys.map(executable));
    expect(flagsOf(`C:\\w\\app\\${path.replaceAll("/", "\\")}`, before, after)).toEqual(keys.map(executable));
  });

  it.each<[string, string, string]>([
    [".vscode/settings.json", "{}", '{ "editor.tabSize": 2, "files.exclude": { "x": true } }'],
    [
      ".vscode/settings.json",
      '{ "git.path": "git" }',
      '{\n  // moved\n  "editor.tabSize": 2, "git.path": "git",\n}',
    ],
    [".vscode/settings.json", '{ "git.path": "git" }', "{}"],
    [".vscode/settings.json", "{}", '{ "explorer.showPath": true }'],
    ["src/settings.json", "{}", '{ "git.path": "x" }'],
    [".idea/misc.xml", '<option name="PATH" value="x" />\n', '  <option name="PATH" value="x" />\n'],
  ])("that names no new program, in %s from %s to %s, is not flagged [PERM-46]", (path, before, after) => {
    expect(flagsOf(`/w/app/${path}`, before, after)).toEqual([]);
  });

  it("is found by its lines where the file is too large to hold [PERM-46]", () => {
    expect(flagsOfPatch("/w/.vscode/settings.json", "{\n}\n", '{\n"git.path": "x"\n}\n')).toEqual([
      executable("git.path"),
    ]);
  });
});

describe("What runs later", () => {
  it.each<[string, string, string, string[]]>([
    [
      "package.json",
      "{}",
      '{ "scripts": { "postinstall": "x" } }',
      ["changes what runs later: the script postinstall in package.json"],
    ],
    [
      ".github/workflows/ci.yml",
      "on: push\n",
      "on: pull_request\n",
      ["changes what runs on build servers (ci.yml)"],
    ],
    [".gitlab-ci.yml", "", "a: b\n", ["changes what runs on build servers (.gitlab-ci.yml)"]],
    [
      "Dockerfile",
      "FROM a\n",
      "FROM a\nRUN x\n",
      ["changes what runs in an image or while it is built (Dockerfile)"],
    ],
    [
      "Dockerfile",
      "RUN a\n",
      "RUN a \\\n && b\n",
      ["changes what runs in an image or while it is built (Dockerfile)"],
    ],
    [
      "dev.dockerfile",
      "",
      "CMD x\n",
      ["changes what runs in an image or while it is built (dev.dockerfile)"],
    ],
    ["Dockerfile", "FROM a\n", "# RUN x\nFROM b\n\nCOPY . .\n", []],
    ["src/Dockerfile.ts", "", "", []],
    ["docs/workflows/ci.yml", "", "a: b\n", []],
  ])("in %s from %j to %j is flagged as %j [PERM-44]", (path, before, after, texts) => {
    expect(flagsOf(`/w/app/${path}`, before, after)).toEqual(texts.map(later));
  });

  it("is not flagged for lines that are only taken away [PERM-44]", () => {
    expect(flagsOf("/w/.github/workflows/ci.yml", "a: b\nc: d\n", "a: b\n")).toEqual([]);
  });
});
