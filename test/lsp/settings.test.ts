import { chmodSync, existsSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languageServerCheck } from "../../src/cli/commands/doctor/language-servers.js";
import { runCheck } from "../../src/cli/commands/doctor/run-check.js";
import { findServers, ServerFinder } from "../../src/lsp/find-servers.js";
import { findLanguage, knownServers } from "../../src/lsp/known-servers.js";
import { resolveServer } from "../../src/lsp/resolve-server.js";
import { combineServers, parseServerSettings } from "../../src/lsp/server-settings.js";
import { tempWorkspace } from "../support/workspace.js";
import { makeHome } from "./settings-support.js";

const parse = (languageServers: unknown): ReturnType<typeof parseServerSettings> =>
  parseServerSettings(JSON.stringify({ permissions: {}, languageServers }));

describe("Language servers", () => {
  it("are found on the PATH, and never in a project [LSP-19]", async () => {
    const { project, own, ground, install } = makeHome(
      { "node_modules/.bin/readme": "" },
      ({ project, own }) =>
        [project.path("node_modules/.bin"), "relative", own.path("links"), own.path("bin")].join(":"),
    );
    for (const name of ["clangd", "pyright-langserver"]) {
      chmodSync(project.write(`node_modules/.bin/${name}`, "#!/bin/sh\n"), 0o755);
    }
    own.write("links/readme", "");
    // A link of the person's own to what the project brings is the project's all the same.
    symlinkSync(project.path("node_modules/.bin/clangd"), own.path("links/clangd"));
    own.write("bin/rust-analyzer", "not executable");
    const program = install("gopls");
    const found = await findServers(ground);
    expect(found.installed.map(({ definition, program: { path } }) => [definition.name, path])).toEqual([
      ["gopls", program],
    ]);
    expect(found.missing).toEqual(expect.arrayContaining(["clangd", "pyright", "rust-analyzer"]));
    expect(found.searchPath).toBe([own.path("links"), own.path("bin")].join(":"));
  });

  it("that do the same work are used one at a time, the first that is there [LSP-19]", async () => {
    const { own, ground, install } = makeHome();
    install("typescript-language-server");
    own.write("typescript/package.json", '{"name":"typescript","version":"6.0.2"}');
    chmodSync(own.write("typescript/bin/tsc", ""), 0o755);
    symlinkSync(own.path("typescript/bin/tsc"), own.path("bin/tsc"));
    const names = async (): Promise<readonly (readonly string[])[]> => {
      const { installed, spare } = await findServers(ground);
      return [installed.map(({ definition }) => definition.name), spare];
    };
    expect(await names()).toEqual([["typescript-language-server"], []]);
    own.write("typescript/package.json", '{"name":"typescript","version":"7.0.2"}');
    expect(await names()).toEqual([["typescript"], ["typescript-language-server"]]);
  });

  it("are looked for again only after a while [LSP-19]", async () => {
    const { ground, install } = makeHome();
    let now = 1_000_000;
    const finder = new ServerFinder({ ...ground, now: () => now });
    expect((await finder.find()).installed).toEqual([]);
    install("gopls");
    now += 29_000;
    expect((await finder.find()).installed).toEqual([]);
    now += 2000;
    expect((await finder.find()).installed).toHaveLength(1);
  });

  it("are changed, added and switched off in the person's own settings [LSP-20]", async () => {
    const { ground, install, setUp } = makeHome();
    const program = install("my-server");
    install("gopls");
    install("clangd");
    setUp({
      gopls: { settings: { gopls: { staticcheck: true } }, environment: { GOFLAGS: "-tags=x" } },
      clangd: { disabled: true },
      mine: {
        command: ["my-server", "--stdio"],
        languages: { ".mine": "mine", Minefile: "mine" },
        needsTrust: true,
      },
      gone: { command: ["/nowhere/server"], languages: { ".x": "x" } },
    });
    const found = await findServers(ground);
    expect(found).toMatchObject({
      problems: [],
      disabled: ["clangd"],
      missing: expect.arrayContaining(["gone"]),
    });
    expect(found.installed.map(({ definition }) => definition.name)).toEqual(["gopls", "mine"]);
    const [gopls, mine] = found.installed;
    const resolve = (server: typeof gopls, isTrusted: boolean): unknown =>
      server && resolveServer(server, { environment: { PATH: "/bin" }, isTrusted });
    expect(resolve(gopls, true)).toMatchObject({
      settings: { gopls: { staticcheck: true } },
      environment: { PATH: "/bin", GOFLAGS: "-tags=x" },
    });
    // A user's settings do not replace what keeps a server from running a project's code.
    for (const isTrusted of [false, true]) {
      expect(resolve(gopls, isTrusted)).toMatchObject({
        environment: { GOFLAGS: "-tags=x", GOTOOLCHAIN: "local", GOPROXY: "off" },
      });
    }
    expect(resolve(mine, true)).toMatchObject({ name: "mine", program, arguments: ["--stdio"] });
    expect(resolve(mine, false)).toBeUndefined();
    expect(
      mine && [findLanguage(mine.definition, "a.MINE"), findLanguage(mine.definition, "Minefile")],
    ).toEqual(["mine", "mine"]);
  });

  it("with faults in their settings are told, and the others stay in force [LSP-20] [FIX-141]", async () => {
    const { ground, settingsFile, install, setUp } = makeHome();
    install("gopls");
    setUp({
      gopls: { comand: ["x"], disabled: "yes", settings: [], environment: { A: 1 } },
      "a/b": {},
      one: "text",
      two: { command: ["./relative"], languages: { ".x": "x" } },
      three: { command: [], languages: { "a/b": "x" } },
    });
    const { installed, problems } = await findServers(ground);
    expect(installed.map(({ definition }) => definition.name)).toEqual(["gopls"]);
    expect(problems.map((problem) => problem.replace(`${settingsFile}: `, () => ""))).toEqual([
      '"languageServers.gopls.comand" is not known and means nothing. Did you mean "command"?',
      '"languageServers.gopls.disabled" must be true or false.',
      '"languageServers.gopls.settings" must be an object.',
      '"languageServers.gopls.environment" must be an object whose values are in quotes.',
      '"languageServers.a/b" is no name for a server: letters, digits, ".", "_" and "-"; it is not used.',
      '"languageServers.one" must be an object; it is not used.',
      '"languageServers.two.command" must be a list of words, first a program: its absolute path, or a name on the PATH.',
      '"languageServers.three.command" must be a list of words, first a program: its absolute path, or a name on the PATH.',
      '"languageServers.three.languages" must be an object such as {".ext": "language"}.',
      '"languageServers.two" needs "command" and "languages"; it is not used.',
      '"languageServers.three" needs "command" and "languages"; it is not used.',
    ]);
    expect(problems.every((problem) => problem.startsWith(`${settingsFile}: `))).toBe(true);
    expect(parseServerSettings("{")).toEqual({ entries: [], problems: [] });
    expect(parseServerSettings('\ufeff{"languageServers":[]}').problems).toHaveLength(1);
    expect(parse(undefined)).toEqual({ entries: [], problems: [] });
    expect(combineServers(knownServers, parse({})).servers).toEqual(knownServers);
  });

  it("never come from a project's settings, and the doctor says so [LSP-21]", async () => {
    const mark = tempWorkspace({}).path("was-run");
    const script = `#!/bin/sh\ntouch ${mark}\n`;
    const evil = { command: ["/bin/sh", "-c", `touch ${mark}`], languages: { ".txt": "text" } };
    const settings = JSON.stringify({ languageServers: { evil, gopls: { command: ["./gopls"] } } });
    const { project, ground, install } = makeHome({
      ".filewright/settings.json": settings,
      ".filewright/settings.local.json": settings,
      gopls: script,
    });
    chmodSync(project.path("gopls"), 0o755);
    const program = install("gopls");
    const { installed, problems } = await findServers(ground);
    expect(problems).toEqual([]);
    expect(installed.map(({ program: { path } }) => path)).toEqual([program]);
    const toolkit = project.toolkit({ environment: ground.environment });
    const findings = await runCheck(languageServerCheck, { toolkit, environment: ground.environment });
    expect(findings).toMatchObject([
      { state: "ok", text: expect.stringContaining(`used: gopls (${program})`) },
      {
        state: "warning",
        text: `${project.path(".filewright/settings.json")} names language servers, which is ignored`,
      },
      { state: "warning", text: expect.stringContaining("settings.local.json") },
    ]);
    expect(existsSync(mark)).toBe(false);
  });

  it("are known by the languages of files [LSP-19]", () => {
    const languagesOf = (name: string): string[] =>
      knownServers.flatMap((server) => {
        const language = findLanguage(server, name);
        return language === undefined ? [] : [`${server.name}: ${language}`];
      });
    expect(languagesOf("a.test.TSX")).toEqual([
      "typescript: typescriptreact",
      "typescript-language-server: typescriptreact",
    ]);
    expect(languagesOf("tsconfig.json")).toEqual(["vscode-json-language-server: jsonc"]);
    expect(languagesOf("go.mod")).toEqual(["gopls: go.mod"]);
    for (const name of ["Makefile", "constructor", "a.toString", ".ts/a", ""])
      expect(languagesOf(name)).toEqual([]);
  });
});
