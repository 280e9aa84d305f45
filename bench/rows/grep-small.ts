/** Searches that are over before they have begun: what counts is how little comes on top of starting the program. */
import { copyFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Block, Goals } from "../contest.js";
import { compareGrep, type GrepMode } from "./grep-contest.js";
import type { Ground, Row } from "./row.js";

const FILES = 10;
const BYTES = 5 * 1024;
const LINE = 40;
/** In every file of the made-up text, but not on every line. */
const PATTERN = "await";
const FOLDER = "S3";

const goals: Goals = { target: { ratio: 1.5 } };

export const grepSmall: Row = {
  id: "S3",
  title: "Grep in ten files, and in one",
  async run(ground) {
    try {
      return await compareSmall(ground);
    } finally {
      ground.fixtures.removeChanging(FOLDER);
    }
  },
};

async function compareSmall(ground: Ground): Promise<Block[]> {
  const paths = makeTree(ground);
  const directory = dirname(paths[0] ?? "");
  const searches: { name: string; mode: GrepMode; file?: string }[] = [
    { name: "10 files of 5 KB", mode: "files_with_matches" },
    { name: "10 files of 5 KB", mode: "content" },
    { name: "a single file of 5 KB", mode: "content", file: "file-1.txt" },
  ];
  const blocks: Block[] = [];
  for (const { name, ...search } of searches) {
    blocks.push(
      await compareGrep(ground, {
        row: "S3",
        operation: `Grep ${search.mode} in ${name}`,
        ...search,
        directory,
        pattern: PATTERN,
        goals,
        hasPeers: search.mode === "content",
        floors: [{ name: "rg -j1", arguments: ["-j1"] }],
        repeat: ground.isQuick ? 2 : 20,
        rounds: { warmups: 2, rounds: 15 },
      }),
    );
  }
  return blocks;
}

function makeTree({ fixtures }: Ground): string[] {
  return fixtures.sourceFiles(FILES, BYTES, LINE).map((source, index) => {
    const path = fixtures.changing(FOLDER, `file-${index + 1}.txt`);
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(source, path);
    return path;
  });
}
