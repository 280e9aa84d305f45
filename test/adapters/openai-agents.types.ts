/** The adapter's results are the SDK's own types, without a cast. Compiled, never run. */
import {
  Agent,
  type ApplyPatchTool,
  applyPatchTool,
  type Editor,
  run,
  type Tool,
  type ToolOutputFileContent,
  type ToolOutputImage,
  type ToolOutputText,
} from "@openai/agents";
import {
  createFileTools,
  createPatchEditor,
  type FileTool,
  type FileToolOptions,
  type FileToolOutput,
  type PatchEditor,
} from "../../src/adapters/openai-agents/index.js";

interface Surroundings {
  readonly user: string;
}

const options: FileToolOptions = { asks: "sdk" };
const files = createFileTools({ roots: ["/home/me/project"] }, options);
const patching: PatchEditor = createPatchEditor(files, { readFirst: false, folder: "/home/me/project" });

export const tools: Tool[] = files.tools;
export const typedTools: Tool<Surroundings>[] = files.tools;
export const later = files.tools.map((tool: FileTool): Tool => ({ ...tool, deferLoading: true }));
export type Answered = ToolOutputText | ToolOutputImage | ToolOutputFileContent;
export const toAnswer = (output: FileToolOutput): string | Answered[] => output;
export const editor: Editor = patching.editor;
export const patchTools: ApplyPatchTool[] = [
  applyPatchTool(patching),
  applyPatchTool({ ...patching, onApproval: async () => ({ approve: true }) }),
  applyPatchTool({ editor: patching.editor, needsApproval: patching.needsApproval }),
];

export const plain: Agent = new Agent({ name: "Plain", tools: files.tools });
export const typed: Agent<Surroundings> = new Agent<Surroundings>({
  name: "Typed",
  tools: [...files.tools, applyPatchTool(patching)],
});

export async function review(): Promise<string | undefined> {
  const { interruptions, state } = await run(plain, "Go on.");
  for (const item of interruptions) {
    const pending = files.approvalOf(item);
    if (pending === undefined) state.reject(item, { message: "unknown" });
    else if (files.approvals.answer(pending.id, { answer: "allow", comment: "fine" })) state.approve(item);
  }
  return (await run(plain, state)).finalOutput;
}
