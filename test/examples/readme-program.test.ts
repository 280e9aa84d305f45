/** The README's program, as it is printed but for the path of the project, run from a folder elsewhere. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { homeless } from "../support/command-line.js";
import { tempWorkspace } from "../support/workspace.js";

const packageFolder = fileURLToPath(new URL("../../", import.meta.url));

function readProgram(): string {
  const readme = readFileSync(join(packageFolder, "README.md"), "utf8");
  const [, section = ""] = readme.split("\n## In a program\n");
  const program = /```ts\n(.*?)```/s.exec(section)?.[1];
  if (program === undefined) throw new Error("the README has no program");
  return program;
}

describe("The README's program", () => {
  it("finds, edits and undoes, from any working directory [PATH-343]", async () => {
    const content = "const server = {\n  port: 80\n};\n";
    const files = tempWorkspace({ "project/src/app.ts": content });
    const folder = files.path("programs");
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(packageFolder, join(folder, "node_modules", "filewright"));
    const printed = readProgram().replaceAll("/home/me/project", files.path("project"));
    const found = 'await toolkit.call("Grep"';
    expect(printed).toContain(found);
    const run = async (name: string, program: string): Promise<string> => {
      writeFileSync(join(folder, name), program);
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, name)], {
        cwd: "/",
        env: homeless(files.root),
      });
      return stdout;
    };
    expect(await run("printed.mjs", printed)).toBe("");
    expect(files.read("project/src/app.ts")).toBe(content);
    const history = files.toolkit({ roots: [files.path("project")] }).history;
    expect((await history.list()).map(({ state }) => state)).toEqual(["applied", "undone"]);
    // The same again, with its results shown.
    const shown = `${printed.replace(found, `const grep = ${found}`)}
      console.log(JSON.stringify([grep.output.filenames, result.isError]));`;
    expect(JSON.parse(await run("shown.mjs", shown))).toEqual([[files.path("project/src/app.ts")], false]);
  });
});
