/** Projects that would have a program of their own started as a language server. */
import { chmodSync, existsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { Roots } from "../../src/fs/containment.js";
import type { AbsolutePath, RealPath } from "../../src/fs/paths.js";
import { findServers } from "../../src/lsp/find-servers.js";
import { ServerPool } from "../../src/lsp/server-pool.js";
import { type Home, makeHome } from "../lsp/settings-support.js";
import { fakeLanguageServer } from "../support/fake-language-server.js";

/** What is found in a file of the project's. */
async function look(home: Home, { isTrusted }: { readonly isTrusted: boolean }): Promise<unknown> {
  const none = (): undefined => undefined;
  const pool = new ServerPool({ ...home.ground, isTrusted: () => isTrusted, onState: none, onOthers: none });
  const path = home.project.path("a.txt") as RealPath;
  const [found] = await pool.serversFor(path);
  const document = { path, text: "ERROR(one)", isSaved: false, languageId: "plain" };
  const checked = await found?.server.check(document);
  await pool.close();
  return checked;
}

describe("What a project brings", () => {
  it("is not started from a folder of packages above the root, which npm puts on the PATH [FIX-124]", async () => {
    const { ground, project } = makeHome({ "packages/a/a.py": "" }, ({ project }) =>
      project.path("node_modules/.bin"),
    );
    chmodSync(project.write("node_modules/.bin/pyright-langserver", "#!/bin/sh\n"), 0o755);
    const roots = new Roots([project.path("packages/a") as AbsolutePath], ground.fileSystem);
    const found = await findServers({ ...ground, roots });
    expect(found).toMatchObject({ installed: [], searchPath: "" });
  });

  it("is not started by programs that go by the folder they are started in [FIX-125, HOST-60]", async () => {
    const home = makeHome({}, ({ own }) => `${own.path("bin")}:/usr/bin:/bin`);
    const { project, install, setUp } = home;
    const fake = fakeLanguageServer();
    // As managers of versions do, which stand on the PATH under the names of what they manage.
    const real = fake.command.map((word) => `'${word}'`).join(" ");
    install("managed", `#!/bin/sh\n[ -x ./brought ] && exec ./brought\nexec ${real}\n`);
    setUp({ managed: { command: ["managed"], languages: { ".txt": "plain" } } });
    const trace = join(dirname(project.root), "trace");
    chmodSync(project.write("brought", `#!/bin/sh\necho here > '${trace}'\n`), 0o755);
    for (const isTrusted of [false, true]) {
      expect(await look(home, { isTrusted })).toMatchObject({ diagnostics: [{ message: "one" }] });
      expect(existsSync(trace)).toBe(false);
    }
  });

  it("is not what the host's variables lead servers to, however the root is named [FIX-126]", async () => {
    const home = makeHome({ ".venv/readme": "", "go/readme": "" });
    const { project, own, setUp } = home;
    const fake = fakeLanguageServer();
    setUp({ fake: { command: fake.command, languages: { ".txt": "plain" } } });
    const link = own.path("link");
    symlinkSync(project.root, link);
    const roots = new Roots([link as AbsolutePath], home.ground.fileSystem);
    const variables = {
      VIRTUAL_ENV: project.path(".venv"),
      GOROOT: join(link, "go"),
      CARGO_HOME: project.path("go"),
      JAVA_HOME: "relative",
      RUSTUP_HOME: own.path("rustup"),
    };
    const ground = { ...home.ground, roots, environment: { ...home.ground.environment, ...variables } };
    await look({ ...home, ground }, { isTrusted: false });
    const { environment = {} } = fake.log()[0] ?? {};
    expect(Object.keys(variables).filter((name) => name in environment)).toEqual(["RUSTUP_HOME"]);
  });
});
