import { HostedTools } from "../../peers/hosted-tools.js";
import type { Dialect, StoryContestant } from "./contestant.js";
import { replacementsOf } from "./occurrences.js";

export const pi: StoryContestant = {
  id: "pi",
  name: "pi",
  open: ({ project, home }) => HostedTools.open("pi", project, home),
  dialect: () => dialect,
};

/** Accepts relative paths. All edits of a file go in one call. Context lines are the same number before and after a match. */
const dialect: Dialect = {
  id: "pi",
  read: (path, range) => ({
    name: "read",
    arguments: { path, ...(range === undefined ? {} : { offset: range.first, limit: range.count }) },
  }),
  async search(call, { pattern, path, glob, before = 0, after = 0 }) {
    const context = Math.max(before, after);
    const input = {
      pattern,
      ...(path === undefined ? {} : { path }),
      ...(glob === undefined ? {} : { glob }),
      ...(context === 0 ? {} : { context }),
    };
    await call({ name: "grep", arguments: input });
  },
  edit: (path, edits, source) => [
    {
      edits,
      call: {
        name: "edit",
        arguments: {
          path,
          edits: replacementsOf(edits, source),
        },
      },
    },
  ],
  write: (path, content) => ({ name: "write", arguments: { path, content } }),
  isRefusal: ({ isError }) => isError,
};
