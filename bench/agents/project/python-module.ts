/** Composes Python modules of a given length from filler and the pieces that stories contribute. */
import { FillerWriter } from "./filler.js";

export interface ModulePiece {
  /** Position in the module, from 0 to 1. */
  readonly at: number;
  /** Top-level code. */
  readonly text: string;
}

export interface ModuleSpec {
  readonly lines: number;
  readonly about: string;
  /** Import lines beyond the usual ones. */
  readonly imports?: readonly string[];
  readonly pieces?: readonly ModulePiece[];
}

const USUAL_IMPORTS = [
  "import logging",
  "import time",
  "from dataclasses import dataclass, replace",
  "",
  "from harbor.store.errors import StoreBusy, StoreTimeout",
];
const BETWEEN_BLOCKS = 2;

export function createModule(path: string, { lines, about, imports = [], pieces = [] }: ModuleSpec): string {
  const filler = new FillerWriter(seedOf(path));
  const head = [
    `"""${about}"""`,
    "",
    ...USUAL_IMPORTS,
    ...imports,
    "",
    "logger = logging.getLogger(__name__)",
  ];
  const blocks = [head.join("\n")];
  const waiting = pieces.toSorted((one, other) => one.at - other.at);
  let length = head.length + waiting.reduce((sum, { text }) => sum + countLines(text) + BETWEEN_BLOCKS, 0);
  let written = head.length;
  const add = (text: string): void => {
    blocks.push(text);
    written += countLines(text) + BETWEEN_BLOCKS;
  };
  while (length < lines) {
    for (let next = waiting[0]; next !== undefined && next.at * lines <= written; next = waiting[0]) {
      add(next.text);
      waiting.shift();
    }
    const block = filler.block();
    add(block);
    length += countLines(block) + BETWEEN_BLOCKS;
  }
  for (const { text } of waiting) add(text);
  return `${blocks.join("\n\n\n")}\n`;
}

function countLines(text: string): number {
  return text.split("\n").length;
}

/** The same path gets the same filler in every run. */
function seedOf(path: string): number {
  let seed = 7;
  for (const letter of path) seed = (seed * 31 + letter.charCodeAt(0)) % 1_000_003;
  return seed + 1;
}
