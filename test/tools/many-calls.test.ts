import { describe, expect, it } from "vitest";
import type { CallResult } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { echoTool, touchTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Many calls at once", () => {
  it("runs safe neighbours side by side and others alone, with results in order [CALL-10]", async () => {
    const log: string[] = [];
    const note = (what: string) => log.push(what);
    const safe = echoTool("Safe", {}, note);
    const alone = echoTool("Alone", { concurrencySafe: false }, note);
    const toolkit = tempWorkspace().toolkit({ tools: [safe, alone] });
    const order: number[] = [];
    const results = await toolkit.callAll(
      [
        { name: "Safe", input: { what: "a", delay: 40 } },
        { name: "Safe", input: { what: "b" } },
        { name: "Alone", input: { what: "c", delay: 10 } },
        { name: "Alone", input: { what: "d" } },
        { name: "Safe", input: { what: "e", delay: 10 } },
        { name: "Missing", input: {} },
      ],
      { onResult: (_result, index) => order.push(index) },
    );
    expect(results.map((result: CallResult) => textOf(result).slice(0, 8))).toEqual([
      "a",
      "b",
      "c",
      "d",
      "e",
      "There is",
    ]);
    expect(order).toEqual([0, 1, 2, 3, 4, 5]);
    expect(log).toEqual([
      "start a",
      "start b",
      "end b",
      "end a",
      "start c",
      "end c",
      "start d",
      "end d",
      "start e",
      "end e",
    ]);
  });

  it("runs ten calls at once and no more [CALL-10]", async () => {
    let running = 0;
    let most = 0;
    const counting = echoTool("Counting", {}, (what) => {
      running += what.startsWith("start") ? 1 : -1;
      most = Math.max(most, running);
    });
    const toolkit = tempWorkspace().toolkit({ tools: [counting] });
    const calls = Array.from({ length: 25 }, (_, index) => ({
      name: "Counting",
      input: { what: `${index}`, delay: 5 },
    }));
    const results = await toolkit.callAll(calls);
    expect(results.map((result) => textOf(result))).toEqual(calls.map((call) => call.input.what));
    expect(most).toBe(10);
  });

  it("lets writing calls on one file wait for each other, and not those on others [CALL-14]", async () => {
    const log: string[] = [];
    const files = tempWorkspace();
    const toolkit = files.toolkit({ tools: [touchTool(log)], onAsk: () => ({ answer: "allow" }) });
    const [a, b] = [files.path("a"), files.path("b")];
    await Promise.all([a, a, b].map((what) => toolkit.call("Touch", { what })));
    expect(log.filter((entry) => entry.endsWith(a))).toEqual([
      `start ${a}`,
      `end ${a}`,
      `start ${a}`,
      `end ${a}`,
    ]);
    expect(log.indexOf(`start ${b}`)).toBeLessThan(log.indexOf(`end ${a}`));
  });
});
