/** Calls under way: bounded in number and in the size of their inputs. */
import { describe, expect, it } from "vitest";
import { ToolError } from "../../src/errors/tool-error.js";
import { RunningCalls } from "../../src/tools/running-calls.js";

const forever = (): Promise<void> => new Promise(() => undefined);

function requireStarted(started: Promise<void> | ToolError): Promise<void> {
  if (started instanceof ToolError) throw started;
  return started;
}

describe("Calls under way", () => {
  it("are bounded in number, and the next one is taken when one has ended [HOST-162]", () => {
    const calls = new RunningCalls({ maxCalls: 2, maxCharacters: 100 });
    const first = requireStarted(calls.start({}, forever));
    void requireStarted(calls.start({}, forever));
    const refused = calls.start({}, forever);
    expect(refused).toBeInstanceOf(ToolError);
    expect(refused).toMatchObject({ code: "TOO_MANY_CALLS" });
    expect((refused as ToolError).message).toBe(
      "This session has 2 calls under way, and no more can be held with this one. Nothing was done. Wait for some of their results, then make the call again.",
    );
    calls.end(first);
    void requireStarted(calls.start({}, forever));
  });

  it("are bounded in the size of their inputs, wherever the text is [HOST-162]", () => {
    const calls = new RunningCalls({ maxCalls: 10, maxCharacters: 100 });
    const first = requireStarted(calls.start({ content: "a".repeat(60) }, forever));
    expect(calls.start({ edits: [{ new_string: "b".repeat(41) }] }, forever)).toBeInstanceOf(ToolError);
    void requireStarted(calls.start({ edits: [{ new_string: "b".repeat(40) }] }, forever));
    calls.end(first);
    void requireStarted(calls.start({ content: "a".repeat(60) }, forever));
  });

  it("never refuse a call that is alone [HOST-162]", () => {
    const calls = new RunningCalls({ maxCalls: 10, maxCharacters: 100 });
    void requireStarted(calls.start({ content: "a".repeat(1000) }, forever));
  });

  it("can be waited for, however they end [HOST-162]", async () => {
    const calls = new RunningCalls();
    const failing = requireStarted(calls.start({}, () => Promise.reject(new Error("broken"))));
    await calls.settle();
    await expect(failing).rejects.toThrow("broken");
  });
});
