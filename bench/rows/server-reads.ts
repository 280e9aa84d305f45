/** What the rows have in common in which servers read. */
import { readFileSync } from "node:fs";
import { expectSame, judgePeerAnswer } from "../answers.js";
import { amountLine, type Block } from "../contest.js";
import { numberLines } from "../fixture-text.js";
import { firstText } from "../peers/adapter.js";
import type { ReadingServer, ServerReader } from "../servers/server-reader.js";

/** Compares a result with one made the simple way. */
export function verifierOf({ side }: ReadingServer, path: string): (result: unknown) => string | undefined {
  const text = readFileSync(path, "utf8");
  if (side !== "ours") return (result) => judgePeerAnswer(firstText(result), text);
  const expected = numberLines(text.split("\n").slice(0, -1), 1, "→");
  return (result) => {
    expectSame(firstText(result), expected, "a Read by the server");
    return undefined;
  };
}

/** Unlike the time of a call it hardly depends on what else the machine does. */
export function renderProcessorTimes(
  { row, operation }: Pick<Block, "row" | "operation">,
  readers: readonly ServerReader[],
): Block[] {
  const lines = readers.flatMap(({ name, side, processorTimePerCall }) =>
    processorTimePerCall === undefined ? [] : [{ ...amountLine(name, "ms", [processorTimePerCall]), side }],
  );
  const title = `${operation}: processor time of the server per call, all rounds together`;
  return lines.length === 0 ? [] : [{ row, operation: title, note: undefined, lines }];
}
