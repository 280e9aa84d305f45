/**
 * Language servers that are used where they are installed, and how each is kept from running a project's code and from
 * using the network on a project's behalf, whether or not the folder is trusted: a model can write to trusted folders too.
 */

/** By extension, with its dot, or by a file's whole name, which counts first. */
export type LanguageTable = Readonly<Record<string, string>>;

type Members = Readonly<Record<string, unknown>>;

/** How a server is started and what it is told. */
export interface ServerConduct {
  readonly arguments?: readonly string[];
  readonly initializationOptions?: Members;
  readonly settings?: Members;
  readonly environment?: Readonly<Record<string, string>>;
  /** Notifications without content, sent once it is ready. */
  readonly greetings?: readonly string[];
}

export interface ServerDefinition extends ServerConduct {
  readonly name: string;
  /** Looked up on the PATH, unless it is an absolute path. */
  readonly program: string;
  readonly languages: LanguageTable;
  /** Servers with the same one do the same work: the first that is installed is used. */
  readonly group?: string;
  /** What has to be found beside the program. */
  readonly companion?: "typescript-7" | "tsserver";
  /** Keeps it from running what a project brings. Always applied, and wins over everything else. */
  readonly pinned?: ServerConduct;
  /** Keeps it from using the network. Applied like `pinned` unless the user has allowed the network. */
  readonly offline?: ServerConduct;
  /** The user lets it use the network. */
  readonly network?: boolean;
  /** Absolute paths that the user lets it read, or change, besides the roots and its own installation. */
  readonly readable?: readonly string[];
  readonly writable?: readonly string[];
  /** A project's own configuration can make it run programs in spite of `pinned`. */
  readonly needsTrust?: boolean;
  /** See `ServerSpec`. */
  readonly settleMs?: number;
}

const script: LanguageTable = {
  ".ts": "typescript",
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "javascriptreact",
};

export const knownServers: readonly ServerDefinition[] = [
  {
    name: "typescript",
    program: "tsc",
    arguments: ["--lsp", "--stdio"],
    languages: script,
    group: "typescript",
    // From version 7 on the compiler is a server itself.
    companion: "typescript-7",
    // Otherwise it would install packages with types on its own.
    pinned: {
      settings: {
        "js/ts": { tsserver: { automaticTypeAcquisition: { enabled: false } } },
        typescript: { disableAutomaticTypeAcquisition: true },
      },
    },
  },
  {
    name: "typescript-language-server",
    program: "typescript-language-server",
    arguments: ["--stdio"],
    languages: script,
    group: "typescript",
    // It would run the TypeScript that the project brings if it were not given another.
    companion: "tsserver",
    pinned: { initializationOptions: { disableAutomaticTypingAcquisition: true } },
  },
  {
    name: "pyright",
    program: "pyright-langserver",
    arguments: ["--stdio"],
    languages: { ".py": "python", ".pyi": "python" },
    settleMs: 0,
  },
  {
    name: "gopls",
    program: "gopls",
    languages: { ".go": "go", "go.mod": "go.mod" },
    environment: { GOFLAGS: "-mod=readonly" },
    // Neither C compilers nor package drivers are run, and no other toolchain than the installed one.
    pinned: {
      environment: {
        GOTOOLCHAIN: "local",
        GOPACKAGESDRIVER: "off",
        CGO_ENABLED: "0",
      },
    },
    offline: { environment: { GOPROXY: "off", GOSUMDB: "off", GOVCS: "*:off" } },
  },
  {
    name: "rust-analyzer",
    program: "rust-analyzer",
    languages: { ".rs": "rust" },
    // Neither build scripts nor procedural macros nor checks by cargo, all of which run the project's code.
    pinned: {
      initializationOptions: {
        cargo: { buildScripts: { enable: false, overrideCommand: null } },
        procMacro: { enable: false, server: null },
        checkOnSave: false,
        check: { overrideCommand: null },
        rustfmt: { overrideCommand: null },
        workspace: { discoverConfig: null },
      },
      // A toolchain that is not installed is not fetched.
      environment: { RUSTUP_AUTO_INSTALL: "0" },
    },
    offline: { environment: { CARGO_NET_OFFLINE: "true" } },
    // `rust-analyzer.toml`, `.cargo/config.toml` and `rust-toolchain.toml` can still name programs.
    needsTrust: true,
  },
  {
    name: "clangd",
    program: "clangd",
    // An index of the project would be written into the project.
    arguments: ["--background-index=false"],
    languages: {
      ".c": "c",
      ".h": "c",
      ".cc": "cpp",
      ".cpp": "cpp",
      ".cxx": "cpp",
      ".hh": "cpp",
      ".hpp": "cpp",
      ".hxx": "cpp",
      ".m": "objective-c",
      ".mm": "objective-cpp",
    },
    // A project's configuration may name an index on the network. Compilers are run only with `--query-driver`.
    pinned: { arguments: ["--background-index=false", "--enable-config=false"] },
  },
  {
    name: "bash-language-server",
    program: "bash-language-server",
    arguments: ["start"],
    languages: { ".sh": "shellscript", ".bash": "shellscript" },
  },
  {
    name: "yaml-language-server",
    program: "yaml-language-server",
    arguments: ["--stdio"],
    languages: { ".yaml": "yaml", ".yml": "yaml" },
    settings: { yaml: { validate: true } },
    offline: {
      settings: { yaml: { schemaStore: { enable: false } } },
      // It then asks us for schemas from the network, and we have none.
      greetings: ["yaml/registerContentRequest"],
    },
  },
  {
    name: "vscode-json-language-server",
    program: "vscode-json-language-server",
    arguments: ["--stdio"],
    languages: {
      ".json": "json",
      ".jsonc": "jsonc",
      ".code-workspace": "jsonc",
      "tsconfig.json": "jsonc",
      "jsconfig.json": "jsonc",
    },
    settings: { json: { validate: { enable: true } } },
    offline: { initializationOptions: { handledSchemaProtocols: ["file"] } },
  },
];

/** The language of a file for this server; undefined when it is none of its own. */
export function findLanguage({ languages }: ServerDefinition, fileName: string): string | undefined {
  if (Object.hasOwn(languages, fileName)) return languages[fileName];
  const extension = /\.[^.]+$/.exec(fileName)?.[0].toLowerCase() ?? "";
  return Object.hasOwn(languages, extension) ? languages[extension] : undefined;
}
