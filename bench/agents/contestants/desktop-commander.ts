import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { peerFile } from "../../peers/adapter.js";
import { quietEnvironment } from "../../peers/quiet-environment.js";
import { StdioTools } from "../../peers/stdio-tools.js";
import { programs } from "../../places.js";
import type { Dialect, MakeCall, SearchRequest, StoryContestant } from "./contestant.js";
import { countOccurrences } from "./occurrences.js";

/** These refusals are not marked as errors. */
const REFUSALS =
  /^(?:Exact match not found|Search content not found|Expected \d+ occurrences|Empty search strings)/;
/** Less than a model needs for its next call. The search has ended by then. */
const THINKING_MS = 2000;

export const desktopCommander: StoryContestant = {
  id: "desktop-commander",
  name: "Desktop Commander",
  open: ({ project, home }) =>
    StdioTools.open({
      words: [
        "--import",
        programs.offline,
        peerFile("@wonderwhy-er/desktop-commander", "dist/index.js"),
        "--no-onboarding",
      ],
      directory: project,
      environment: quietEnvironment(home),
    }),
  dialect: createDialect,
};

/** Its descriptions ask for absolute paths. One edit per call, with the expected number of occurrences. */
function createDialect(project: string): Dialect {
  const absolute = (path: string): string => join(project, path);
  return {
    id: "desktop-commander",
    read: (path, range) => ({
      name: "read_file",
      arguments: {
        path: absolute(path),
        ...(range === undefined ? {} : { offset: range.first - 1, length: range.count }),
      },
    }),
    search: (call, request) => search(call, request, project),
    edit: (path, edits, source) =>
      edits.map((edit) => {
        const count = edit.all === true ? countOccurrences(source, edit.old) : 1;
        return {
          edits: [edit],
          call: {
            name: "edit_block",
            arguments: {
              file_path: absolute(path),
              old_string: edit.old,
              new_string: edit.new,
              ...(count === 1 ? {} : { expected_replacements: count }),
            },
          },
        };
      }),
    write: (path, content) => ({
      name: "write_file",
      arguments: { path: absolute(path), content, mode: "rewrite" },
    }),
    withoutTimes: (text) => text.replace(/^Runtime: .*$/m, "Runtime: 50ms").replace(/[\d.]+ms\)/, "9.99ms)"),
    isRefusal: ({ text, isError }) => isError || REFUSALS.test(text),
  };
}

/**
 * Starts a search and fetches its results. They cut lines at 100 characters and show context lines without indentation, so
 * context is read from the file.
 */
async function search(call: MakeCall, request: SearchRequest, project: string): Promise<void> {
  const { pattern, path, glob, before = 0, after = 0 } = request;
  const started = await call({
    name: "start_search",
    arguments: {
      path: path === undefined ? project : join(project, path),
      // Results show the match, not its line, so the pattern matches the whole line.
      pattern: pattern.includes("|") ? `.*(?:${pattern}).*` : `.*${pattern}.*`,
      searchType: "content",
      ...(glob === undefined ? {} : { filePattern: glob }),
      ignoreCase: false,
      contextLines: 0,
    },
  });
  const session = /session: (\S+)/.exec(started)?.[1];
  let results = started;
  const isComplete = (): boolean => results.includes("COMPLETED") && !results.includes("more results");
  for (let round = 0; round < 3 && !isComplete(); round += 1) {
    await pause(THINKING_MS);
    const offset = /with offset: (\d+)/.exec(results)?.[1];
    results = await call({
      name: "get_more_search_results",
      arguments: { sessionId: session, ...(offset === undefined ? {} : { offset: Number(offset) }) },
    });
  }
  const line = Number(/^📄 .*?:(\d+) - /m.exec(results)?.[1]);
  if (path === undefined || Number.isNaN(line) || before + after === 0) return;
  const first = Math.max(0, line - 1 - before);
  await call({
    name: "read_file",
    arguments: { path: join(project, path), offset: first, length: line + after - first },
  });
}
