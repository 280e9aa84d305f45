/** Runs a script with the built package in a process of its own, and looks at what that process has loaded and started. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

export const packageRoot: string = fileURLToPath(new URL("../../../..", import.meta.url));

/** Tells every package that is resolved. Runs as loader hooks off the main thread. */
const hooks = `
  import { writeSync } from "node:fs";
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    if (resolved.url.includes("/node_modules/")) writeSync(1, "package " + specifier + "\\n");
    return resolved;
  }
`;
const recorder = `
  import { register } from "node:module";
  register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
`;

/** What scripts have at hand: `given`, a toolkit maker, and looks at the process itself. */
const prelude = `
  import { readdirSync, readFileSync } from "node:fs";
  import { createToolkit } from "filewright";
  process.report.excludeNetwork = true;
  const given = JSON.parse(process.argv[1]);
  const open = (options = {}) => createToolkit({
    roots: [given.root], workingDirectory: given.root, stateDirectory: given.root + "/../state",
    onAsk: () => ({ answer: "allow" }), ...options,
  });
  const read = (toolkit, name, more = {}) => toolkit.call("Read", { file_path: given.root + "/" + name, ...more });
  const kindOf = (result) => result.error?.code ?? result.output.type;
  const children = () => readdirSync("/proc/self/task").flatMap((task) =>
    readFileSync("/proc/self/task/" + task + "/children", "utf8").split(" ").filter(Boolean).map(Number));
  const allWorkers = () => process.report.getReport().workers.length;
  // The loader hooks have a thread as well.
  const hookWorkers = allWorkers();
  const workers = () => allWorkers() - hookWorkers;
  const libraries = (pid) => pid === undefined
    ? process.report.getReport().sharedObjects
    : readFileSync("/proc/" + pid + "/maps", "utf8").split("\\n");
  const hasVips = (pid) => libraries(pid).some((line) => /libvips|sharp/.test(line));
  const tell = (value) => console.log("told " + JSON.stringify(value));
`;

export interface OwnProcess<Told> {
  /** What the script told last. */
  readonly told: Told;
  /** Names of the packages that were resolved in its main thread. */
  readonly packages: readonly string[];
}

export async function runOnItsOwn<Told>(
  script: string,
  root: string,
  { cwd = packageRoot }: { readonly cwd?: string } = {},
): Promise<OwnProcess<Told>> {
  const words = [
    "--import",
    `data:text/javascript,${encodeURIComponent(recorder)}`,
    "--input-type=module",
    "-e",
    prelude + script,
    JSON.stringify({ root }),
  ];
  const printed = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, words, { cwd, encoding: "utf8" }, (error, stdout, stderr) =>
      error === null ? resolve(stdout) : reject(new Error(`${error.message}\n${stderr}`)),
    );
  });
  const lines = printed.split("\n");
  const told = lines.findLast((line) => line.startsWith("told "))?.slice("told ".length);
  if (told === undefined) throw new Error(`the script told nothing: ${printed}`);
  const packages = lines.flatMap((line) =>
    line.startsWith("package ") ? [line.slice("package ".length)] : [],
  );
  return { told: JSON.parse(told) as Told, packages };
}
