import { expect, it } from "vitest";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import type { Answer } from "../../src/permissions/ask.js";
import { QuestionQueue } from "../../src/permissions/question-queue.js";

it("Questions about huge changes are refused while those before fill the memory that there is for them [FIX-170]", async () => {
  const queue = new QuestionQueue(undefined, Date.now);
  queue.attach();
  const ask = async (characters: number): Promise<Answer> =>
    queue.ask({
      question: {
        tool: "Write",
        operation: "write",
        path: "/w/a" as AbsolutePath,
        realPath: "/w/a" as RealPath,
        reason: "changes are asked about",
        flags: [],
        suggestions: [],
        change: {
          kind: "create",
          structuredPatch: [{ oldStart: 0, oldLines: 0, newStart: 1, newLines: 1, lines: ["+x"] }],
          before: null,
          after: "x".repeat(characters),
          isRevisable: true,
        },
      },
      sessionId: "s",
      callId: "1",
      signal: undefined,
      onFailure: () => undefined,
      onOpen: () => undefined,
      isCovered: () => false,
    });
  // The first is taken however large it is.
  const first = ask(300_000_000);
  await expect(ask(1000)).rejects.toThrow("no room for this change");
  queue.answer("q1", { answer: "deny" });
  await first;
  const others = [ask(100_000_000), ask(100_000_000)];
  await expect(ask(100_000_000)).rejects.toThrow("no room for this change");
  const small = ask(1000);
  expect(queue.open).toHaveLength(3);
  for (const { id } of queue.open) queue.answer(id, { answer: "deny" });
  await Promise.all([...others, small]);
  const last = ask(250_000_000);
  queue.answer(queue.open[0]?.id ?? "", { answer: "deny" });
  expect(await last).toEqual({ answer: "deny" });
});
