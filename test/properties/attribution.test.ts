/** Any work of tools and people on a file, and all of it taken back. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { write } from "../support/attribution.js";
import { tempWorkspace } from "../support/workspace.js";

const text = fc
  .array(fc.constantFrom("a\n", "b\n", "same line\n", "c", "\u{1f600}\n", "\n"), {
    minLength: 1,
    maxLength: 12,
  })
  .map((lines) => lines.join(""));

const steps = fc.array(fc.record({ by: fc.constantFrom("tool", "hand"), content: text }), {
  minLength: 1,
  maxLength: 6,
});

describe("Any work on a file", () => {
  it("adds up to the file, and leaves the tools nothing once theirs is taken back [ATTR-1, ATTR-3]", async () => {
    await fc.assert(
      fc.asyncProperty(text, steps, async (first, work) => {
        const files = tempWorkspace({ "a.txt": first });
        const agent = files.editor({ durability: "none" });
        const path = files.path("a.txt");
        for (const { by, content } of work) {
          if (by === "tool") await write(agent, path, content);
          else files.write("a.txt", content);
        }
        const account = await agent.history.attribution();
        for (const { tools, elsewhere, base } of account.files) {
          const characters = tools.characters + elsewhere.characters + base.characters;
          expect(characters).toBe(Array.from(files.read("a.txt")).length);
          expect(tools.lines + elsewhere.lines + base.lines).toBe(
            files.read("a.txt").match(/[^\n]*\n|[^\n]+$/g)?.length,
          );
        }
        const changes = await agent.history.list();
        for (const { record } of changes) {
          files.write("a.txt", (await agent.history.readContent(record.id, "after")) ?? "");
          await agent.history.undo(record.id);
        }
        if (changes.length > 0) {
          const { record } = changes.at(-1)!;
          expect(files.bytes("a.txt")).toEqual(await agent.history.readContent(record.id, "before"));
          const { totals } = await agent.history.attribution();
          expect(totals).toMatchObject({ tools: { lines: 0, characters: 0 }, elsewhere: { lines: 0 } });
        }
        await agent.close();
      }),
      { numRuns: 30 },
    );
  });
});
