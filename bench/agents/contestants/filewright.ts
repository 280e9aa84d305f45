import { join } from "node:path";
import { StdioTools } from "../../peers/stdio-tools.js";
import type { ToolCall } from "../../peers/tool.js";
import type { Dialect, StoryContestant } from "./contestant.js";

/** The built MCP server with default settings, in the mode in which edits need no permission. */
export function createFilewright(program: string): StoryContestant {
  return {
    id: "filewright",
    name: "filewright",
    open: ({ project, home }) =>
      StdioTools.open({
        words: [program, "mcp", "--root", project, "--mode", "acceptEdits"],
        directory: project,
        environment: {
          PATH: process.env["PATH"],
          HOME: home,
          XDG_CONFIG_HOME: join(home, ".config"),
          XDG_STATE_HOME: join(home, ".state"),
          FILEWRIGHT_STATE: join(home, "state"),
          // Results must not depend on the language servers of the machine.
          FILEWRIGHT_LSP: "0",
        },
      }),
    dialect: createDialect,
  };
}

function createDialect(project: string): Dialect {
  const absolute = (path: string): string => join(project, path);
  return {
    id: "filewright",
    read: (path, range) => ({
      name: "Read",
      arguments: {
        file_path: absolute(path),
        ...(range === undefined ? {} : { offset: range.first, limit: range.count }),
      },
    }),
    async search(call, { pattern, path, glob, before = 0, after = 0 }) {
      const context =
        before === after ? (before === 0 ? {} : { "-C": before }) : { "-B": before, "-A": after };
      const input = {
        pattern,
        ...(path === undefined ? {} : { path }),
        ...(glob === undefined ? {} : { glob }),
        output_mode: "content",
        ...Object.fromEntries(Object.entries(context).filter(([, count]) => count > 0)),
      };
      await call({ name: "Grep", arguments: input });
    },
    edit: (path, edits) =>
      edits.map((edit) => ({
        edits: [edit],
        call: {
          name: "Edit",
          arguments: {
            file_path: absolute(path),
            old_string: edit.old,
            new_string: edit.new,
            ...(edit.all === true ? { replace_all: true } : {}),
          },
        },
      })),
    write: (path, content) => ({ name: "Write", arguments: { file_path: absolute(path), content } }),
    editCell: (path, id, source) => ({
      name: "NotebookEdit",
      arguments: { notebook_path: absolute(path), cell_id: id, new_source: source },
    }),
    isRefusal: ({ isError }) => isError,
    findAdvice: (refusal) =>
      findNextCall(refusal) ?? (refusal.includes("That is the whole change") ? "repeat" : undefined),
    isPartialView: (refusal) => refusal.startsWith("File has not been read yet"),
  };
}

/** Refusals end with `Next call: Read {"file_path": …}`. */
function findNextCall(refusal: string): ToolCall | undefined {
  const [, name, input] = /(?:^|\s)Next call: (\w+) (\{.*\})$/m.exec(refusal) ?? [];
  if (name === undefined || input === undefined) return undefined;
  return { name, arguments: JSON.parse(input) as object };
}
