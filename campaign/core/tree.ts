/** What the folders of an attack contain: secret files, open ones, links between them, and the rules that deny. */
import { join } from "node:path";
import type { Canaries } from "./oracle.js";

/** In every denied file, and in the names of denied files and folders. */
export const DENIED_CONTENT = "quokka7f3d";
export const DENIED_NAME = "wombat9c1e";
/** In every file outside the root, and in the names there. */
export const OUTSIDE_CONTENT = "okapi5b2a4";
export const OUTSIDE_NAME = "tapir8e4c0";

/** In names outside the root that no link, rule or call spells. */
export const UNSPELLED_NAME = "numbat6d7f1";

export const canaries: Canaries = {
  contents: [DENIED_CONTENT, OUTSIDE_CONTENT],
  names: [DENIED_NAME, OUTSIDE_NAME, UNSPELLED_NAME],
};

export const notebook = (source: string): string =>
  JSON.stringify({
    cells: [
      { cell_type: "code", id: "cell", metadata: {}, execution_count: null, outputs: [], source: [source] },
    ],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  });

const secret = (content: string): string => `needle ${content}\nsecond line\nTOKEN=${content}\n`;
const denied = secret(DENIED_CONTENT);
const outside = secret(OUTSIDE_CONTENT);

export const deniedFiles: Readonly<Record<string, string>> = {
  [`${DENIED_NAME}.env`]: denied,
  [`src/${DENIED_NAME}.ts`]: denied,
  [`src/deep/${DENIED_NAME}.env`]: denied,
  [`vault-${DENIED_NAME}/a.txt`]: denied,
  [`vault-${DENIED_NAME}/sub/b.txt`]: denied,
  [`vault-${DENIED_NAME}/rules`]: "*.md\n",
  [`.hidden-${DENIED_NAME}/c.txt`]: denied,
  [`lone/${DENIED_NAME}.env`]: denied,
  [`docs/${DENIED_NAME}.ipynb`]: notebook(`needle = "${DENIED_CONTENT}"`),
  [`docs/${DENIED_NAME}.png`]: `\u0089PNG\r\n${DENIED_CONTENT}`,
};

export const outsideFiles: Readonly<Record<string, string>> = {
  [`outside/${OUTSIDE_NAME}.txt`]: outside,
  [`outside/${OUTSIDE_NAME}.ipynb`]: notebook(`needle = "${OUTSIDE_CONTENT}"`),
  [`outside/sub-${OUTSIDE_NAME}/b.txt`]: outside,
  [`outside/${UNSPELLED_NAME}.txt`]: outside,
  [`inside-not/${UNSPELLED_NAME}.md`]: outside,
  [`home/${UNSPELLED_NAME}/a.txt`]: outside,
  "outside/rules": "*.md\n*.txt\n",
  [`inside-not/${OUTSIDE_NAME}.txt`]: outside,
  "home/.ssh/id_rsa": outside,
  [`home/${OUTSIDE_NAME}.txt`]: outside,
};

const long = `${"n".repeat(200)}.txt`;
export const openFiles: Readonly<Record<string, string>> = {
  ".gitignore": "ignored/\n",
  "src/app.ts": 'export const needle = "hay";\n',
  "src/other.ts": "nothing here\n",
  "src/deep/plain.txt": "needle in hay\nTOKEN=none\n",
  "docs/readme.md": "# Needle\nsecond line\n",
  "docs/open.ipynb": notebook("needle = 1"),
  "docs/long.txt": "needle in a long line of hay\n".repeat(500),
  "docs/caf\u00e9.txt": "needle composed\n",
  "docs/cafe\u0301.txt": "needle decomposed\n",
  "docs/bell\u0007.txt": "needle\n",
  [`docs/${long}`]: "needle\n",
  "ignored/plain.txt": "needle\n",
  "lone/plain.md": "nothing, needle\n",
  "linked/plain.md": "needle\n",
  "linked/plain.txt": "needle\n",
  "asked/notes.txt": "needle, to be asked about\n",
  // A repository that grants itself everything. Nobody trusts the folder, so nothing of it counts.
  ".filewright/settings.json": JSON.stringify({
    permissions: { allow: ["Read(//**)", "Edit(//**)"], additionalDirectories: ["../outside"] },
  }),
};

/** They lead to what is denied, outside, missing or endless; the same in every world. */
export const links = (base: string): Readonly<Record<string, string>> => ({
  "alias.txt": `${DENIED_NAME}.env`,
  "alias-folder": `vault-${DENIED_NAME}`,
  "alias.ipynb": `docs/${DENIED_NAME}.ipynb`,
  chain: "alias-folder",
  "src/up": `../vault-${DENIED_NAME}/sub`,
  "out.txt": `../outside/${OUTSIDE_NAME}.txt`,
  "out-absolute.txt": join(base, `outside/${OUTSIDE_NAME}.txt`),
  "out.ipynb": `../outside/${OUTSIDE_NAME}.ipynb`,
  "out-folder": "../outside",
  "out-chain": "out-folder",
  "dangling.txt": "nowhere/at/all",
  loop: "loop",
  "loop-a": "loop-b",
  "loop-b": "loop-a",
  "proc-root": "/proc/self/root",
  "proc-cwd": "/proc/self/cwd/..",
  "proc-out": `/proc/self/root${base}/outside`,
  "linked/.ignore": "../../outside/rules",
  "linked/.gitignore": `../vault-${DENIED_NAME}/rules`,
});

/** Names inside the root of secret files, in worlds that have them. */
export const hardLinks: Readonly<Record<string, string>> = {
  "hard-denied.txt": `in/${DENIED_NAME}.env`,
  "hard-denied.ipynb": `in/docs/${DENIED_NAME}.ipynb`,
  "hard-key.txt": "home/.ssh/id_rsa",
  "src/hard-sealed.txt": `outside/sub-${OUTSIDE_NAME}/b.txt`,
};

/** In a settings file, rules that begin with a slash are relative to its folder: `below` leads to the root. */
export const denyRules = (base: string, below: string): readonly string[] => [
  "Read(*.env)",
  `Read(${below}/src/${DENIED_NAME}.ts)`,
  `Read(vault-${DENIED_NAME}/**)`,
  `Read(vault-${DENIED_NAME}/)`,
  `Read(/${base}/in/.hidden-${DENIED_NAME})`,
  `Read(./docs/${DENIED_NAME}.*)`,
  `Read(/${base}/outside/sub-*/**)`,
  "Read(~/**/id_rsa)",
];

/** As `denyRules` says. */
export function isDenied(name: string): boolean {
  const segments = name.split("/");
  return (
    name.endsWith(".env") ||
    name === `src/${DENIED_NAME}.ts` ||
    name.startsWith(`docs/${DENIED_NAME}.`) ||
    segments.includes(`vault-${DENIED_NAME}`) ||
    segments[0] === `.hidden-${DENIED_NAME}`
  );
}
