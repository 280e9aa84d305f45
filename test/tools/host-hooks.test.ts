import { afterEach, describe, expect, it } from "vitest";
import type { WorkspaceEvent } from "../../src/notify/events.js";
import type { AskHandler } from "../../src/permissions/ask.js";
import type { ToolkitOptions } from "../../src/toolkit.js";
import { textOf } from "../support/answers.js";
import { untilAsked } from "../support/waiting.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const broken = new Error("the host's own mistake");
const fail = (): never => {
  throw broken;
};
const reject = (): Promise<never> => Promise.reject(broken);

interface Opened {
  readonly files: TempWorkspace;
  readonly toolkit: ReturnType<TempWorkspace["toolkit"]>;
  /** Which hooks were reported, and for which calls. */
  readonly reported: string[];
}

const unhandled: unknown[] = [];
const noteUnhandled = (error: unknown): void => void unhandled.push(error);
process.on("unhandledRejection", noteUnhandled);

/** By the end of the next turn a promise that nobody handles has been reported. */
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  expect(unhandled.splice(0)).toEqual([]);
});

function open(options: ToolkitOptions, tree: Record<string, string> = { "a.txt": "one\n" }): Opened {
  const files = tempWorkspace(tree);
  const toolkit = files.toolkit(options);
  const reported: string[] = [];
  toolkit.workspace.events.on("internal-error", (event: WorkspaceEvent<"internal-error">) => {
    reported.push(`${event.tool} ${event.reference} ${event.callId}`.trim());
    if (event.error !== broken) expect(event.error).toBeInstanceOf(TypeError);
  });
  return { files, toolkit, reported };
}

describe("countTokens", () => {
  const text = "some words in a line\n".repeat(1500);
  const answers: [string, () => unknown][] = [
    ["throws", fail],
    ["rejects", reject],
    ["returns NaN", () => Number.NaN],
    ["returns a negative number", () => -5],
    ["returns nothing", () => undefined],
  ];
  it.each(answers)(
    "that %s leaves the gate to the local count [LIMIT-420, CALL-420]",
    async (_, countTokens) => {
      const hooked = open(
        { countTokens: countTokens as () => number, limits: { maxTokens: 1000 } },
        { "a.txt": text },
      );
      const plain = open({ limits: { maxTokens: 1000 } }, { "a.txt": text });
      const read = ({ toolkit, files }: Opened, range: object = {}) =>
        toolkit.call("Read", { file_path: files.path("a.txt"), ...range });
      const refused = await read(hooked);
      expect(textOf(refused)).toBe(textOf(await read(plain)));
      expect(refused.error?.code).toBe("TOO_MANY_TOKENS");
      expect(hooked.reported).toEqual(["host countTokens 1"]);
    },
  );

  it("that fails in the middle of a search for a fitting page still gives advice that works [LIMIT-420]", async () => {
    let calls = 0;
    const countTokens = (piece: string): number => {
      calls += 1;
      if (calls === 3) throw broken;
      return Math.ceil(piece.length / 3);
    };

    const { toolkit, files } = open({ countTokens, limits: { maxTokens: 2000 } }, { "a.txt": text });
    const refused = await toolkit.call("Read", { file_path: files.path("a.txt") });
    expect((await toolkit.call("Read", refused.error?.data["nextCall"])).isError).toBe(false);
  });

  it("that never returns ends with the call [LIMIT-420]", async () => {
    const hangs = (): Promise<number> => new Promise(() => undefined);
    const { toolkit, files, reported } = open(
      { countTokens: hangs, limits: { maxTokens: 1000 } },
      { "a.txt": text },
    );
    const controller = new AbortController();
    const reading = toolkit.call("Read", { file_path: files.path("a.txt") }, { signal: controller.signal });
    controller.abort();
    expect((await reading).error?.code).toBe("CANCELLED");
    expect(reported).toEqual([]);
  });
});

describe("limits", () => {
  it.each<[string, () => unknown]>([
    ["throws", fail],
    ["rejects", reject],
    ["returns nothing", () => undefined],
    ["returns text", () => "many"],
  ])("that %s leaves the defaults [LIMIT-420, CALL-420]", async (_, limits) => {
    const { toolkit, files, reported } = open({ limits: limits as () => object });
    expect(toolkit.session.limits.maxTokens).toBe(25_000);
    expect((await toolkit.call("Read", { file_path: files.path("a.txt") })).isError).toBe(false);
    expect(reported).toEqual(["host limits"]);
  });
});

describe("foldsCase", () => {
  it.each<[string, () => unknown]>([
    ["throws", fail],
    ["rejects", reject],
    ["returns nothing", () => undefined],
  ])("that %s leaves it to a look at the disk [CALL-420]", async (_, foldsCase) => {
    const permissions = { allow: ["Edit"], foldsCase: foldsCase as () => boolean };
    const { toolkit, files, reported } = open({ permissions });
    const result = await toolkit.call("Write", { file_path: files.path("new.txt"), content: "x\n" });
    expect(result.isError).toBe(false);
    expect(new Set(reported)).toEqual(new Set(["host foldsCase"]));
  });
});

describe("onAsk", () => {
  const handlers: [string, () => unknown][] = [
    ["throws", fail],
    ["rejects", reject],
    ["answers nothing", () => undefined],
    ["answers a word", async () => "yes"],
    ["answers with content that is no text", async () => ({ answer: "allow", content: 7 })],
  ];
  it.each(handlers)("that %s is nobody to ask [PERM-420, CALL-420]", async (_, handler) => {
    const onAsk = handler as AskHandler;
    const { toolkit, files, reported } = open({ onAsk });
    const answers: string[] = [];
    toolkit.workspace.events.on("permission-answered", ({ answer }) => void answers.push(answer));
    const call = { file_path: files.path("new.txt"), content: "x\n" };
    const expected = textOf(await files.toolkit().call("Write", call));
    for (const result of [
      await toolkit.call("Write", call),
      await files.toolkit({ workspace: toolkit.workspace }).call("Write", call, { onAsk }),
    ]) {
      expect(result.error?.code).toBe("PERMISSION_DENIED");
      expect(textOf(result)).toBe(expected);
    }
    expect(files.stamp("new.txt")).toBeUndefined();
    expect(reported).toEqual(["host onAsk 1", "host onAsk 1"]);
    expect(answers).toEqual(["withdrawn", "withdrawn"]);
    expect(toolkit.permissions.questions).toEqual([]);
  });

  it.each(handlers)("that %s leaves the question to those at the console [PERM-420]", async (_, onAsk) => {
    const { toolkit, files } = open({ onAsk: onAsk as AskHandler });
    const detach = toolkit.permissions.attach();
    const writing = toolkit.call("Write", { file_path: files.path("new.txt"), content: "x\n" });
    await untilAsked(toolkit, 1, new Set());
    await new Promise((resolve) => setImmediate(resolve));
    const [question] = toolkit.permissions.questions;
    expect(toolkit.permissions.answer(question?.id ?? "", { answer: "allow" })).toBe(true);
    expect((await writing).isError).toBe(false);
    detach();
  });

  it("that rejects because the question is over is not reported [CALL-420]", async () => {
    const onAsk: AskHandler = (_, { signal }) =>
      new Promise((_resolve, rejectLater) => signal?.addEventListener("abort", () => rejectLater(broken)));
    const { toolkit, files, reported } = open({ onAsk });
    const controller = new AbortController();
    const call = { file_path: files.path("new.txt"), content: "x\n" };
    const cancelled = toolkit.call("Write", call, { signal: controller.signal });
    await untilAsked(toolkit, 1, new Set());
    controller.abort();
    expect((await cancelled).error?.code).toBe("CANCELLED");
    const answered = toolkit.call("Write", call);
    await untilAsked(toolkit, 1, new Set());
    toolkit.permissions.answer(toolkit.permissions.questions[0]?.id ?? "", { answer: "allow" });
    expect((await answered).isError).toBe(false);
    expect(reported).toEqual([]);
  });
});

describe("onKnown, onProgress and onResult", () => {
  it.each<[string, () => unknown]>([
    ["throw", fail],
    ["reject", reject],
  ])("that %s change nothing for the calls [CALL-420]", async (_, hook) => {
    const { toolkit, files, reported } = open({});
    const call = { name: "Read", input: { file_path: files.path("a.txt") } };
    const options = { onKnown: hook, onResult: hook };
    const results = await toolkit.callAll([call, { ...call, name: "Nope" }], options);
    await new Promise((resolve) => setImmediate(resolve));
    expect(results.map(({ isError }) => isError)).toEqual([false, true]);
    expect(reported.toSorted()).toEqual(["host onKnown 1", "host onResult", "host onResult"]);
  });
});
