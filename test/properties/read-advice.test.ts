/** What refusals advise, followed to the letter: the call is answered, and the refusal does not come again. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CallResult, Toolkit } from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

const noise = (length: number, seed: number): string => {
  let state = seed + 1;
  let text = "";
  while (text.length < length) {
    state = (state * 48_271) % 0x7fff_ffff;
    text += String.fromCharCode(33 + (state % 90));
  }
  return text;
};

/** Lines that take many tokens, few, or more than a view shows. */
const rows: readonly ((seed: number) => string)[] = [
  (seed) => `const value${seed} = compute(${seed});`,
  () => "😀👩‍👩‍👧‍👦🏳️‍🌈".repeat(30),
  () => "漢字假名交じり文".repeat(20),
  (seed) => noise(400, seed),
  (seed) => noise(5000, seed),
  () => "",
  () => " ".repeat(3000),
];

interface Shape {
  readonly kinds: readonly number[];
  readonly bytes: number;
  readonly hasEnd: boolean;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  kinds: fc.array(fc.nat(rows.length - 1), { minLength: 1, maxLength: 3 }),
  // Around the gates: tokens, 256 KB, and the megabyte from which files are read in slices.
  bytes: fc.constantFrom(2_000, 40_000, 120_000, 262_000, 262_300, 700_000, 1_048_500, 1_300_000),
  hasEnd: fc.boolean(),
});

function makeText({ kinds, bytes, hasEnd }: Shape): string {
  const lines: string[] = [];
  for (let length = 0, seed = 0; length < bytes; seed += 1) {
    const line = rows[kinds[seed % kinds.length] ?? 0]?.(seed) ?? "";
    lines.push(line);
    length += Buffer.byteLength(line) + 1;
  }
  return `${lines.join("\n")}${hasEnd ? "\n" : ""}`;
}

interface Advice {
  readonly tool: "Read" | "Grep";
  readonly input: object;
}

/** The next call that a failed one names: in words, or a Read of the whole file where it says so. */
function adviceOf({ error }: CallResult, file_path: string): Advice | "repeat" | undefined {
  // Where no line fits, Grep is what is advised.
  if (error === undefined || error.message.includes("Not even one line")) return undefined;
  if (
    error.message.endsWith(
      "That is the whole change, so no Read is needed: repeat the call if it still fits.",
    )
  )
    return "repeat";
  const named = /Read (?:it|on) with offset (\d+) and limit (\d+)/.exec(error.message);
  const called = /Next call: (Read|Grep) (\{.*\})$/.exec(error.message);
  if (called !== null)
    return { tool: called[1] as Advice["tool"], input: JSON.parse(called[2] ?? "") as object };
  if (named !== null)
    return { tool: "Read", input: { file_path, offset: Number(named[1]), limit: Number(named[2]) } };
  return /\bRead (?:it|the file)\b/.test(error.message) ? { tool: "Read", input: { file_path } } : undefined;
}

/** Follows advice until a call needs none; every call that is advised must be answered, and lead on. */
async function follow(
  toolkit: Toolkit,
  file_path: string,
  call: () => Promise<CallResult>,
  most: number,
): Promise<CallResult> {
  let result = await call();
  for (let round = 0; round < most; round += 1) {
    const advised = adviceOf(result, file_path);
    if (advised === undefined) return result;
    if (advised !== "repeat") {
      const looked = await toolkit.call(advised.tool, advised.input);
      expect([advised, looked.error?.message]).toEqual([advised, undefined]);
    }
    const before = result.error;
    result = await call();
    // Neither what a file lacks nor that it exists changes by looking at it.
    const isCured = !["MATCH_NOT_FOUND", "FILE_EXISTS"].includes(before?.code ?? "");
    if (isCured) expect(result.error?.message).not.toBe(before?.message);
  }
  return result;
}

describe("A Read that a refusal advises", () => {
  it("is answered, after Read, Edit and Write, read partly or not at all, and ends the matter [SAFE-159, LEDGER-474]", {
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(shapes, fc.constantFrom(1000, 5000, 25_000), async (shape, maxTokens) => {
        const text = makeText(shape);
        const workspace = tempWorkspace({ "a.txt": text });
        const file_path = workspace.path("a.txt");
        const open = (): Toolkit => workspace.editor({ limits: { maxTokens } });
        const edit = (toolkit: Toolkit, old_string: string) => () =>
          toolkit.call("Edit", { file_path, old_string, new_string: "something else" });

        const reader = open();
        const offset = text.split("\n").length >> 1 || 1;
        for (const input of [{}, { offset }, { offset, limit: 100_000 }]) {
          const advised = adviceOf(await reader.call("Read", { file_path, ...input }), file_path);
          if (advised === undefined || advised === "repeat") continue;
          expect((await reader.call("Read", advised.input)).error?.message).toBeUndefined();
        }

        const unread = open();
        await follow(unread, file_path, edit(unread, "no such text at all"), 3);
        const writer = open();
        await follow(writer, file_path, () => writer.call("Write", { file_path, content: "x\n" }), 3);
        const last = text.trimEnd().split("\n").at(-1) ?? "";
        const partly = open();
        await partly.call("Read", { file_path, offset: 1, limit: 1 });
        await follow(partly, file_path, edit(partly, last === "" ? " " : last.slice(0, 40)), 3);

        const stale = open();
        await stale.call("Read", { file_path, offset: 1, limit: 1 });
        workspace.write("a.txt", `first\n${text}`);
        await follow(stale, file_path, edit(stale, "first"), 2);
        const filler = open();
        await follow(
          filler,
          file_path,
          () => filler.call("Edit", { file_path, old_string: "", new_string: "x" }),
          1,
        );
        await workspace.dispose();
      }),
      { numRuns: 8 },
    );
  });
});
