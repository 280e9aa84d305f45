import { HostedTools } from "../../peers/hosted-tools.js";
import type { Dialect, StoryContestant } from "./contestant.js";

/** Its searches leave such files out by default. */
const LEFT_OUT = /\.(?:log|tmp)$/;

export const gemini: StoryContestant = {
  id: "gemini",
  name: "Gemini CLI core",
  open: ({ project, home }) => HostedTools.open("gemini", project, home),
  dialect: () => dialect,
};

/** Accepts relative paths. One edit per call, each with an instruction in words. */
const dialect: Dialect = {
  id: "gemini",
  read: (path, range) => ({
    name: "read_file",
    arguments: {
      file_path: path,
      ...(range === undefined ? {} : { start_line: range.first, end_line: range.first + range.count - 1 }),
    },
  }),
  async search(call, { pattern, path, glob, before = 0, after = 0 }) {
    const input = {
      pattern,
      ...(path === undefined ? {} : { dir_path: path }),
      ...(glob === undefined ? {} : { include_pattern: glob }),
      case_sensitive: true,
      ...(path !== undefined && LEFT_OUT.test(path) ? { no_ignore: true } : {}),
      // Without any of these it adds up to 50 lines of context by itself.
      ...(before === after ? { context: before } : {}),
      ...(before > after ? { before } : {}),
      ...(after > before ? { after } : {}),
    };
    await call({ name: "grep_search", arguments: input });
  },
  edit: (path, edits) =>
    edits.map((edit) => ({
      edits: [edit],
      call: {
        name: "replace",
        arguments: {
          file_path: path,
          instruction: "Make the change that the task asks for in this place.",
          old_string: edit.old,
          new_string: edit.new,
          ...(edit.all === true ? { allow_multiple: true } : {}),
        },
      },
    })),
  write: (path, content) => ({ name: "write_file", arguments: { file_path: path, content } }),
  isRefusal: ({ isError }) => isError,
};
