/** Attack 19: an agent that edits what decides about it, or makes it where it is missing. */
import { linkSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Toolkit, ToolkitOptions } from "../../src/index.js";
import { aimsAt, attempt, type Fence, fencedWorkspace } from "../support/fenced-workspace.js";
import { code, notebookOf } from "../support/notebook-files.js";

/** Everything is open, and whoever is asked says yes: nothing but the places themselves stands in the way. */
const openToAll: ToolkitOptions & { readonly answer: () => { readonly answer: "allow" } } = {
  permissions: { mode: "bypassPermissions", allow: ["Edit", "Write", "Read"] },
  answer: () => ({ answer: "allow" }),
};

/** A root that holds everything, home and state too. */
function plant(): { fence: Fence; base: string } {
  const fence = fencedWorkspace({});
  return { fence, base: fence.files.path("..") };
}

const writing = (path: string) => aimsAt(path).filter(({ tool }) => /Write|Edit/.test(tool));

async function expectSealed(fence: Fence, path: string): Promise<void> {
  fence.remember();
  const attempts = await attempt(fence, writing(path), {
    ...openToAll,
    roots: [fence.inside, fence.files.path("..")],
  });
  for (const { tool, result, questions } of attempts) {
    const shown = [tool, path, result.error?.code, questions.length];
    expect(shown).toEqual([tool, path, "PERMISSION_DENIED", 0]);
  }
  await fence.expectIntact();
}

const settings = JSON.stringify({ permissions: { deny: ["Read(never.txt)"] } });
const ownFiles = [
  "root/in/.filewright/settings.json",
  "root/in/.filewright/settings.local.json",
  "home/.config/filewright/settings.json",
  "home/.config/filewright/trust.json",
];

describe("Our own settings", () => {
  it.each([
    ...ownFiles,
    "root/in/.filewright",
    "root/in/sub/.filewright/settings.json",
    "root/in/.FILEWRIGHT/Settings.json",
    "root/in/./x/../.filewright/settings.json",
    "root/in/.filewright/x/../settings.json",
    "root/in/.filewright./settings.json",
    "root/in/.\uff46ilewright/settings.json",
    "root/in/.file\u200dwright/settings.json",
    "home/.config/filewright/anything-else",
    "home/.config/filewright",
    "home/.config/FILEWRIGHT/settings.json",
    "state/history/new.log",
    "state/locks/x",
    "state",
    "state/../state/history/x",
  ])("are not made where they are missing: %s [ATTACK-19]", async (name) => {
    const { fence, base } = plant();
    await expectSealed(fence, `${base}/${name}`);
  });

  it.each(ownFiles)(
    "are not changed: %s, by its name, a link, a chain or a hard link [ATTACK-19]",
    async (name) => {
      const { fence, base } = plant();
      const path = `${base}/${name}`;
      fence.files.write(`../${name}`, name.endsWith("trust.json") ? "{}" : settings);
      symlinkSync(path, `${fence.inside}/link.json`);
      symlinkSync("link.json", `${fence.inside}/notes.ipynb`);
      symlinkSync(path.replace(/\/[^/]*$/, ""), `${fence.inside}/folder`);
      linkSync(path, `${fence.inside}/twin.json`);
      linkSync(path, `${fence.inside}/twin.ipynb`);
      const [last = ""] = name.split("/").slice(-1);
      for (const alias of ["link.json", "notes.ipynb", `folder/${last}`, "twin.json", "twin.ipynb"])
        await expectSealed(fence, `${fence.inside}/${alias}`);
      await expectSealed(fence, path);
      expect(fence.files.read(`../${name}`)).toBe(name.endsWith("trust.json") ? "{}" : settings);
    },
  );

  it("are not made through a link to where they are missing [ATTACK-19]", async () => {
    const { fence, base } = plant();
    mkdirSync(`${fence.inside}/.filewright`);
    symlinkSync(`${fence.inside}/.filewright`, `${fence.inside}/folder`);
    symlinkSync(".filewright/settings.json", `${fence.inside}/dangling.json`);
    symlinkSync(`${base}/home/.config/filewright/trust.json`, `${fence.inside}/far.ipynb`);
    for (const name of ["folder/settings.json", "folder/settings.local.json", "dangling.json", "far.ipynb"])
      await expectSealed(fence, `${fence.inside}/${name}`);
  });

  it("that are a link are sealed where it leads, too [ATTACK-19]", async () => {
    const { fence } = plant();
    fence.files.write("in/common/team.json", settings);
    mkdirSync(`${fence.inside}/.filewright`);
    symlinkSync("../common/team.json", `${fence.inside}/.filewright/settings.json`);
    await expectSealed(fence, `${fence.inside}/common/team.json`);
  });

  it("that are a notebook by name, or given by the host, are sealed like others [ATTACK-19]", async () => {
    const { fence } = plant();
    const settingsFile = fence.files.write("in/agent/rules.ipynb", settings);
    linkSync(settingsFile, `${fence.inside}/twin.ipynb`);
    fence.remember();
    for (const path of [settingsFile, `${fence.inside}/twin.ipynb`, `${fence.inside}/AGENT/rules.ipynb`]) {
      const permissions = { ...openToAll.permissions, settingsFile };
      for (const { result } of await attempt(fence, writing(path), { ...openToAll, permissions }))
        expect(result.error?.code).toBe("PERMISSION_DENIED");
    }
    await fence.expectIntact();
  });

  it("can be read, so that a model can tell what to change [ATTACK-19]", async () => {
    const { fence } = plant();
    const path = fence.files.write("in/.filewright/settings.json", settings);
    expect((await fence.toolkit().call("Read", { file_path: path })).isError).toBe(false);
  });
});

describe("Our own state", () => {
  async function worked(): Promise<{ fence: Fence; toolkit: Toolkit; state: string }> {
    const { fence, base } = plant();
    fence.files.write("in/a.txt", "kept before\n");
    fence.files.write("in/b.ipynb", notebookOf([code("kept = 1", { id: "cell" })]));
    const toolkit = fence.toolkit({
      roots: [base],
      ...openToAll,
      onAsk: openToAll.answer,
    });
    await toolkit.call("Read", { file_path: `${fence.inside}/a.txt` });
    await toolkit.call("Write", { file_path: `${fence.inside}/a.txt`, content: "kept after\n" });
    return { fence, toolkit, state: `${base}/state` };
  }

  it("is neither read, listed, searched nor changed, by name and through links of both kinds [ATTACK-19, ATTACK-17]", async () => {
    const { fence, toolkit, state } = await worked();
    const [file = ""] = readdirSync(`${state}/history`);
    expect(file).not.toBe("");
    symlinkSync(state, `${fence.inside}/alias`);
    symlinkSync(`${state}/history/${file}`, `${fence.inside}/alias.txt`);
    linkSync(`${state}/history/${file}`, `${fence.inside}/twin.txt`);
    const before = readdirSync(state, { recursive: true, encoding: "utf8" }).toSorted();
    for (const path of [
      state,
      `${state}/history`,
      `${state}/history/${file}`,
      `${fence.inside}/alias`,
      `${fence.inside}/alias/history/${file}`,
      `${fence.inside}/alias.txt`,
      `${fence.inside}/twin.txt`,
      `${fence.inside}/../../state/history/${file}`,
    ]) {
      for (const { tool, input } of aimsAt(path)) {
        const result = await toolkit.call(tool, input);
        const found = (result.output as { numFiles?: number } | undefined)?.numFiles;
        const gives = result.error?.code ?? found;
        // A name of someone else's choosing may be listed.
        if (tool === "Glob" && path.endsWith("twin.txt")) continue;
        expect(["PERMISSION_DENIED", 0], `${tool} ${JSON.stringify(input)}`).toContain(gives);
        if (tool !== "Glob") expect(gives).toBe("PERMISSION_DENIED");
      }
    }
    expect(readdirSync(state, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(before);
  });

  it("is not found by searches from above [ATTACK-19, ATTACK-16]", async () => {
    const { fence, toolkit, state } = await worked();
    const listed = await toolkit.call("Glob", { pattern: "**/*", path: fence.files.path("..") });
    expect(JSON.stringify(listed)).not.toContain(`${state}/`);
    for (const output_mode of ["content", "count", "files_with_matches"]) {
      const path = fence.files.path("..");
      const found = await toolkit.call("Grep", { pattern: "kept", path, output_mode });
      expect(JSON.stringify(found)).not.toContain(`${state}/`);
      expect((found.output as { numFiles: number }).numFiles).toBe(2);
    }
  });
});
