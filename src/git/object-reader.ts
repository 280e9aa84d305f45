/** Contents of a repository, many at a time: to start git for each would take longer than all the rest. */
import type { GitFolder } from "./git-program.js";

const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_OBJECTS = 500;

interface SizedObject {
  readonly object: string;
  readonly size: number;
}

export class ObjectReader {
  readonly #git: GitFolder;
  readonly #awaited: readonly SizedObject[];
  #batch: ReadonlyMap<string, Uint8Array> = new Map();

  /** `awaited` are those that will be asked for, nearly in this order. */
  constructor(git: GitFolder, awaited: readonly SizedObject[]) {
    this.#git = git;
    this.#awaited = awaited;
  }

  /** Undefined when the repository does not have it. */
  async read(object: string): Promise<Uint8Array | undefined> {
    const held = this.#batch.get(object);
    if (held !== undefined) return held;
    const start = this.#awaited.findIndex((each) => each.object === object);
    if (start !== -1) this.#batch = await this.#readFrom(start);
    // One that is missing may have ended git before it came to the others.
    return this.#batch.get(object) ?? this.#git.ask("cat-file", "blob", object);
  }

  async #readFrom(start: number): Promise<ReadonlyMap<string, Uint8Array>> {
    const names: string[] = [];
    let bytes = 0;
    for (const { object, size } of this.#awaited.slice(start, start + BATCH_OBJECTS)) {
      bytes += size;
      if (names.length > 0 && bytes > BATCH_BYTES) break;
      names.push(object);
    }
    const answer = await this.#git.askAbout(`${names.join("\n")}\n`, "cat-file", "--batch");
    return answer === undefined ? new Map() : parseBatch(answer);
  }
}

/** `<object> <type> <size>`, a newline, the content, a newline; `<object> missing` where there is none. */
function parseBatch(answer: Buffer): ReadonlyMap<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>();
  for (let position = 0; position < answer.length; ) {
    const headEnd = answer.indexOf(10, position);
    if (headEnd === -1) break;
    const [object = "", type, size] = answer.toString("latin1", position, headEnd).split(" ");
    position = headEnd + 1;
    if (type !== "blob") continue;
    const end = position + Number(size);
    contents.set(object, answer.subarray(position, end));
    position = end + 1;
  }
  return contents;
}
