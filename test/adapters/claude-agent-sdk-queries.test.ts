/** What happens to a conversation of the SDK's real program: agents that it starts, compaction, aborting, long results. */
import type { Query } from "@anthropic-ai/claude-agent-sdk";
import { describe, expect, it } from "vitest";
import { createFileTools } from "../../src/adapters/claude-agent-sdk/index.js";
import { createNodeFileSystem } from "../../src/index.js";
import { alterFileSystem } from "../support/altered-file-system.js";
import { numberedPages } from "../support/pdfs.js";
import { tempWorkspace } from "../support/workspace.js";
import { call, hasProgram, optionsFor, own, runQuery } from "./support/claude-agent-sdk-harness.js";

describe.runIf(hasProgram)("A query of the Claude Agent SDK", () => {
  it("starts agents that have read nothing yet, each in a conversation of its own [CAS-23]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const file_path = workspace.path("a.txt");
    const askers: (string | undefined)[] = [];
    const files = createFileTools(optionsFor(workspace), {
      canUseTool: async (_name, _input, { agentID }) => {
        askers.push(agentID);
        return { behavior: "allow" };
      },
    });
    const change = call(own("Edit"), { file_path, old_string: "alpha", new_string: "beta" });
    const { requests, results } = await runQuery({
      turns: [
        call(own("Read"), { file_path }),
        call("Agent", { description: "change it", prompt: "Change it.", run_in_background: false }),
        // The agent's own words, until it is done.
        change,
        call(own("Read"), { file_path }),
        change,
        { say: "changed" },
        // And the first one's again: for it, the file has changed.
        call(own("Read"), { file_path }),
        { say: "done" },
      ],
      options: { ...files.options, tools: ["Agent"] },
    });
    const texts = requests.flatMap(({ messages }) => JSON.stringify(messages.at(-1)?.content));
    await files.close();
    expect(texts[3]).toContain("Read it first");
    expect(texts[4]).toContain("1→alpha");
    expect(texts[5]).toContain("has been updated");
    expect(results.at(-1)?.text).toContain("1→beta");
    expect(askers).toEqual([expect.any(String)]);
    expect(files.toolkit.session.issuedCalls).toBe(2);
  });

  it.each([
    ["compacted", "/compact", [{ say: "<summary>a file was read</summary>" }]],
    ["cleared", "/clear", []],
  ])(
    "answers a Read in full again once the conversation was %s, or is another one [CAS-24]",
    async (_, command, turns) => {
      const workspace = tempWorkspace({ "a.txt": "alpha\n" });
      const files = createFileTools(optionsFor(workspace));
      const read = call(own("Read"), { file_path: workspace.path("a.txt") });
      const said = promptsOneByOne(["Read it.", command, "Read it again."]);
      const first = await runQuery({
        prompt: said.prompts,
        turns: [read, read, { say: "read" }, ...turns, read, { say: "read again" }],
        options: files.options,
        onMessage: (message) => {
          if (message.type === "result") said.next();
        },
      });
      const second = await runQuery({ turns: [read, { say: "read" }], options: files.options });
      await files.close();
      const before = JSON.stringify(first.requests[2]?.messages.at(-1));
      expect(before).toContain("unchanged since last read");
      expect(first.results.at(-1)?.text).toContain("1→alpha");
      expect(second.results[0]?.text).toContain("1→alpha");
    },
  );

  it.each(["aborted", "interrupted"])(
    "that is %s in the middle of a change leaves the file as it was [CAS-27]",
    async (how) => {
      const workspace = tempWorkspace({ "a.txt": "alpha\n" });
      const file_path = workspace.path("a.txt");
      const inner = createNodeFileSystem();
      const abortController = new AbortController();
      let end = (): void => undefined;
      const isOver = new Promise<void>((resolve) => (end = resolve));
      let running: Query | undefined;
      let isApproved = false;
      const fileSystem = alterFileSystem(inner, {
        resolve: async (path) => {
          if (isApproved && path === file_path) {
            if (how === "aborted") abortController.abort();
            else {
              void running?.interrupt();
              await isOver;
            }
          }
          return inner.resolve(path);
        },
      });
      const files = createFileTools(
        { ...optionsFor(workspace), fileSystem },
        {
          abortController,
          canUseTool: async () => {
            isApproved = true;
            return { behavior: "allow" };
          },
        },
      );
      const finished: (string | undefined)[] = [];
      files.toolkit.workspace.events.on("call-finished", ({ code }) => finished.push(code));
      const run = runQuery({
        turns: [
          call(own("Read"), { file_path }),
          call(own("Edit"), { file_path, old_string: "alpha", new_string: "beta" }),
          { say: "done" },
        ],
        options: files.options,
        onMessage: (message, query) => {
          running = query;
          if (message.type === "result") end();
        },
      });
      await expect(run).rejects.toThrow();
      await files.close();
      expect(finished).toEqual([undefined, "CANCELLED"]);
      expect(workspace.read("a.txt")).toBe("alpha\n");
    },
  );

  it("shows a long file whole, and a PDF as text with its pages as pictures [CAS-28]", async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `line ${index + 1} ${"x".repeat(60)}`);
    const workspace = tempWorkspace({ "long.txt": `${lines.join("\n")}\n`, "two.pdf": numberedPages(2) });
    const files = createFileTools(optionsFor(workspace));
    const { results } = await runQuery({
      turns: [
        call(own("Read"), { file_path: workspace.path("long.txt") }),
        call(own("Read"), { file_path: workspace.path("two.pdf") }),
        { say: "done" },
      ],
      options: files.options,
    });
    await files.close();
    expect(results[0]?.text).toContain(`1200→${lines.at(-1)}`);
    expect(results[1]?.text).toContain("This is page 2");
    expect(results[1]?.images).toEqual(["image/png", "image/png"]);
  });
});

/** Words of a user who waits for the answer before the next ones. */
function promptsOneByOne(texts: readonly string[]) {
  let wake: (() => void) | undefined;
  async function* prompts() {
    for (const [index, content] of texts.entries()) {
      if (index > 0) await new Promise<void>((resolve) => (wake = resolve));
      const message = { role: "user" as const, content };
      yield { type: "user" as const, parent_tool_use_id: null, message };
    }
  }
  return { prompts: prompts(), next: () => wake?.() };
}
