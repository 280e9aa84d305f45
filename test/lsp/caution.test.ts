import { describe, expect, it } from "vitest";
import { knownServers } from "../../src/lsp/known-servers.js";
import { resolveServer } from "../../src/lsp/resolve-server.js";
import { createServerEnvironment } from "../../src/lsp/server-environment.js";
import { combineServers, parseServerSettings } from "../../src/lsp/server-settings.js";

const parse = (languageServers: unknown): ReturnType<typeof parseServerSettings> =>
  parseServerSettings(JSON.stringify({ languageServers }));

describe("Language servers in a folder, trusted or not,", () => {
  it("get an environment without the host's secrets and the project's programs [LSP-22]", () => {
    const environment = {
      PATH: "/w/app/bin:/usr/bin",
      HOME: "/home/me",
      LC_ALL: "C",
      XDG_CACHE_HOME: "/home/me/.cache",
      GOPATH: "/home/me/go",
      ANTHROPIC_API_KEY: "secret",
      AWS_SECRET_ACCESS_KEY: "secret",
      NODE_OPTIONS: "--require=/w/app/evil.js",
      LD_PRELOAD: "/w/app/evil.so",
      VIRTUAL_ENV: "/w/app/.venv",
      EMPTY: undefined,
    };
    const isInRoots = (path: string): boolean => path.startsWith("/w/app/");
    const made = createServerEnvironment({ environment, searchPath: "/usr/bin", isInRoots });
    expect(made).toEqual({
      PATH: "/usr/bin",
      HOME: "/home/me",
      LC_ALL: "C",
      XDG_CACHE_HOME: "/home/me/.cache",
      GOPATH: "/home/me/go",
    });
    const outside = { environment: { VIRTUAL_ENV: "/home/me/venv" }, searchPath: "", isInRoots };
    expect(createServerEnvironment(outside)).toEqual({ PATH: "", VIRTUAL_ENV: "/home/me/venv" });
  });

  it("are kept from running a stranger's code, or are not started there [LSP-22, HOST-60]", () => {
    const program = { path: "/usr/bin/x", realPath: "/usr/bin/x" } as never;
    const resolve = (
      name: string,
      isTrusted: boolean,
      more: object = {},
    ): ReturnType<typeof resolveServer> => {
      const definition = knownServers.find((each) => each.name === name);
      if (definition === undefined) throw new Error(name);
      return resolveServer({ definition, program, ...more }, { environment: {}, isTrusted });
    };
    expect(resolve("rust-analyzer", false)).toBeUndefined();
    expect(resolve("rust-analyzer", true)).toMatchObject({ name: "rust-analyzer" });
    // Without a TypeScript of its own it would run the project's.
    expect(resolve("typescript-language-server", false)).toBeUndefined();
    const tsserver = "/usr/lib/node_modules/typescript/lib/tsserver.js";
    expect(resolve("typescript-language-server", false, { tsserver })?.initializationOptions).toEqual({
      disableAutomaticTypingAcquisition: true,
      tsserver: { path: tsserver, fallbackPath: tsserver },
    });
    // Nor in a folder that is trusted, where the model may write.
    expect(resolve("typescript-language-server", true)).toBeUndefined();
    expect(resolve("typescript-language-server", true, { tsserver })?.initializationOptions).toEqual({
      disableAutomaticTypingAcquisition: true,
      tsserver: { path: tsserver, fallbackPath: tsserver },
    });
    const wanted = { maxTsServerMemory: 4096, tsserver: { logVerbosity: "off", path: "/w/app/evil" } };
    const [own] = combineServers(
      knownServers.filter(({ name }) => name === "typescript-language-server"),
      parse({ "typescript-language-server": { command: ["tls"], initializationOptions: wanted } }),
    ).servers;
    expect(
      own &&
        resolveServer(
          { definition: own, program, tsserver: tsserver as never },
          { environment: {}, isTrusted: false },
        ),
    ).toMatchObject({
      initializationOptions: {
        ...wanted,
        tsserver: { logVerbosity: "off", path: tsserver, fallbackPath: tsserver },
      },
    });
    expect(resolve("typescript", true)?.settings).toMatchObject({
      typescript: { disableAutomaticTypeAcquisition: true },
    });
    expect(resolve("vscode-json-language-server", false)?.initializationOptions).toEqual({
      handledSchemaProtocols: ["file"],
    });
    expect(resolve("yaml-language-server", false)).toMatchObject({
      settings: { yaml: { schemaStore: { enable: false } } },
      greetings: ["yaml/registerContentRequest"],
    });
    for (const isTrusted of [false, true]) {
      expect(resolve("yaml-language-server", isTrusted)?.greetings).toHaveLength(1);
      expect(resolve("clangd", isTrusted)?.arguments).toEqual([
        "--background-index=false",
        "--enable-config=false",
      ]);
      expect(resolve("gopls", isTrusted)?.environment).toMatchObject({ GOPROXY: "off", CGO_ENABLED: "0" });
    }
    expect(resolve("rust-analyzer", true)?.initializationOptions).toMatchObject({
      cargo: { buildScripts: { enable: false } },
      procMacro: { enable: false },
      checkOnSave: false,
    });
  });

  it("use the network only where the user's own settings allow it [HOST-61]", () => {
    const program = { path: "/usr/bin/x", realPath: "/usr/bin/x" } as never;
    const resolve = (name: string, entry: object): ReturnType<typeof resolveServer> => {
      const [definition] = combineServers(
        knownServers.filter((each) => each.name === name),
        parse({ [name]: entry }),
      ).servers;
      if (definition === undefined) throw new Error(name);
      return resolveServer({ definition, program }, { environment: {}, isTrusted: true });
    };
    expect(resolve("gopls", {})?.environment).toMatchObject({ GOPROXY: "off", GOVCS: "*:off" });
    expect(resolve("gopls", { network: true })?.environment).not.toHaveProperty("GOPROXY");
    expect(resolve("gopls", { network: true })?.environment).toMatchObject({ GOTOOLCHAIN: "local" });
    const wanted = { initializationOptions: { handledSchemaProtocols: ["file", "https"] } };
    expect(resolve("vscode-json-language-server", wanted)?.initializationOptions).toEqual({
      handledSchemaProtocols: ["file"],
    });
    expect(
      resolve("vscode-json-language-server", { ...wanted, network: true })?.initializationOptions,
    ).toEqual(wanted.initializationOptions);
    expect(parse({ gopls: { network: "yes" } }).problems).toHaveLength(1);
  });

  it("read and change further places only by absolute paths of the user's own settings [HOST-62]", () => {
    const [gopls] = combineServers(
      knownServers.filter(({ name }) => name === "gopls"),
      parse({ gopls: { readable: ["/srv/shared"], writable: ["/var/cache/go"] } }),
    ).servers;
    expect(gopls).toMatchObject({ readable: ["/srv/shared"], writable: ["/var/cache/go"] });
    for (const wrong of [["relative"], "/srv/shared", [1]])
      expect(parse({ gopls: { readable: wrong, writable: wrong } }).problems).toHaveLength(2);
  });
});
