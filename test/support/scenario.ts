/**
 * Golden scenarios: a folder is a specification. `input/` is the tree before, `calls.jsonl` what happens, one step a
 * line, `expected/` the tree afterwards (absent: as in `input/`), `transcript.md` every word the model saw.
 *
 * Steps: {"tool", "input"} calls a tool, every change being allowed; {"outside": "write", "path", "text"} and
 * {"outside": "touch", "path", "at"} are other programs; {"session": "newContextEpoch"} is the host; {"history": "checkpoint" |
 * "undo" | "redo" | "rewind", "how"} is the person; {"person": answers} has them answer the next questions like this instead of
 * allowing everything; {"options"} on the first line configures the toolkit.
 * `{root}` stands for the workspace. Pictures and documents are one line each in the transcript. Set UPDATE_SCENARIOS=1 to
 * write transcripts anew, then read the difference.
 */
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { Answer, Block, Question, RestoreOptions, Toolkit, ToolkitOptions } from "../../src/index.js";
import { PdfService } from "../../src/media/pdf/pdf-service.js";
import { tempWorkspace } from "./workspace.js";

interface HistoryStep {
  readonly history: "checkpoint" | "undo" | "redo" | "rewind";
  readonly how?: RestoreOptions;
}

type Step =
  | { readonly options: ToolkitOptions }
  | { readonly tool: string; readonly input: unknown }
  | { readonly outside: "write"; readonly path: string; readonly text: string }
  | { readonly outside: "touch"; readonly path: string; readonly at?: number }
  | { readonly session: "newContextEpoch" }
  | { readonly person: readonly Answer[] }
  | HistoryStep;

export interface ScenarioResult {
  readonly transcript: string;
  readonly tree: Readonly<Record<string, string>>;
}

export async function runScenario(folder: string): Promise<ScenarioResult> {
  const workspace = tempWorkspace();
  cpSync(join(folder, "input"), workspace.root, { recursive: true });
  const steps = readFileSync(join(folder, "calls.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line.replaceAll("{root}", workspace.root)) as Step);
  const [first] = steps;
  const parts: string[] = [];
  const answers: Answer[] = [];
  const onAsk = (question: Question): Answer => {
    const answer = answers.shift();
    if (answer === undefined) return { answer: "allow" };
    parts.push(describeQuestion(question, answer));
    return answer;
  };
  const options = first !== undefined && "options" in first ? first.options : {};
  const toolkit = workspace.editor({ onAsk, ...options });
  for (const step of steps) {
    if ("tool" in step) {
      const result = await toolkit.call(step.tool, step.input);
      const outcome = result.isError ? ` — ${result.error?.code}` : "";
      const words = (await Promise.all(result.content.map(describeBlock))).join("\n");
      parts.push(
        `## ${step.tool} ${JSON.stringify(step.input)}${outcome}\n\n\`\`\`\`text\n${words}\n\`\`\`\`\n`,
      );
    } else if ("person" in step) {
      answers.push(...step.person);
    } else if ("session" in step) {
      toolkit.session.newContextEpoch();
      parts.push("## The conversation is compacted\n");
    } else if ("history" in step) {
      parts.push(`## The person: ${step.history}\n\n${await runHistory(step, toolkit)}`);
    } else if ("outside" in step) {
      if (step.outside === "write") writeFileSync(workspace.path(step.path), step.text);
      else touch(workspace.path(step.path), step.at);
      parts.push(`## Another program: ${step.outside} ${step.path}\n`);
    }
  }
  await toolkit.close();
  const transcript = parts.join("\n").replaceAll(workspace.root, "{root}");
  return { transcript, tree: readTree(workspace.root) };
}

/** What a person sees before they answer, and the answer. */
function describeQuestion(question: Question, answer: Answer): string {
  const { tool, operation, realPath, reason, change, flags, suggestions } = question;
  const offered = suggestions.map(({ scope, covers, rule }) =>
    rule === undefined ? `- ${scope}` : `- ${scope}, ${covers}: ${rule}`,
  );
  const diff = change?.structuredPatch.flatMap(({ lines }) => lines) ?? [];
  return [
    `## The person is asked: ${tool} wants to ${operation} ${realPath}, and ${reason}\n`,
    ...(diff.length === 0 ? [] : ["````diff", ...diff, "````\n"]),
    ...flags.map(({ text }) => `Flag: ${text}\n`),
    ...offered,
    `\nAnswer: ${JSON.stringify(answer)}\n`,
  ].join("\n");
}

/** Text as it is; of a picture or a document a line, because its bytes are told by what decodes them. */
async function describeBlock(block: Block): Promise<string> {
  if (block.type === "text") return block.text;
  const bytes = Buffer.from(block.data, "base64");
  if (block.type === "image") {
    const { format, width, height } = await sharp(bytes).metadata();
    return `(${block.type}: ${block.mimeType}, ${format} of ${width}x${height})`;
  }
  const pdfs = new PdfService();
  const pages = await pdfs.open(new Uint8Array(bytes), {}, async ({ pageCount }) => pageCount);
  await pdfs.close();
  return `(${block.type}: ${block.mimeType}, ${block.name}, pages: ${pages})`;
}

/** One line for each file that undo, redo or rewind concerned. */
async function runHistory({ history, how }: HistoryStep, toolkit: Toolkit): Promise<string> {
  if (history === "checkpoint") {
    await toolkit.history.checkpoint("here");
    return "";
  }
  const rewind = async () =>
    toolkit.history.rewind((await toolkit.history.checkpoints()).at(-1)?.id ?? "", how);
  const { isDone, files } = await (history === "rewind"
    ? rewind()
    : toolkit.history[history](undefined, how));
  const lines = files.map(({ path, outcome, reason, isMergeable }) => {
    const merge = isMergeable === true && outcome === "conflict" ? "; a merge is possible" : "";
    return `- ${path}: ${outcome}${reason === undefined ? "" : ` (${reason}${merge})`}\n`;
  });
  return `${isDone ? "Done." : "Nothing was changed."}\n\n${lines.join("")}`;
}

/** Every file below a folder with its bytes, as text that keeps each byte. */
export function readTree(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length + 1), readFileSync(path, "latin1")];
    }),
  );
}

/** `at` is in seconds; now, when it is left out. */
function touch(path: string, at: number | undefined): void {
  const time = at === undefined ? new Date() : new Date(at * 1000);
  utimesSync(path, time, time);
}
