/** A person's home with programs and settings, and a project beside it. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Roots } from "../../src/fs/containment.js";
import { createNodeFileSystem } from "../../src/fs/node-file-system.js";
import type { AbsolutePath } from "../../src/fs/paths.js";
import { type ServerAccess, ServerConfinement } from "../../src/lsp/confinement.js";
import type { FinderGround } from "../../src/lsp/find-servers.js";
import type { PoolGround } from "../../src/lsp/server-pool.js";
import { Sandboxing } from "../../src/process/sandbox/sandbox.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

export interface Home {
  readonly project: TempWorkspace;
  /** Outside the project. */
  readonly own: TempWorkspace;
  readonly ground: FinderGround & Pick<PoolGround, "confinement">;
  readonly settingsFile: string;
  /** Makes an executable file in the person's own folder of programs. */
  readonly install: (name: string, script?: string) => string;
  readonly setUp: (languageServers: unknown) => void;
}

const noRules: ServerAccess = {
  find: async () => ({ hasRules: false, paths: [], identity: "", problem: undefined }),
  createJudge: async () => ({ hasRules: false, isKept: () => false, mayQuote: async () => true }),
};

export function makeHome(tree: Tree = {}, path?: (home: Omit<Home, "ground">) => string): Home {
  const project = tempWorkspace(tree);
  const own = tempWorkspace({ "bin/readme": "" });
  const settingsFile = own.path("config/filewright/settings.json");
  const install: Home["install"] = (name, script = "#!/bin/sh\n") => {
    const program = own.write(`bin/${name}`, script);
    chmodSync(program, 0o755);
    return program;
  };
  const setUp: Home["setUp"] = (languageServers) => {
    mkdirSync(dirname(settingsFile), { recursive: true });
    writeFileSync(settingsFile, JSON.stringify({ languageServers }));
  };
  const home = { project, own, settingsFile, install, setUp };
  const fileSystem = createNodeFileSystem();
  const searchPath = path?.(home) ?? join(own.root, "bin");
  const roots = new Roots([project.root as AbsolutePath], fileSystem);
  // Fake servers note in files outside what happens to them; test/attacks has those that are confined.
  const confinement = new ServerConfinement({
    access: noRules,
    sandboxing: new Sandboxing(() => "off"),
    fileSystem,
    roots,
    surroundings: { homeDirectory: own.root },
  });
  const ground: Home["ground"] = {
    confinement,
    fileSystem,
    roots,
    environment: { PATH: searchPath, HOME: own.root, API_KEY: "secret" },
    settingsFile: settingsFile as AbsolutePath,
    now: Date.now,
  };
  return { ...home, ground };
}
