/** Edits whose old string shows a file as it was some time ago. */
import { part, type ScenarioFamily, text } from "./scenario.js";

const load = ["function load(path) {", "  return parse(read(path));", "}"];
const save = ["function save(path, value) {", "  write(path, format(value));", "}"];
const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

export const movedBlocks: ScenarioFamily = {
  id: "moved-blocks",
  scenarios: [
    {
      id: "two functions change places",
      path: "store.js",
      before: text(...load, "", ...save),
      old: part(...load, "", ...save),
      new: part(...save, "", ...load),
      expected: text(...save, "", ...load),
    },
    {
      id: "the functions have changed places since",
      path: "store.js",
      before: text(...save, "", ...load),
      old: part(...load, "", ...save),
      new: part(...load, "", "// Overwrites the file.", ...save),
    },
    {
      id: "the function has moved into a block",
      path: "store.js",
      before: text("if (isNode) {", ...indented(load), "}", "", ...save),
      old: part(...load),
      new: part("function load(path) {", "  check(path);", "  return parse(read(path));", "}"),
      expected: text(
        "if (isNode) {",
        ...indented(["function load(path) {", "  check(path);", "  return parse(read(path));", "}"]),
        "}",
        "",
        ...save,
      ),
      mayRefuse: true,
    },
    {
      id: "the function was copied into a block",
      path: "store.js",
      before: text("if (isNode) {", ...indented(load), "} else {", ...indented(load), "}"),
      old: part(...load),
      new: part("function load(path) {", "  return undefined;", "}"),
    },
    {
      id: "the line before has moved elsewhere",
      path: "store.js",
      before: text("// Reads a file.", ...save, "", ...load),
      old: part("// Reads a file.", ...load),
      new: part("// Reads a whole file.", ...load),
    },
  ],
};

const config = text("retries = 5", "timeout = 30", "verbose = false");

export const staleViews: ScenarioFamily = {
  id: "stale-views",
  scenarios: [
    {
      id: "a line of the context has changed",
      path: "app.toml",
      before: config,
      old: part("retries = 3", "timeout = 30"),
      new: part("retries = 3", "timeout = 60"),
    },
    {
      id: "the line to change has changed",
      path: "app.toml",
      before: config,
      old: part("retries = 5", "timeout = 20", "verbose = false"),
      new: part("retries = 5", "timeout = 60", "verbose = false"),
    },
    {
      id: "the edit was made already",
      path: "app.toml",
      before: config,
      old: part("timeout = 10"),
      new: part("timeout = 30"),
    },
    {
      id: "a line was added in the middle",
      path: "app.toml",
      before: text("retries = 5", "delay = 2", "timeout = 30", "verbose = false"),
      old: part("retries = 5", "timeout = 30"),
      new: part("retries = 5", "timeout = 60"),
    },
    {
      id: "a line in the middle is gone",
      path: "app.toml",
      before: text("retries = 5", "verbose = false"),
      old: part("retries = 5", "timeout = 30", "verbose = false"),
      new: part("retries = 5", "timeout = 60", "verbose = false"),
    },
    {
      id: "a function was renamed",
      path: "app.py",
      before: text("def load_all(path):", "    return [read(path)]"),
      old: part("def load(path):", "    return [read(path)]"),
      new: part("def load(path):", "    return list(read(path))"),
    },
    {
      id: "a formatter has indented the lines",
      path: "app.js",
      before: text("run(() => {", "    start();", "    stop();", "});"),
      old: part("run(() => {", "  start();", "  stop();", "});"),
      new: part("run(() => {", "  start();", "  wait();", "  stop();", "});"),
      expected: text("run(() => {", "    start();", "    wait();", "    stop();", "});"),
      mayRefuse: true,
    },
  ],
};
