/** What must hold of a denied path, whichever tool is aimed at it, in whatever mode, and whoever would say yes. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import {
  type AbsolutePath,
  defineInput,
  defineTool,
  type PermissionMode,
  type RealPath,
  type ToolkitOptions,
  text,
} from "../../src/index.js";
import type { CheckRequest } from "../../src/tools/define-tool.js";
import { type Aim, aimsAt, type Fence } from "./fenced-workspace.js";

const input = defineInput({ where: text("A file.") });

/** A host's own tool, which shows a file as it is. */
export function peekTool(traits: { readonly readOnly: boolean }) {
  return defineTool({
    name: traits.readOnly ? "Peek" : "Poke",
    title: "Peek",
    searchHint: "look at a file",
    traits: { concurrencySafe: true, maxResultChars: 10_000, strict: false, deferred: false, ...traits },
    input,
    describe: () => "Shows a file.",
    pathOf: (given) => given.where,
    async check({ path }: CheckRequest<{ where: string }>, { workspace }) {
      const { realPath, stat } = await workspace.fileSystem.resolve(path as AbsolutePath);
      const operation = traits.readOnly ? ("read" as const) : ("write" as const);
      return { accesses: [{ operation, path: path as AbsolutePath, realPath, stat }], realPath };
    },
    execute: ({ realPath }: { accesses: never[]; realPath: RealPath }) => {
      const shown = readFileSync(realPath, "utf8");
      return { output: { shown }, shown };
    },
    render: ({ shown }) => [{ type: "text", text: shown }],
  });
}

export function everyAimAt(path: string): readonly Aim[] {
  return [
    ...aimsAt(path),
    { tool: "Peek", input: { where: path } },
    { tool: "Poke", input: { where: path } },
    { tool: "Grep", input: { pattern: "canary", path, output_mode: "content", "-C": 5 } },
    { tool: "Grep", input: { pattern: "canary", glob: "**" } },
  ];
}

export interface DeniedOptions {
  readonly permissions: NonNullable<ToolkitOptions["permissions"]>;
  /** For rules that deny changes alone. */
  readonly isReadable?: boolean;
  /** For a name that nobody denies, of a file that is denied under another. */
  readonly isListed?: boolean;
}

const modes: readonly PermissionMode[] = ["default", "acceptEdits", "bypassPermissions"];

/**
 * Refused by every tool, alone and many at once, in every mode, with a person who allows everything and is not even asked;
 * nothing of it is told, and nothing on the disk has moved.
 */
export async function expectDenied(fence: Fence, path: string, options: DeniedOptions): Promise<void> {
  const aims = everyAimAt(path).filter(
    ({ tool }) => options.isReadable !== true || /^(?:Write|Edit|NotebookEdit|Poke)$/.test(tool),
  );
  for (const mode of modes) {
    const asked: string[] = [];
    const toolkit = fence.toolkit({
      tools: [peekTool({ readOnly: true }), peekTool({ readOnly: false })],
      permissions: { mode, ...options.permissions },
      onAsk: ({ realPath }) => {
        asked.push(realPath);
        return { answer: "allow" };
      },
    });
    const sibling = fence.toolkit({ workspace: toolkit.workspace, tools: [peekTool({ readOnly: true })] });
    const calls = aims.map((aim) => ({ name: aim.tool, input: aim.input }));
    const alone = [];
    for (const { name, input } of calls) alone.push(await toolkit.call(name, input));
    const together = await toolkit.callAll(calls);
    const elsewhere = await sibling.callAll(calls.filter(({ name }) => name !== "Poke"));
    for (const answers of [alone, together]) {
      for (const [index, result] of answers.entries()) {
        const call = JSON.stringify(calls[index]);
        const isSearch = ["Glob", "Grep"].includes(calls[index]?.name ?? "");
        const found = (result.output as { numFiles?: number } | undefined)?.numFiles;
        if (options.isListed === true && calls[index]?.name === "Glob") continue;
        if (isSearch && !result.isError) expect([call, found]).toEqual([call, 0]);
        else expect([call, result.error?.code]).toEqual([call, "PERMISSION_DENIED"]);
      }
    }
    // Searches of what lies around may be asked about.
    expect(asked.filter((each) => each.startsWith(fence.inside))).toEqual([]);
    if (options.isReadable !== true) await fence.expectUnheard(alone, together, elsewhere);
  }
  if (options.isReadable !== true) await fence.expectIntact();
}
