/**
 * Language servers that are used where they are installed, and how each is kept from running a project's code, or going to
 * the network on a project's behalf, in a folder that the person has not said they trust. Some can't be kept from it.
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
  /** What it is given besides in a folder that is not trusted; it wins over everything else. */
  readonly cautious?: ServerConduct;
  /** It runs what a project brings, whatever it is told. */
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
    settings: {
      "js/ts": { tsserver: { automaticTypeAcquisition: { enabled: false } } },
      typescript: { disableAutomaticTypeAcquisition: true },
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
    initializationOptions: { disableAutomaticTypingAcquisition: true },
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
    cautious: {
      // Neither modules nor toolchains are fetched, and neither C compilers nor package drivers are run.
      environment: {
        GOFLAGS: "-mod=readonly",
        GOPROXY: "off",
        GOSUMDB: "off",
        GOTOOLCHAIN: "local",
        GOPACKAGESDRIVER: "off",
        CGO_ENABLED: "0",
      },
    },
  },
  {
    name: "rust-analyzer",
    program: "rust-analyzer",
    languages: { ".rs": "rust" },
    // By its own account it takes all code for trusted: a project chooses the compiler that it runs.
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
    // A project's configuration may name an index on the network. Compilers are run only if an option allows it.
    cautious: { arguments: ["--background-index=false", "--enable-config=false"] },
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
    cautious: {
      settings: { yaml: { validate: true, schemaStore: { enable: false } } },
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
    cautious: { initializationOptions: { handledSchemaProtocols: ["file"] } },
  },
];

/** The language of a file for this server; undefined when it is none of its own. */
export function findLanguage({ languages }: ServerDefinition, fileName: string): string | undefined {
  if (Object.hasOwn(languages, fileName)) return languages[fileName];
  const extension = /\.[^.]+$/.exec(fileName)?.[0].toLowerCase() ?? "";
  return Object.hasOwn(languages, extension) ? languages[extension] : undefined;
}
