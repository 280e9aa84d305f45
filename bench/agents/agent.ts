/** Makes the calls of a script the way a competent model does: follows the advice of refusals, and never edits unseen text. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolCall } from "../peers/tool.js";
import type { Dialect, LinesToRead, SearchRequest, TextEdit, Toolbox } from "./contestants/contestant.js";
import { type Cost, CostMeter } from "./cost.js";
import { findCellSource } from "./project/notebook.js";
import { ShownText } from "./shown-text.js";

/** How often the advice of a refusal is followed before the task counts as not finished. */
const MAX_ROUNDS = 3;

/** How to go on after a refused edit: another look, if the refusal advises nothing, then edits that fit the present text. */
export interface SecondTry {
  readonly edits: readonly TextEdit[];
  readonly look?: () => Promise<void>;
}

export class ScriptedAgent {
  readonly dialect: Dialect;
  readonly #toolbox: Toolbox;
  readonly #project: string;
  #shown = new ShownText();
  #meter: CostMeter;
  #meanwhile: () => void = () => undefined;

  constructor(dialect: Dialect, toolbox: Toolbox, project: string) {
    this.dialect = dialect;
    this.#toolbox = toolbox;
    this.#project = project;
    this.#meter = new CostMeter(project);
  }

  /** Starts a story. Each one is a task of its own, so what earlier stories showed no longer counts. */
  begin(meanwhile: () => void): void {
    this.#shown = new ShownText();
    this.#meter = new CostMeter(this.#project);
    this.#meanwhile = meanwhile;
  }

  /** Since `begin`. */
  get cost(): Cost {
    return this.#meter.cost;
  }

  /** Since `begin`. */
  wasShown(text: string): boolean {
    return this.#shown.has(text);
  }

  /** The number of the line that contains `text`, which a search must have shown. */
  findLine(path: string, text: string): number {
    this.#requireShown(text);
    const lines = this.#readFile(path).split("\n");
    const index = lines.findIndex((line) => line.includes(text));
    if (index === -1) throw new ScriptError(`${path} does not contain: ${text}`);
    return index + 1;
  }

  /** Lets the story's outside change happen. */
  meanwhile(): void {
    this.#meanwhile();
  }

  /** Makes a read-only call, which must succeed. */
  async call(call: ToolCall): Promise<string> {
    const { text, isRefused } = await this.#make(call);
    if (isRefused) throw new Error(`${call.name} was refused: ${text}`);
    return text;
  }

  async read(path: string, range?: LinesToRead): Promise<void> {
    await this.call(this.dialect.read(path, range));
  }

  async search(request: SearchRequest): Promise<void> {
    if (this.dialect.search === undefined) throw new ScriptError("this contestant can't search contents");
    await this.dialect.search((call) => this.call(call), request);
  }

  /** Replaces a whole file. */
  async write(path: string, content: string): Promise<void> {
    this.#requireShown(this.#readFile(path).trimEnd());
    await this.#change(path, this.dialect.write(path, content));
    this.#shown.add(content);
  }

  /** Replaces the source of a notebook cell. */
  async editCell(path: string, id: string, source: string): Promise<void> {
    if (this.dialect.editCell === undefined) throw new ScriptError("this contestant can't edit notebooks");
    for (const line of findCellSource(this.#readFile(path), id)) this.#requireShown(line.trim());
    await this.#change(path, this.dialect.editCell(path, id, source));
    this.#shown.add(source);
  }

  /** Edits one file, in as few calls as the tools allow. */
  async edit(path: string, edits: readonly TextEdit[], secondTry?: SecondTry): Promise<void> {
    let wanted = edits;
    for (let round = 0; round <= MAX_ROUNDS; round += 1) {
      const refusal = await this.#tryEdits(path, wanted);
      if (refusal === undefined) return;
      await this.#followAdvice(refusal.text, path, secondTry?.look);
      wanted = secondTry?.edits ?? refusal.left;
    }
    throw new Error(`${path} could not be edited`);
  }

  /** Stops at the first refusal and returns it with the edits that remain. */
  async #tryEdits(
    path: string,
    edits: readonly TextEdit[],
  ): Promise<{ text: string; left: readonly TextEdit[] } | undefined> {
    const calls = this.dialect.edit(path, edits, this.#readFile(path));
    for (const [index, { call, edits: made }] of calls.entries()) {
      for (const edit of made) this.#requireLinesShown(path, edit);
      const { text, isRefused } = await this.#make(call);
      if (isRefused) return { text, left: calls.slice(index).flatMap((later) => later.edits) };
      for (const edit of made) this.#shown.add(edit.new);
    }
    return undefined;
  }

  async #change(path: string, call: ToolCall): Promise<void> {
    for (let round = 0; round <= MAX_ROUNDS; round += 1) {
      const { text, isRefused } = await this.#make(call);
      if (!isRefused) return;
      await this.#followAdvice(text, path);
    }
    throw new Error(`${path} could not be changed`);
  }

  async #followAdvice(refusal: string, path: string, look?: () => Promise<void>): Promise<void> {
    const advice = this.dialect.findAdvice?.(refusal);
    if (advice === "repeat") return;
    if (advice !== undefined) await this.call(advice);
    else if (look !== undefined) await look();
    else await this.read(path);
  }

  async #make(call: ToolCall): Promise<{ text: string; isRefused: boolean }> {
    const answer = await this.#toolbox.call(call);
    const isRefused = this.dialect.isRefusal(answer);
    this.#shown.add(answer.text);
    this.#meter.add({
      sent: JSON.stringify(call),
      returned: this.dialect.withoutTimes?.(answer.text) ?? answer.text,
      isRefused,
      isPartialView: isRefused && this.dialect.isPartialView?.(answer.text) === true,
    });
    return { text: answer.text, isRefused };
  }

  /** An edit of every occurrence needs all the lines that it changes. */
  #requireLinesShown(path: string, edit: TextEdit): void {
    if (edit.all !== true) return this.#requireShown(edit.old);
    const changed = this.#readFile(path)
      .split("\n")
      .filter((line) => line.includes(edit.old));
    for (const line of changed) this.#requireShown(line.trim());
  }

  #requireShown(text: string): void {
    if (!this.#shown.has(text)) throw new ScriptError(`no call showed this text: ${text}`);
  }

  #readFile(path: string): string {
    return readFileSync(join(this.#project, path), "utf8");
  }
}

/** A mistake in the bench, not a failure of a contestant. */
export class ScriptError extends Error {}
