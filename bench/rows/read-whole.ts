import { readFileSync } from "node:fs";
import { expectSame, flatten, judgePeerAnswer } from "../answers.js";
import { timedCommand } from "../command.js";
import { type Block, compete, type Entry, type Goals } from "../contest.js";
import { numberLines } from "../fixture-text.js";
import { callRead, firstText, openToolkit, wideOpen } from "../library.js";
import { timed } from "../measure.js";
import { type Ground, type Row, roundsOf } from "./row.js";

const BYTES = 250 * 1024;
/** Gives about 1,950 lines. */
const LINE = 131;
const REPEAT = 40;

export const readWhole: Row = {
  id: "R2",
  title: "Read a file of 250 KB whole, numbered",
  async run(ground) {
    const plain = new WholeFile(ground, ground.fixtures.sourceFile(BYTES, LINE));
    const accented = new WholeFile(ground, ground.fixtures.accentedFile(BYTES, LINE));
    return [
      await plain.compare("Read 250 KB whole", [
        plain.entry("arrow", flatten, { target: { ratio: 3 }, stretch: { ratio: 1.5 } }),
        plain.entry("tab", flatten, { target: { ratio: 2.5 }, stretch: { ratio: 1.5 } }),
        plain.entry("arrow, not flattened", (text) => text),
        plain.entry("tab, not flattened", (text) => text),
        plain.entry("arrow, and output.file.content", (text, content) => flatten(content()) && flatten(text)),
      ]),
      await accented.compare("Read 250 KB whole, not only ASCII", [
        accented.entry("arrow", flatten),
        accented.entry("tab", flatten),
      ]),
    ];
  },
};

/** What is done with an answer before the clock stops: its text, and its content when asked for. */
type Use = (text: string, content: () => string) => string;

class WholeFile {
  readonly #ground: Ground;
  readonly #path: string;
  readonly #text: string;
  readonly #lines: readonly string[];

  constructor(ground: Ground, path: string) {
    this.#ground = ground;
    this.#path = path;
    this.#text = readFileSync(path, "utf8");
    this.#lines = this.#text.split("\n").slice(0, -1);
  }

  /** `kind` begins with the separator. */
  entry(kind: string, use: Use, goals?: Goals): Entry {
    const lineNumbers = kind.startsWith("tab") ? "tab" : "arrow";
    const toolkit = openToolkit(this.#ground.fixtures.directory, { ...wideOpen, lineNumbers });
    const request = { file_path: this.#path, limit: this.#lines.length };
    const expected = numberLines(this.#lines, 1, lineNumbers === "tab" ? "\t" : "→");
    const contestant = timed({
      name: `filewright, ${kind}`,
      side: "ours",
      repeat: REPEAT,
      operation: async () => {
        const { content, output } = await callRead(toolkit, request);
        return use(firstText(content), () => (output?.type === "text" ? output.file.content : ""));
      },
      verify: (answer) => expectSame(answer, expected, `250 KB, ${kind}`),
    });
    return goals === undefined ? { contestant } : { contestant, goals };
  }

  async compare(operation: string, entries: readonly Entry[]): Promise<Block> {
    const path = this.#path;
    return compete({
      row: "R2",
      operation: `${operation} (${this.#lines.length} lines), numbered`,
      note: "cap of 1,000,000 tokens, limit = all lines, dedup off; judged flattened, as a sender needs it",
      entries,
      floors: [
        timed({
          name: "readFileSync utf8",
          side: "floor",
          repeat: REPEAT,
          operation: () => flatten(readFileSync(path, "utf8")),
        }),
        timedCommand({ name: "cat -n", side: "floor", program: "cat", arguments: ["-n", path] }),
      ],
      peers: () =>
        this.#ground.peers.enter({
          steps: [[{ kind: "read", path }]],
          repeat: this.#ground.isQuick ? 2 : 20,
          verify: (answer) => judgePeerAnswer(answer, this.#text),
        }),
      rounds: roundsOf(this.#ground, { warmups: 8, rounds: 15 }),
    });
  }
}
