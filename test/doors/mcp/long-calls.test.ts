/** Calls that take their time: their client hears of them, can end them, and is not held up by them. */
import { describe, expect, it } from "vitest";
import { allGone } from "../../support/fake-ripgrep.js";
import { clients, type ProgressListener } from "./clients.js";
import { descendantsOf } from "./processes.js";
import { until } from "./raw-server.js";
import { textOf } from "./results.js";
import { plantSlowFile, plantSlowFiles, slowPattern, slowPatternWithFinds } from "./slow-search.js";
import { createWorld } from "./world.js";

const output_mode = "files_with_matches";

// Pinned or negotiated, the newest revision is the same.
const kinds = clients.filter(({ name }) => !name.includes("pinned"));

describe.each(kinds)("$name", ({ connect }) => {
  it("hears how far a long search has come, more each time [MCP-56]", async () => {
    const world = createWorld();
    const { call } = await connect(world);
    const heard: number[] = [];
    const onProgress: ProgressListener = ({ progress, message }) => {
      heard.push(progress);
      expect(message).toBe(`${progress} files found`);
    };
    // A search that is over soon tells nothing; how many files take a while depends on the machine.
    for (let count = 10; heard.length === 0 && count <= 90; count *= 3) {
      plantSlowFiles(world.files, count);
      const found = await call("Grep", { pattern: slowPatternWithFinds, output_mode }, { onProgress });
      expect(textOf(found).match(/slow-\d+\.txt/g)).toHaveLength(count);
    }
    expect(heard.length).toBeGreaterThan(0);
    expect(heard).toEqual([...new Set(heard)].toSorted((one, other) => one - other));
  });

  it("ends a search that it does not wait for any more, and is served at once [MCP-55]", async () => {
    const world = createWorld({ "a.txt": "one\n" });
    plantSlowFile(world.files);
    const { call } = await connect(world);
    const stop = new AbortController();
    const search = call("Grep", { pattern: slowPattern }, { signal: stop.signal });
    search.catch(() => undefined);
    const started = await until(
      () => descendantsOf(process.pid).find(({ command }) => command.includes(slowPattern)),
      "the search",
    );
    expect(textOf(await call("Read", { file_path: world.files.path("a.txt") }))).toContain("1→one");
    stop.abort();
    await expect(search).rejects.toThrow();
    expect(await allGone([started.pid])).toBe(true);
    expect(textOf(await call("Grep", { pattern: "one", output_mode }))).toContain("a.txt");
  });
});
