/** Searches that have to look at every file: what comes on top of ripgrep's own time must not show. */
import type { Block, Goals } from "../contest.js";
import { compareGrep, type GrepMode } from "./grep-contest.js";
import type { Ground, Row } from "./row.js";
import { largeTree, patterns } from "./search-trees.js";

const goals: Goals = { target: { ratio: 1.1, plus: 5 } };

interface Search {
  readonly name: string;
  readonly pattern: string;
  readonly mode: GrepMode;
}

/** Content of the others would end with its page. */
const searches: readonly Search[] = [
  { name: "literal, few hits", pattern: patterns.rare, mode: "files_with_matches" },
  { name: "literal, few hits", pattern: patterns.rare, mode: "count" },
  { name: "literal, few hits", pattern: patterns.rare, mode: "content" },
  { name: "regex", pattern: patterns.regex, mode: "files_with_matches" },
  { name: "regex", pattern: patterns.regex, mode: "count" },
  { name: "common word", pattern: patterns.common, mode: "files_with_matches" },
  { name: "common word", pattern: patterns.common, mode: "count" },
];

const multilineSearches: readonly Search[] = [
  { name: "few hits", pattern: patterns.rareAcrossLines, mode: "content" },
  { name: "many hits", pattern: patterns.acrossLines, mode: "files_with_matches" },
];

export const grepWhole: Row = {
  id: "S1",
  title: "Grep through a large tree",
  run: (ground) => compareAll(ground, "S1", searches, { isMultiline: false }),
};

export const grepMultiline: Row = {
  id: "S4",
  title: "Grep across lines through a large tree",
  run: (ground) => compareAll(ground, "S4", multilineSearches, { isMultiline: true }),
};

async function compareAll(
  ground: Ground,
  row: string,
  all: readonly Search[],
  { isMultiline }: { readonly isMultiline: boolean },
): Promise<Block[]> {
  const tree = largeTree(ground);
  const blocks: Block[] = [];
  for (const { name, pattern, mode } of all) {
    const kind = isMultiline ? `multiline, ${name}` : name;
    blocks.push(
      await compareGrep(ground, {
        row,
        operation: `Grep ${mode}, ${kind}, in ${tree.name}`,
        directory: tree.path,
        pattern,
        mode,
        isMultiline,
        goals,
        // They may only look into the folder of the fixtures.
        hasPeers: ground.tree === undefined && pattern === patterns.rare && mode === "content",
        floors: [{ name: "rg", arguments: [] }],
      }),
    );
  }
  return blocks;
}
