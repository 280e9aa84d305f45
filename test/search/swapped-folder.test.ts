/** A folder inside the roots is swapped for a link to the outside, over and over, while it is searched. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { textOf } from "../support/answers.js";
import { fakeRipgrep, searchInAllWays } from "../support/fake-ripgrep.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const ROUNDS = 60;

function plant(): TempWorkspace {
  const files = tempWorkspace({
    "in/here.txt": "mine needle\n",
    "in/dir/a.txt": "mine needle\n",
    "in/dir/same.txt": "mine needle\n",
    "out/canary.txt": "CANARY needle\n",
    "out/same.txt": "CANARY needle\n",
    "out/canary.bin": "CANARY needle\n\0\0\n",
  });
  for (let index = 0; index < 30; index += 1) {
    files.write(`in/dir/deep/${index}.txt`, "mine needle\n");
    files.write(`out/deep/canary-${index}.txt`, "CANARY needle\n");
  }
  // A name that is no text, in both places.
  for (const [folder, text] of [
    ["in/dir", "mine needle\n"],
    ["out", "CANARY needle\n"],
  ] as const)
    writeFileSync(Buffer.concat([Buffer.from(files.path(folder, "odd")), Buffer.from([0xff])]), text);
  return files;
}

describe("A folder that is swapped for a link while it is searched", () => {
  it("never lets a name or a line from outside into an answer [SEARCH-8]", async () => {
    const files = plant();
    const swapper = fork(fileURLToPath(new URL("../attacks/swapper.js", import.meta.url)), [
      files.path("in/dir"),
      files.path("out"),
      "12",
    ]);
    onTestFinished(() => void swapper.kill("SIGKILL"));
    await once(swapper, "message");
    const inside = files.path("in");
    const toolkit = files.toolkit({ roots: [inside], workingDirectory: inside });
    const seen = new Set<boolean>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const result of (await searchInAllWays(toolkit)).values()) {
        expect(JSON.stringify(result)).not.toMatch(/canary/i);
        expect(result.error).toBeUndefined();
        expect(result.output?.filenames).toContain(files.path("in/here.txt"));
        seen.add(result.output?.filenames.includes(files.path("in/dir/a.txt")) ?? false);
      }
      const path = files.path("in/dir");
      const below = await toolkit.call("Grep", { pattern: "needle", path, output_mode: "content" });
      expect(JSON.stringify([below, await toolkit.call("Glob", { pattern: "**", path })])).not.toMatch(
        /canary/i,
      );
    }
    // The race was real: sometimes the folder was there, sometimes it was not.
    expect(seen).toEqual(new Set([true, false]));
  });

  it("at the very moment between ripgrep's word and our look gives nothing away [SEARCH-8]", async () => {
    const files = plant();
    const script = `case "$asked" in
  *--count-matches*) printf './here.txt\\0001\\n./dir/canary.txt\\0001\\n' ;;
  *--heading*) printf './here.txt\\0001:6:0:mine needle\\n\\n./dir/same.txt\\0001:8:0:CANARY needle\\n\\n./dir/canary.txt\\0001:8:0:CANARY needle\\n\\n./dir/odd\\377\\0001:8:0:CANARY needle\\n\\n./dir/canary.bin\\000binary file matches\\n\\n' ;;
  *) printf './here.txt\\000./dir/canary.txt\\000./dir/deep/canary-1.txt\\000' ;;
esac
echo 'rg: ./dir/canary-folder: Permission denied (os error 13)' >&2
exit 2`;
    mkdirSync(files.path("out/canary-folder"));
    renameSync(files.path("in/dir"), files.path("in/dir-aside"));
    symlinkSync(files.path("out"), files.path("in/dir"));
    const inside = files.path("in");
    const options = { roots: [inside], workingDirectory: inside, ripgrep: fakeRipgrep(files, script).path };
    for (const result of (await searchInAllWays(files.toolkit(options))).values()) {
      expect(result.output?.filenames).toEqual([files.path("in/here.txt")]);
      expect(JSON.stringify(result)).not.toMatch(/canary/i);
    }
  });

  it("and is the searched folder itself is refused or searched as it was [SEARCH-8]", async () => {
    const files = plant();
    const path = files.path("in/dir");
    // By the time ripgrep starts, the folder that was permitted has another name and a link has its own.
    const script = `mv '${path}' '${path}-aside'; ln -s '${files.path("out")}' '${path}'; ls >&2; ls | tr '\\n' '\\000'`;
    const toolkit = files.toolkit({ roots: [files.path("in")], ripgrep: fakeRipgrep(files, script).path });
    const result = await toolkit.call("Glob", { pattern: "*", path });
    expect(textOf(result)).toBe("No files found");
  });

  it("shows lines as they are now, or says that the file changed [SEARCH-8]", async () => {
    const files = tempWorkspace({ "a.txt": "needle old\n" });
    const script = `printf './a.txt\\0001:1:0:needle old\\n\\n'; echo 'needle new' > '${files.path("a.txt")}'`;
    const toolkit = files.toolkit({ ripgrep: fakeRipgrep(files, script).path });
    const result = await toolkit.call("Grep", { pattern: "needle", output_mode: "content" });
    expect(textOf(result)).toBe(`[${files.path("a.txt")} changed while it was searched: search it again.]`);
  });
});
