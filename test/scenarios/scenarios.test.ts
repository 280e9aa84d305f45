import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readTree, runScenario } from "../support/scenario.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

/** Which promises each story tells; a story without one is not yet a specification. */
const promises: Readonly<Record<string, string>> = {
  "a-file-is-read-page-by-page": "[READ-4]",
  "a-person-decides-what-is-changed": "[PERM-50, PERM-54, PERM-55, PERM-66]",
  "what-is-denied-does-not-exist": "[PERM-69, PERM-70]",
  "a-notebook-is-read-and-changed": "[NB-1, NB-5, NB-9, NB-10, NB-11]",
  "a-pdf-goes-to-a-host-that-takes-documents": "[MEDIA-3]",
  "a-pdf-is-read-page-by-page": "[MEDIA-4, KIND-1]",
  "a-picture-is-looked-at": "[KIND-1, KIND-2, MEDIA-6]",
  "a-text-not-found-is-answered-with-the-nearest-lines": "[EDIT-12, EDIT-4]",
  "an-agent-changes-what-it-has-read": "[EDIT-15, WRITE-1]",
  "an-agent-finds-its-way": "[FIND-1, FIND-5, GREP-1, GREP-7]",
  "every-change-can-be-taken-back": "[UNDO-1]",
  "nothing-is-overwritten-unseen": "[LEDGER-10, LEDGER-11]",
  "what-only-a-view-contains-never-reaches-a-file": "[GUARD-3]",
  "windows-line-endings-stay-through-every-edit": "[EDIT-10, WRITE-3]",
  "a-file-too-long-is-answered-with-a-page-that-fits": "[READ-5, READ-7]",
  "an-unchanged-file-is-not-sent-twice": "[READ-10, LEDGER-6]",
  "every-refusal-names-the-next-step": "[CALL-5, HOUSE-3]",
  "windows-line-endings-are-not-shown-and-not-lost": "[READ-3]",
};

describe("Scenario", () => {
  it.each(names.map((name) => [name, promises[name] ?? "without a promise"]))("%s %s", async (name) => {
    expect(Object.keys(promises)).toContain(name);
    const path = join(folder, name);
    const { transcript, tree } = await runScenario(path);
    if (process.env["UPDATE_SCENARIOS"] === "1") update(path, transcript, tree);
    expect(transcript).toBe(readFileSync(join(path, "transcript.md"), "utf8"));
    const expected = join(path, "expected");
    expect(tree).toEqual(readTree(existsSync(expected) ? expected : join(path, "input")));
  });
});

/** To be read before it is committed: what a scenario says from then on is the specification. */
function update(path: string, transcript: string, tree: Readonly<Record<string, string>>): void {
  writeFileSync(join(path, "transcript.md"), transcript);
  if (JSON.stringify(tree) === JSON.stringify(readTree(join(path, "input")))) return;
  rmSync(join(path, "expected"), { recursive: true, force: true });
  for (const [name, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(path, "expected", name)), { recursive: true });
    writeFileSync(join(path, "expected", name), content, "latin1");
  }
}
