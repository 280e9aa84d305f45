/**
 * Read before write, held against a model that knows nothing of the ledger: it goes by what the texts of the results show.
 * Every line of a file is unique, so the model can tell which of the former lines an Edit left as they were.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallResult, createNodeFileSystem, type Toolkit } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

type Advice = Readonly<Record<string, unknown>>;

/** A line of the file with its ending; the same object for as long as nobody changes it. */
interface Line {
  readonly text: string;
  readonly ending: string;
}

type Step =
  | { readonly kind: "read"; readonly at: number; readonly lines: number }
  | { readonly kind: "grep"; readonly tag: number; readonly around: number; readonly isOnly: boolean }
  | { readonly kind: "edit"; readonly at: number; readonly lines: number; readonly how: How }
  | { readonly kind: "replace-all"; readonly tag: number; readonly joins: boolean }
  | { readonly kind: "write" }
  | { readonly kind: "outside"; readonly at: number; readonly lines: number; readonly added: number };

/** What an Edit puts in the place of lines: other lines, nothing, a part, the same with a line more, or without the break after them. */
type How = "replace" | "delete" | "part" | "delete-text" | "join" | "insert";

const at = fc.nat(200);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant("read" as const), at, lines: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    kind: fc.constant("grep" as const),
    tag: fc.nat(4),
    around: fc.nat(2),
    isOnly: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("edit" as const),
    at,
    lines: fc.integer({ min: 1, max: 3 }),
    how: fc.constantFrom<How>("replace", "delete", "part", "delete-text", "join", "insert"),
  }),
  fc.record({ kind: fc.constant("replace-all" as const), tag: fc.nat(4), joins: fc.boolean() }),
  fc.record({ kind: fc.constant("write" as const) }),
  fc.record({
    kind: fc.constant("outside" as const),
    at,
    lines: fc.nat(3),
    added: fc.oneof(fc.nat(3), fc.constant(90)),
  }),
);

const story = fc.record({
  count: fc.integer({ min: 1, max: 60 }),
  ending: fc.constantFrom("\n", "\r\n"),
  hasEnd: fc.boolean(),
  steps: fc.array(step, { minLength: 4, maxLength: 24 }),
});

/** An agent with a file, and what it must know by what it was shown. */
class Model {
  lines: Line[];
  /** Lines of the present file that were shown as they are now. */
  seen = new Set<Line>();
  /** The version before somebody else changed the file, and its known lines; undefined if nobody has, or once that was shown. */
  before: { readonly content: string; readonly seen: ReadonlySet<Line> } | undefined;
  #made = 0;

  constructor(count: number, ending: string, hasEnd: boolean) {
    this.lines = Array.from({ length: count }, (_, index) => ({
      text: this.#makeText(),
      ending: index < count - 1 || hasEnd ? ending : "",
    }));
  }

  get content(): string {
    return this.lines.map(({ text, ending }) => text + ending).join("");
  }

  makeLine(ending: string): Line {
    return { text: this.#makeText(), ending };
  }

  #makeText(): string {
    this.#made += 1;
    const long = this.#made % 11 === 0 ? " long".repeat(130) : "";
    return `line <${this.#made}> tag${this.#made % 5};${long}`;
  }

  show(number: number, text: string): void {
    const line = this.lines[number - 1];
    if (line?.text === text) this.seen.add(line);
  }

  /** Somebody else has changed the file. */
  changeOutside(lines: Line[]): void {
    const former = this.before ?? { content: this.content, seen: this.seen };
    this.lines = lines;
    const isAsBefore = this.content === former.content;
    this.before = isAsBefore ? undefined : former;
    this.seen = new Set(isAsBefore ? former.seen : []);
  }

  /** The Edit succeeded: former lines that are still there stay as they were known, and all new ones are known. */
  changeOwn(content: string): void {
    const former = new Map(this.lines.map((line) => [line.text + line.ending, line]));
    const lines = (content.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((whole) => {
      const text = whole.replace(/\r?\n$/, "");
      return former.get(whole) ?? { text, ending: whole.slice(text.length) };
    });
    const old = new Set(this.lines);
    this.seen = new Set(lines.filter((line) => !old.has(line) || this.seen.has(line)));
    this.lines = lines;
  }
}

/** Every view numbers its lines; a diff does so by its headers. */
function lookAt(model: Model, text: string): void {
  let next = 0;
  for (const row of text.split("\n")) {
    const view = /^ *(\d+)→(.*)$/.exec(row) ?? /^(\d+)[:-](.*)$/.exec(row);
    const header = /^@@ -\d+,\d+ \+(\d+),(\d+) @@$/.exec(row);
    if (view !== null) model.show(Number(view[1]), view[2] ?? "");
    else if (header !== null) next = Number(header[1]);
    else if (/^[ +]/.test(row) && next > 0) {
      model.show(next, row.slice(1).replace(/\\r$/, ""));
      next += 1;
    }
  }
}

class Play {
  readonly #model: Model;
  readonly #files: TempWorkspace;
  readonly #toolkit: Toolkit;
  readonly #path: string;
  edits = 0;

  constructor(model: Model, files: TempWorkspace, toolkit: Toolkit) {
    this.#model = model;
    this.#files = files;
    this.#toolkit = toolkit;
    this.#path = files.write("a.txt", model.content);
  }

  async take(next: Step): Promise<void> {
    const model = this.#model;
    const file_path = this.#path;
    if (next.kind === "outside") {
      const start = next.at % (model.lines.length + 1);
      const added = Array.from({ length: next.added }, () => model.makeLine("\n"));
      const lines = model.lines.toSpliced(start, next.lines, ...added);
      if (lines.length === 0 || lines.slice(0, -1).some(({ ending }) => ending === "")) return;
      model.changeOutside(lines);
      this.#files.write("a.txt", model.content);
    } else if (next.kind === "read") {
      const offset = (next.at % Math.max(1, model.lines.length)) + 1;
      this.#look(await this.#toolkit.call("Read", { file_path, offset, limit: next.lines }), true);
    } else if (next.kind === "grep") {
      const pattern = `tag${next.tag}`;
      const input = {
        pattern,
        path: file_path,
        output_mode: "content",
        "-C": next.around,
        "-o": next.isOnly,
      };
      this.#look(await this.#toolkit.call("Grep", input));
    } else if (next.kind === "write") {
      const content = `${model.makeLine("").text}\n`;
      await this.#change("Write", { content }, model.lines);
    } else if (next.kind === "replace-all") {
      const old_string = `tag${next.tag};`;
      if (next.joins) return this.#joinAll(old_string);
      const needed = model.lines.filter(({ text }) => text.includes(old_string));
      if (needed.length === 0) return;
      await this.#change("Edit", { old_string, new_string: "tag!;", replace_all: true }, needed);
    } else {
      const start = next.at % Math.max(1, model.lines.length);
      const lines = model.lines.slice(start, start + next.lines);
      if (lines.length > 0) await this.#edit(next.how, lines);
    }
  }

  async #edit(how: How, lines: readonly Line[]): Promise<void> {
    const whole = lines.map(({ text, ending }) => text + ending).join("");
    const last = lines.at(-1)?.ending ?? "";
    const text = last === "" ? whole : whole.slice(0, -last.length);
    const made = `${this.#model.makeLine("").text} new`;
    const strings: Readonly<Record<How, readonly [string, string]>> = {
      replace: [whole, `${made}${last}`],
      delete: [whole, ""],
      "delete-text": [text, ""],
      part: [text.slice(5), `${made} part`],
      join: [whole, `${text} joined `],
      insert: [whole, `${whole}${made}${last}`],
    };
    const [old_string, new_string] = strings[how];
    if (old_string === new_string || old_string === "") return;
    const all = this.#model.lines;
    const beside: (Line | undefined)[] = [];
    // Without its break a line ends in the next one, and the last line of a file goes with the break before it.
    if (how === "join") beside.push(all[all.indexOf(lines.at(-1) as Line) + 1]);
    if (how.startsWith("delete") && last === "") beside.push(all[all.indexOf(lines[0] as Line) - 1]);
    const needed = [...lines, ...beside.filter((line) => line !== undefined)];
    await this.#change("Edit", { old_string, new_string }, needed);
  }

  /** Deletes an end of lines with its break, which joins each of these lines to the next. */
  async #joinAll(end: string): Promise<void> {
    const { lines } = this.#model;
    const isJoined = (line: Line | undefined): boolean =>
      line !== undefined && line.ending !== "" && line.text.endsWith(end);
    const needed = lines.filter((line, index) => isJoined(line) || isJoined(lines[index - 1]));
    if (needed.length === 0) return;
    await this.#change("Edit", { old_string: `${end}\n`, new_string: "", replace_all: true }, needed);
  }

  /** `needed` are the lines that the change is about; which it really touched is found out afterwards. */
  async #change(tool: "Edit" | "Write", input: object, needed: readonly Line[]): Promise<void> {
    const model = this.#model;
    const result = await this.#toolkit.call(tool, { file_path: this.#path, ...input });
    const content = this.#files.read("a.txt");
    if (result.isError) {
      expect(content).toBe(model.content);
      this.#refused(result, needed);
      if (result.error?.code === "FILE_PARTIALLY_READ") await this.#followAdvice(result.error.data, needed);
      return;
    }
    const kept = new Set(content.match(/[^\n]*\n|[^\n]+$/g) ?? []);
    const touched = model.lines.filter(({ text, ending }) => !kept.has(text + ending));
    expect(touched.filter((line) => !model.seen.has(line))).toEqual([]);
    this.edits += 1;
    model.changeOwn(content);
    this.#look(result);
  }

  /** One call shows everything that the change needs; lines over 2,000 characters aside, of which there are none. */
  async #followAdvice({ nextTool = "Read", nextCall }: Advice, needed: readonly Line[]): Promise<void> {
    this.#look(await this.#toolkit.call(String(nextTool), nextCall), nextTool === "Read");
    expect(needed.filter((line) => !this.#model.seen.has(line))).toEqual([]);
  }

  #refused({ error }: CallResult, needed: readonly Line[]): void {
    const model = this.#model;
    if (error?.code === "FILE_CHANGED_SINCE_READ") {
      expect(model.before).toBeDefined();
      const { before } = model;
      if (before === undefined || !error.message.includes("That is the whole change")) return;
      lookAt(model, error.message);
      model.before = undefined;
      for (const line of model.lines) if (before.seen.has(line)) model.seen.add(line);
      return;
    }
    // Any other refusal must have its reason in lines that were not shown.
    if (error?.code === "FILE_NOT_READ" || error?.code === "FILE_PARTIALLY_READ") {
      expect(needed.some((line) => !model.seen.has(line)) || model.lines.length === 0).toBe(true);
      return;
    }
    expect(["MATCH_NOT_UNIQUE", "NO_CHANGE"]).toContain(error?.code);
  }

  /** Whoever is shown a line knows the present version; a Read makes it known even if nothing is left to show. */
  #look(result: CallResult, isRead = false): void {
    if (result.isError) return;
    const model = this.#model;
    const { size } = model.seen;
    lookAt(model, textOf(result));
    if (isRead || model.seen.size > size) model.before = undefined;
  }
}

describe("An Edit of lines of which only some were shown", () => {
  it("changes no byte of any other line, and is refused for no other reason [LEDGER-470]", {
    timeout: 240_000,
  }, async () => {
    const files = tempWorkspace();
    const fileSystem = createNodeFileSystem({ extendedAttributes: "ignore" });
    let edits = 0;
    await fc.assert(
      fc.asyncProperty(story, async ({ count, ending, hasEnd, steps }) => {
        const toolkit = files.editor({ history: false, durability: "none", dedup: false, fileSystem });
        const play = new Play(new Model(count, ending, hasEnd), files, toolkit);
        for (const next of steps) await play.take(next);
        edits += play.edits;
        await toolkit.close();
      }),
      { numRuns: 250 },
    );
    // The property would hold of an engine that refuses everything.
    expect(edits).toBeGreaterThan(100);
  });
});
