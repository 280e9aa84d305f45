import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { ImageService, type ImageServiceOptions } from "../../../src/media/image/image-service.js";
import { paint, roomy, samples } from "../../support/pictures.js";
import { tempWorkspace } from "../../support/workspace.js";

const host = fileURLToPath(new URL("image-host.js", import.meta.url));

function createService(options: ImageServiceOptions = {}): ImageService {
  const service = new ImageService(options);
  onTestFinished(() => service.close());
  return service;
}

const huge = (): Promise<Buffer> =>
  sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: "#654321" } })
    .png()
    .toBuffer();

/** A service whose helper is this script. */
function withHelper(script: string, timeoutMs = 60_000): ImageService {
  return createService({ helperPath: tempWorkspace().write("helper.mjs", script), timeoutMs });
}

describe("Work on images", () => {
  it("loads nothing into the host and lets it go on meanwhile [IMG-9]", async () => {
    const path = tempWorkspace().write("huge.png", await huge());
    const { stdout } = await promisify(execFile)(process.execPath, [host, path]);
    const seen = JSON.parse(stdout) as { outcome: string; turns: number; libraries: string[] };
    expect(seen).toMatchObject({ outcome: "shown", libraries: [] });
    expect(seen.turns).toBeGreaterThan(50);
  });

  it("survives that its process is killed: one refusal, and the next is shown [IMG-9]", async () => {
    const service = createService();
    const small = await paint(9, 9).png().toBuffer();
    const asked = service.prepare(await huge(), roomy);
    const pids = findHelpers();
    expect(pids).toHaveLength(process.platform === "linux" ? 1 : 0);
    await delay(100);
    for (const pid of pids) process.kill(pid, "SIGKILL");
    const answer = await asked;
    const refused = {
      outcome: "refused",
      reason: "helper-failed",
      detail: "the process that decodes images ended unexpectedly",
      diagnosis: "ended by SIGKILL",
    };
    // Where processes can't be listed nothing was killed.
    expect(answer).toEqual(pids.length > 0 ? refused : expect.objectContaining({ outcome: "shown" }));
    expect(await service.prepare(small, roomy)).toMatchObject({ outcome: "shown" });
  });

  it.each<[string, string, string]>([
    ["crashes", "process.abort()", "the process that decodes images ended unexpectedly"],
    ["exits", "process.exit(3)", "the process that decodes images ended unexpectedly"],
    ["is no script", "]]", "the process that decodes images ended unexpectedly"],
    [
      "talks nonsense",
      'process.stdout.write("nonsense ".repeat(99)); setInterval(() => undefined, 1000)',
      "the process that decodes images gave no usable answer",
    ],
  ])("is refused in words without paths when the helper %s [IMG-9]", async (_, script, detail) => {
    const { png = Buffer.alloc(0) } = await samples();
    const answer = await withHelper(script).prepare(png, roomy);
    expect(answer).toMatchObject({ outcome: "refused", reason: "helper-failed", detail });
  });

  it("is given up when the helper hangs [IMG-9]", async () => {
    const { png = Buffer.alloc(0) } = await samples();
    const answer = await withHelper("for (;;);", 300).prepare(png, roomy);
    expect(answer).toMatchObject({ outcome: "refused", reason: "too-slow" });
  });

  it("ends with the signal, before and meanwhile [IMG-9]", async () => {
    const service = createService();
    const { png = Buffer.alloc(0) } = await samples();
    await expect(service.prepare(png, roomy, { signal: AbortSignal.abort("no") })).rejects.toBe("no");
    const cancel = new AbortController();
    const asked = service.prepare(await huge(), roomy, { signal: cancel.signal });
    setTimeout(() => cancel.abort("enough"), 100);
    await expect(asked).rejects.toBe("enough");
    expect(await service.prepare(png, roomy)).toMatchObject({ outcome: "shown" });
  });

  it("of many images at once is done for each [IMG-9]", async () => {
    const service = createService();
    const pictures = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        paint(10 + index, 10)
          .png()
          .toBuffer(),
      ),
    );
    const answers = await Promise.all(pictures.map((bytes) => service.prepare(bytes, roomy)));
    const widths = answers.map((answer) => answer.outcome === "shown" && answer.image.display.width);
    expect(widths).toEqual(pictures.map((_, index) => 10 + index));
  });

  it("leaves no process behind when idle and when closed [IMG-9]", async () => {
    const { png = Buffer.alloc(0) } = await samples();
    const service = createService({ idleMs: 50 });
    await service.prepare(png, roomy);
    for (let attempt = 0; attempt < 500 && findHelpers().length > 0; attempt += 1) await delay(10);
    expect(findHelpers()).toEqual([]);
    await service.prepare(png, roomy);
    await service.close();
    expect(findHelpers()).toEqual([]);
    expect(await service.prepare(png, roomy)).toMatchObject({ reason: "helper-failed" });
  });

  it("needs no process for what is no image, nor to be closed unused [IMG-9]", async () => {
    const service = createService();
    await service.prepare(Buffer.from("text"), roomy);
    await service.prepare(Buffer.alloc(0), roomy);
    expect(findHelpers()).toEqual([]);
    await service.close();
  });
});

/** The helpers that this process has started. */
function findHelpers(): number[] {
  if (process.platform !== "linux") return [];
  const children = readdirSync("/proc/self/task").map((id) =>
    readFileSync(`/proc/self/task/${id}/children`, "utf8"),
  );
  const pids = children.join(" ").split(/\s+/).filter(Boolean).map(Number);
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("image-helper"));
}
