import { quietEnvironment } from "../../peers/quiet-environment.js";
import { serverFilesystemWords } from "../../peers/server-filesystem.js";
import { StdioTools } from "../../peers/stdio-tools.js";
import type { Dialect, StoryContestant } from "./contestant.js";
import { replacementsOf } from "./occurrences.js";

export const serverFilesystem: StoryContestant = {
  id: "server-filesystem",
  name: "MCP server-filesystem",
  open: ({ project, home }) =>
    StdioTools.open({
      words: serverFilesystemWords(project),
      directory: project,
      environment: quietEnvironment(home),
    }),
  dialect: () => dialect,
};

/** Accepts paths relative to the allowed directory. All edits of a file go in one call. It can't search contents. */
const dialect: Dialect = {
  id: "server-filesystem",
  read: (path) => ({ name: "read_text_file", arguments: { path } }),
  edit: (path, edits, source) => [
    {
      edits,
      call: {
        name: "edit_file",
        arguments: {
          path,
          edits: replacementsOf(edits, source),
        },
      },
    },
  ],
  write: (path, content) => ({ name: "write_file", arguments: { path, content } }),
  isRefusal: ({ isError }) => isError,
};
