/** Implementations that do one thing wrong each, made of the toolkit, and how they must be found out. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type CallOutcome,
  type ConformanceLevel,
  createToolkitImplementation,
  type Implementation,
  type OpenedTools,
  type OpenRequest,
} from "../../src/testing/index.js";

export interface BrokenImplementation {
  readonly name: string;
  readonly scenario: string;
  /** How far it still gets; undefined: not even the files are right. */
  readonly level: ConformanceLevel | undefined;
  /** A part of what is said about it. */
  readonly says: string;
  readonly call: (
    tools: OpenedTools,
    tool: string,
    input: Readonly<Record<string, unknown>>,
    request: OpenRequest,
  ) => Promise<CallOutcome>;
}

export function createBroken({ call }: BrokenImplementation): Implementation {
  const sound = createToolkitImplementation();
  return {
    async open(request) {
      const tools = await sound.open(request);
      return {
        ...tools,
        call: (tool, input) => call(tools, tool, input as Readonly<Record<string, unknown>>, request),
      };
    },
  };
}

const text = (words: string): CallOutcome => ({ content: [{ type: "text", text: words }], isError: false });
const pathOf = (input: Readonly<Record<string, unknown>>): string => String(input["file_path"]);

export const brokenImplementations: readonly BrokenImplementation[] = [
  {
    name: "edits the last place that matches instead of refusing",
    scenario: "a-text-not-found-is-answered-with-the-nearest-lines",
    level: undefined,
    says: "main.go: line",
    call: async (tools, tool, input) => {
      if (tool !== "Edit") return tools.call(tool, input);
      const content = readFileSync(pathOf(input), "utf8");
      const [old, replacement] = [String(input["old_string"]), String(input["new_string"])];
      const at = content.lastIndexOf(old);
      if (at < 0) return tools.call(tool, input);
      writeFileSync(pathOf(input), content.slice(0, at) + replacement + content.slice(at + old.length));
      return text("Done.");
    },
  },
  {
    name: "loses the carriage returns of what it edits",
    scenario: "windows-line-endings-stay-through-every-edit",
    level: undefined,
    says: 'start.bat: line 1: expected "@echo off\\r\\n", found "@echo off\\n"',
    call: async (tools, tool, input) => {
      const outcome = await tools.call(tool, input);
      if (tool !== "Edit" || outcome.isError) return outcome;
      writeFileSync(pathOf(input), readFileSync(pathOf(input), "utf8").replaceAll("\r\n", "\n"));
      // It takes its own work for granted.
      await tools.call("Read", { file_path: pathOf(input) });
      return outcome;
    },
  },
  {
    name: "overwrites what nobody has read",
    scenario: "nothing-is-overwritten-unseen",
    level: undefined,
    says: "expected FILE_NOT_READ, found success",
    call: async (tools, tool, input) => {
      if (tool === "Write") writeFileSync(pathOf(input), String(input["content"]));
      return tool === "Write" ? text("Written.") : tools.call(tool, input);
    },
  },
  {
    name: "leaves a temporary file behind",
    scenario: "an-agent-changes-what-it-has-read",
    level: undefined,
    says: "src/greet.ts.tmp: should not be there",
    call: async (tools, tool, input) => {
      if (tool === "Edit") writeFileSync(`${pathOf(input)}.tmp`, "");
      return tools.call(tool, input);
    },
  },
  {
    name: "leaves an empty folder behind",
    scenario: "an-agent-changes-what-it-has-read",
    level: undefined,
    says: "backup/: should not be there",
    call: async (tools, tool, input, { root }) => {
      mkdirSync(join(root, "backup"), { recursive: true });
      return tools.call(tool, input);
    },
  },
  {
    name: "says that it has written, and has not",
    scenario: "an-agent-changes-what-it-has-read",
    level: undefined,
    says: "src/index.ts: is missing",
    call: async (tools, tool, input) => (tool === "Write" ? text("Written.") : tools.call(tool, input)),
  },
  {
    name: "shows a file that is denied",
    scenario: "what-is-denied-does-not-exist",
    level: "files",
    says: 'Read {"file_path":"{root}/.env"}: expected PERMISSION_DENIED, found success',
    call: async (tools, tool, input) =>
      tool === "Read" && existsSync(pathOf(input)) && pathOf(input).endsWith(".env")
        ? text(readFileSync(pathOf(input), "utf8"))
        : tools.call(tool, input),
  },
  {
    name: "asks nobody",
    scenario: "what-is-denied-does-not-exist",
    level: "files",
    says: "expected the person to be asked once, found never",
    call: async (tools, tool, input) =>
      tool === "Grep" && String(input["path"]).endsWith("notes.txt")
        ? { ...text("Not allowed."), isError: true, code: "PERMISSION_DENIED" }
        : tools.call(tool, input),
  },
  {
    name: "throws where it should answer",
    scenario: "every-refusal-names-the-next-step",
    level: "files",
    says: "found threw: no such file",
    call: async (tools, tool, input) => {
      const outcome = await tools.call(tool, input);
      if (outcome.code === "FILE_NOT_FOUND") throw new Error("no such file");
      return outcome;
    },
  },
  {
    name: "has codes of its own",
    scenario: "nothing-is-overwritten-unseen",
    level: "outcomes",
    says: "expected FILE_NOT_READ, found UNREAD",
    call: async (tools, tool, input) => {
      const outcome = await tools.call(tool, input);
      return outcome.code === "FILE_NOT_READ" ? { ...outcome, code: "UNREAD" } : outcome;
    },
  },
  {
    name: "tells no codes",
    scenario: "nothing-is-overwritten-unseen",
    level: "outcomes",
    says: "expected FILE_NOT_READ, found no code",
    call: async (tools, tool, input) => {
      const { content, isError } = await tools.call(tool, input);
      return { content, isError };
    },
  },
  {
    name: "counts lines in another way",
    scenario: "a-file-is-read-page-by-page",
    level: "codes",
    says: 'line 1: expected "     1→',
    call: async (tools, tool, input) => {
      const outcome = await tools.call(tool, input);
      const content = outcome.content.map((block) =>
        block.type === "text" ? { ...block, text: block.text.replaceAll("→", "\t") } : block,
      );
      return { ...outcome, content };
    },
  },
];
