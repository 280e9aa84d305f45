/** Attack 13: what a rule denies, reached under another name: through links of every kind, whoever wrote the rule and however it is anchored. */
import { linkSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { expectDenied } from "../support/denied.js";
import { type Fence, fencedWorkspace, SECRET, SECRET_NOTEBOOK } from "../support/fenced-workspace.js";

function plant(): Fence {
  return fencedWorkspace({
    "in/vault/key.txt": SECRET,
    "in/vault/key.ipynb": SECRET_NOTEBOOK,
    "in/notes.txt": { link: "vault/key.txt" },
    "in/notes.ipynb": { link: "vault/key.ipynb" },
    "in/second": { link: "notes.txt" },
    "in/docs": { link: "vault" },
    "in/sub/round": { link: "../sub/../docs" },
    "in/new.txt": { link: "vault/not-yet.txt" },
    "in/plain.txt": "nothing\n",
  });
}

const aliases = [
  "notes.txt",
  "notes.ipynb",
  "second",
  "docs/key.txt",
  "docs/./../docs/key.ipynb",
  "sub/round/key.txt",
  "sub/../docs//key.txt",
  "new.txt",
  "docs/made-up.txt",
];

const settings = (deny: readonly string[]): string => JSON.stringify({ permissions: { deny } });

/** A rule by each source that there is, and where it is to be written. */
const sources: Readonly<
  Record<string, (fence: Fence, rule: string) => { settingsFile?: string; deny?: string[] }>
> = {
  host: (_, rule) => ({ deny: [rule] }),
  project: (fence, rule) => {
    fence.files.write("in/.filewright/settings.json", settings([rule]));
    return {};
  },
  local: (fence, rule) => {
    fence.files.write("in/.filewright/settings.local.json", settings([rule]));
    return {};
  },
  user: (fence, rule) => {
    fence.files.write("../home/.config/filewright/settings.json", settings([rule]));
    return {};
  },
  named: (fence, rule) => ({ settingsFile: fence.files.write("in/agent/settings.json", settings([rule])) }),
};

const anchored: Readonly<Record<string, (fence: Fence) => string>> = {
  "//": (fence) => `Read(/${fence.inside}/vault/**)`,
  "./": () => "Read(./vault/**)",
  bare: () => "Read(vault/**)",
  "any depth": () => "Read(**/vault/**)",
  capitals: () => "Read(VAULT/**)",
};

describe("A denied file under another name", () => {
  it.each(aliases)("is denied by every tool: %s [ATTACK-13]", async (name) => {
    const fence = plant();
    await expectDenied(fence, `${fence.inside}/${name}`, { permissions: { deny: ["Read(vault/**)"] } });
  });

  it.each(Object.keys(sources))("is denied by a rule of the %s [ATTACK-13]", async (source) => {
    const fence = plant();
    const permissions = sources[source]?.(fence, "Read(./vault/**)") ?? {};
    fence.remember();
    for (const name of ["notes.txt", "docs/key.txt"])
      await expectDenied(fence, `${fence.inside}/${name}`, { permissions });
  });

  it.each(Object.keys(anchored))("is denied by a rule that begins so: %s [ATTACK-13]", async (anchor) => {
    const fence = plant();
    const rule = anchored[anchor]?.(fence) ?? "";
    await expectDenied(fence, `${fence.inside}/second`, { permissions: { deny: [rule] } });
  });

  it("is denied from the folder of the settings and from home [ATTACK-13]", async () => {
    const fence = fencedWorkspace({
      "in/project.txt": { link: "vault/key.txt" },
      "in/vault/key.txt": SECRET,
    });
    fence.files.write("../home/.ssh/id_rsa", SECRET);
    fence.files.write("in/.filewright/settings.json", settings(["Read(/vault/key.txt)", "Read(~/.ssh/**)"]));
    symlinkSync(fence.files.path("../home/.ssh/id_rsa"), `${fence.inside}/home.txt`);
    fence.remember();
    for (const name of ["project.txt", "home.txt"])
      await expectDenied(fence, `${fence.inside}/${name}`, { permissions: {} });
  });

  it("is denied to changes where only those are denied, and can be read [ATTACK-13]", async () => {
    const fence = plant();
    const path = `${fence.inside}/docs/key.txt`;
    await expectDenied(fence, path, { permissions: { deny: ["Edit(vault/**)"] }, isReadable: true });
    const toolkit = fence.toolkit({ permissions: { deny: ["Edit(vault/**)"] } });
    expect((await toolkit.call("Read", { file_path: path })).isError).toBe(false);
    expect(fence.files.read("in/vault/key.txt")).toBe(SECRET);
  });
});

describe("A hard link to a denied file", () => {
  it("inside the roots is the denied file [ATTACK-13]", async () => {
    const fence = plant();
    linkSync(`${fence.inside}/vault/key.txt`, `${fence.inside}/twin.txt`);
    fence.remember();
    await expectDenied(fence, `${fence.inside}/twin.txt`, {
      permissions: { deny: ["Read(vault/**)"] },
      isListed: true,
    });
  });

  it.each(["Read(~/**/id_rsa)", "Read(~/*/id_rsa)", "Edit(~/**/.ssh/**)"])(
    "outside the roots is the denied file by a rule with a wildcard: %s [ATTACK-13, HOST-31]",
    async (rule) => {
      const fence = fencedWorkspace({ "in/plain.txt": "nothing\n" });
      fence.files.write("../home/.ssh/id_rsa", SECRET);
      linkSync(fence.files.path("../home/.ssh/id_rsa"), `${fence.inside}/twin.txt`);
      fence.remember();
      const isReadable = rule.startsWith("Edit");
      const permissions = { deny: [rule] };
      await expectDenied(fence, `${fence.inside}/twin.txt`, { permissions, isReadable, isListed: true });
    },
  );

  it.each(["Read(~/.ssh/**)", "Read(~/.ssh/id_rsa)", "Edit(~/.ssh)"])(
    "outside the roots is the denied file by %s [ATTACK-13]",
    async (rule) => {
      const fence = fencedWorkspace({ "in/plain.txt": "nothing\n" });
      fence.files.write("../home/.ssh/id_rsa", SECRET);
      linkSync(fence.files.path("../home/.ssh/id_rsa"), `${fence.inside}/twin.txt`);
      fence.remember();
      const isReadable = rule.startsWith("Edit");
      await expectDenied(fence, `${fence.inside}/twin.txt`, {
        permissions: { deny: [rule] },
        isReadable,
        isListed: true,
      });
    },
  );
});
