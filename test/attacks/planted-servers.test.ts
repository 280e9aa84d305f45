/** A project that wants its own programs to be run as language servers. Each of them would leave a file behind. */
import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createToolkit } from "../../src/index.js";
import { knownServers } from "../../src/lsp/known-servers.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

/** One file for each language that a known server speaks. */
const files: readonly string[] = [
  ...new Set(
    knownServers.flatMap(({ languages }) =>
      Object.keys(languages).map((name) => (name.startsWith(".") ? `a${name}` : name)),
    ),
  ),
];

function plant(): { readonly project: TempWorkspace; readonly trace: string; readonly base: string } {
  const project = tempWorkspace({});
  const base = dirname(project.root);
  const trace = join(base, "was-run");
  const script = `#!/bin/sh\necho "$0" >> '${trace}'\n`;
  const programs = knownServers.map(({ program }) => program);
  for (const folder of ["bin", "node_modules/.bin"]) {
    for (const program of programs) chmodSync(project.write(`${folder}/${program}`, script), 0o755);
  }
  project.write("package.json", '{"name":"typescript","version":"7.0.2"}');
  const command = [project.path("bin/gopls"), "--stdio"];
  const languages = { ".txt": "text", ".go": "go" };
  const settings = JSON.stringify({ languageServers: { mine: { command, languages }, gopls: { command } } });
  project.write(".filewright/settings.json", settings);
  project.write(".filewright/settings.local.json", settings);
  return { project, trace, base };
}

describe("A project's own language servers", () => {
  it("are never run, neither named in its settings nor found on the PATH, trusted or not [LSP-21]", async () => {
    const { project, trace, base } = plant();
    // Also by a folder of links, and by one that is named by way of a link.
    mkdirSync(join(base, "links"));
    for (const { program } of knownServers) {
      symlinkSync(project.path("bin", program), join(base, "links", program));
    }
    symlinkSync(project.path("bin"), join(base, "linked"));
    const path = [
      project.path("bin"),
      "bin",
      "node_modules/.bin",
      ".",
      "",
      join(base, "links"),
      join(base, "linked"),
    ];
    for (const isTrusted of [false, true]) {
      const toolkit = createToolkit({
        roots: [project.root],
        workingDirectory: project.root,
        stateDirectory: join(base, "state"),
        environment: { HOME: join(base, "home"), PATH: path.join(":") },
        permissions: { mode: "acceptEdits" },
        onAsk: () => ({ answer: "allow" }),
        lsp: { waitMs: 1000 },
      });
      if (isTrusted) await toolkit.permissions.trust(project.root);
      const started: string[] = [];
      toolkit.workspace.events.on("language-server", ({ server }) => started.push(server));
      for (const name of [...files, "a.txt"]) {
        const file_path = project.path(String(isTrusted), name);
        expect(await toolkit.call("Write", { file_path, content: "x\n" })).toMatchObject({ isError: false });
      }
      await toolkit.close();
      expect(started).toEqual([]);
    }
    expect(existsSync(trace)).toBe(false);
  });
});
