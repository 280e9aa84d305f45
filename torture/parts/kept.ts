/** Modes, owners, extended attributes and access lists survive every way to change a file. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, linkSync, statSync, writeFileSync } from "node:fs";
import { type Finding, finding } from "../core/finding.js";
import { inLanes, LANES } from "../core/lanes.js";
import { missing, runs } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { makeNoise } from "../core/random.js";
import { Remote } from "../core/remote.js";
import { Sandbox } from "../core/sandbox.js";

const properties: Readonly<Record<string, (path: string) => void>> = {
  // Without the bits that run a file as its owner or group, which every change drops.
  mode: (path) => chmodSync(path, 0o1750),
  "read-only": (path) => chmodSync(path, 0o444),
  owner: (path) => chownSync(path, 54_321, 54_322),
  attribute: (path) => void execFileSync("setfattr", ["-n", "user.torture", "-v", "a value", path]),
  attributes: (path) => {
    for (let index = 0; index < 20; index += 1)
      execFileSync("setfattr", ["-n", `user.torture.${index}`, "-v", "v".repeat(index * 5), path]);
  },
  "binary-attribute": (path) =>
    void execFileSync("setfattr", ["-n", "user.binary", "-v", "0x00ff0a0d00", path]),
  "access-list": (path) => void execFileSync("setfacl", ["-m", "u:54321:rw,g:54322:r,m::rw", path]),
  all: (path) => {
    chownSync(path, 54_321, 54_322);
    chmodSync(path, 0o640);
    execFileSync("setfacl", ["-m", "u:12345:r", path]);
    execFileSync("setfattr", ["-n", "user.torture", "-v", "a value", path]);
  },
};

const forms = ["small", "linked", "large"];

export const kept: Part = {
  name: "kept",
  title: "modes, owners, attributes and access lists",
  weight: 2,
  findMissing: () =>
    missing(
      ["root", process.getuid?.() === 0],
      ["setfacl (package acl)", runs("setfacl", "--version")],
      ["setfattr (package attr)", runs("setfattr", "--version")],
    ),
  run: async (context) => {
    const wanted = Object.keys(properties).filter((name) => isWanted(context, name));
    await inLanes(Array.from({ length: LANES }), wanted, context.clock, (name) => keep(name, context));
  },
};

/** One property, on a file of each form. */
async function keep(property: string, { report }: PartContext): Promise<void> {
  const sandbox = new Sandbox();
  const remote = new Remote(sandbox);
  for (const form of forms) {
    const name = `${form}.txt`;
    const path = sandbox.path(name);
    writeFileSync(path, form === "large" ? `old\n${makeNoise(1, 4_300_000)}` : "old\nrest\n");
    if (form === "linked") linkSync(path, sandbox.path("second-name.txt"));
    properties[property]?.(path);
    const before = describe(path);
    const edited = await remote.do({ do: "edit", path: name, old: "old\n", new: "new\n" });
    const undone = await remote.do({ do: "take-back", kind: "undo", id: edited.id ?? "" });
    const redone = await remote.do({ do: "take-back", kind: "redo", id: undone.id ?? "" });
    const found: Finding[] = [];
    for (const [step, answer] of Object.entries({ edited, undone, redone })) {
      const what = `${property} of a ${form} file: can't be ${step}`;
      if (answer.outcome !== "ok") found.push(finding("property", what, answer.message));
    }
    const after = describe(path);
    const what = `${property} of a ${form} file: not kept`;
    if (after !== before) found.push(finding("property", what, `${before} became ${after}`));
    report.check(property, found);
  }
  await remote.close();
  sandbox.remove();
}

function describe(path: string): string {
  const { mode, uid, gid } = statSync(path);
  const run = (program: string, ...words: readonly string[]): string =>
    execFileSync(program, [...words, path], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .replace(/^#.*$/gm, "")
      .trim()
      .replaceAll("\n", " ");
  const attributes = run("getfattr", "--absolute-names", "-d", "-m", "-", "-e", "hex");
  return `${mode.toString(8)} ${uid}:${gid} ${run("getfacl", "--absolute-names", "-n")} ${attributes}`;
}
