/** Every tool with every input that might draw something out of a denied file. */
import { type CanaryCall, CONTENT, NAME } from "./canary-trees.js";
import { aimsAt } from "./fenced-workspace.js";

/** Names that are denied, near to them, above, below, beside and through links. */
const aimedNames: readonly string[] = [
  `${NAME}.env`,
  `${NAME.toUpperCase()}.ENV`,
  "wombat9c1d.enf",
  "wombat9c1f.txt",
  "wombat9c1.en",
  `${NAME}.env/below`,
  `${NAME}.env/`,
  `./src/../${NAME}.env`,
  `src/${NAME}.ts`,
  "src/wombat9c1d.tsx",
  "src/wombat9c1f.ts",
  `src/deep/${NAME}.env`,
  `src/deep/none.env`,
  "src/deep/wombat.txt",
  `vault-${NAME}`,
  `vault-${NAME}/`,
  `vault-${NAME}/a.txt`,
  `vault-${NAME}/none.txt`,
  `vault-${NAME}/sub`,
  `vault-${NAME}/a.txt/below`,
  `vault-${NAME}/no/such/folder/file`,
  `VAULT-${NAME}/A.TXT`,
  "vault-wombat9c1f",
  "vault-wombat9c1f/a.txt",
  `.hidden-${NAME}`,
  `.hidden-${NAME}/c.txt`,
  `ignored/${NAME}.env`,
  "lone",
  "lone/other.env",
  `docs/${NAME}.ipynb`,
  `docs/${NAME}.png`,
  `docs/${NAME}.pdf`,
  "docs/wombat9c1f.pdf",
  `docs/${NAME}-utf16.env`,
  `docs/${NAME}-binary.env`,
  `docs/${NAME}-large.env`,
  `docs/${NAME} 1.30\u202fPM.env`,
  "docs/wombat9c1f\u00a01.30 PM.txt",
  "alias.txt",
  "alias.txt/below",
  "alias.ipynb",
  "alias-folder",
  "alias-folder/a.txt",
  "alias-folder/none.txt",
  "alias-folder/a.txt/below",
  "alias-folder/sub",
  "chain/sub/b.txt",
  "chain/..",
  "src/up/b.txt",
  "src/up",
  "",
  "src",
  "docs",
  "src/app.ts",
  "src/app.ts/below",
  "new/folder/file.txt",
];

const patterns: readonly string[] = [
  "*",
  "**",
  "**/*",
  "**/*.env",
  "*.{env,ts}",
  "**/.*",
  "**/.*/**",
  `**/*${NAME}*`,
  `${NAME}.env`,
  `vault-${NAME}/*`,
  `vault-${NAME}/a.txt`,
  "vault-*/**",
  "alias-folder/**",
  "alias-folder/*",
  "alias-folder/a.txt",
  "alias.txt",
  "chain/**",
  "src/up/*",
  "src/*",
  "lone/*.env",
  "lone/*",
  "ignored/*",
  "ignored/*.env",
  "../**/*.env",
  "{lone,vault-*}/**",
  "~/**",
];

const searches: readonly Readonly<Record<string, unknown>>[] = [
  { pattern: CONTENT },
  { pattern: "needle" },
  { pattern: "needle", "-i": true },
  { pattern: "needle", head_limit: 2 },
  { pattern: "needle", head_limit: 3, offset: 2 },
  { pattern: "needle", head_limit: 0 },
  { pattern: "TOKEN=", "-C": 3 },
  { pattern: "second", "-B": 2, "-A": 2 },
  { pattern: "needle.*", "-o": true },
  { pattern: `needle[^]*?${CONTENT}`, multiline: true },
  { pattern: "second line", multiline: true },
  { pattern: "needle", glob: "*.env" },
  { pattern: "needle", glob: "**/*" },
  { pattern: "needle", glob: `vault-${NAME}/**` },
  { pattern: "needle", glob: "!*.env" },
  { pattern: "needle", glob: "lone/*" },
  { pattern: "needle", glob: "ignored/*.env" },
  { pattern: "needle", glob: "ignored/**" },
  { pattern: "needle", type: "ts" },
  { pattern: "needle", type: "jupyter" },
  { pattern: "needle", type: "no-such-type" },
  { pattern: "(" },
  { pattern: ".", glob: `${NAME}.env` },
];

const modes: readonly string[] = ["content", "files_with_matches", "count"];

type At = (name: string) => string;

/** Each tool in each way at each name. */
export function callsByName(at: At): readonly CanaryCall[] {
  return [
    ...aimedNames.flatMap((name) => aimsAt(at(name))),
    ...["1", "1-2"].map((pages) => ({ tool: "Read", input: { file_path: at(`docs/${NAME}.pdf`), pages } })),
    { tool: "Read", input: { file_path: at(`docs/${NAME}.png`), offset: 1 } },
    { tool: "Read", input: { file_path: at(`${NAME}.env`), offset: 1000 } },
    { tool: "Read", input: { path: at(`${NAME}.env`) } },
    { tool: "Reed", input: { file_path: at(`${NAME}.env`) } },
  ];
}

export function callsByPattern(at: At): readonly CanaryCall[] {
  return [
    ...patterns.map((pattern) => ({ tool: "Glob", input: { pattern } })),
    ...patterns.map((pattern) => ({ tool: "Glob", input: { pattern, path: at("") } })),
    ...["src", "docs", "lone"].map((name) => ({ tool: "Glob", input: { pattern: "**", path: at(name) } })),
  ];
}

export function callsByContent(at: At): readonly CanaryCall[] {
  return [
    ...modes.flatMap((output_mode) =>
      searches.map((input) => ({ tool: "Grep", input: { ...input, output_mode } })),
    ),
    ...["lone", "src", "docs", "alias-folder", "ignored"].flatMap((name) =>
      modes.map((output_mode) => ({ tool: "Grep", input: { pattern: "e", path: at(name), output_mode } })),
    ),
  ];
}
