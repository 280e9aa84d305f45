// `npm start [DIR] [options of serve]`: builds if needed, and serves DIR, or a demo folder that goes when the server does.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "dist/bin/filewright.cjs");

/** @param {string} folder */
function newestIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Math.max(...names.map((name) => statSync(join(folder, name)).mtimeMs));
}

function isBuilt() {
  if (!existsSync(program)) return false;
  const sources = [
    newestIn(join(root, "src")),
    newestIn(join(root, "scripts")),
    newestIn(join(root, "web")),
    statSync(join(root, "package.json")).mtimeMs,
  ];
  return statSync(program).mtimeMs >= Math.max(...sources);
}

function makeDemo() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "filewright-demo-")));
  writeFileSync(
    join(folder, "greeting.js"),
    'export function greet(name) {\n  return `Hello, ${name}!`;\n}\n\nconsole.log(greet("world"));\n',
  );
  // So that the command is at hand, wherever the package lies.
  writeFileSync(
    join(folder, "filewright"),
    `#!/bin/sh\nexec node '${program.replaceAll("'", () => "'\\''")}' "$@"\n`,
    { mode: 0o755 },
  );
  writeFileSync(join(folder, "notes.md"), "# Notes\n\n- Try an edit.\n- Undo it.\n");
  return folder;
}

if (!isBuilt()) {
  console.error("Building …");
  const { status } = spawnSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

const words = process.argv.slice(2);
const [first] = words;
const given = first !== undefined && !first.startsWith("-") ? words.shift() : undefined;
const isDemo = given === undefined && !words.some((word) => word === "--root" || word.startsWith("--root="));
const folder = isDemo ? makeDemo() : given;
if (isDemo && folder !== undefined) {
  console.error(`A demo folder: ${folder}

Try it in another terminal:
  cd ${folder}
  ./filewright read greeting.js && ./filewright edit greeting.js --old Hello --new "Good morning"
  ./filewright undo

Or open the console in a browser, by the link below, and watch.
`);
}
const server = spawn(
  process.execPath,
  [program, "serve", ...(folder === undefined ? [] : ["--root", folder]), ...words],
  {
    stdio: "inherit",
  },
);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
  process.on(signal, () => server.kill(signal));
server.on("exit", (code) => {
  if (isDemo && folder !== undefined) rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
