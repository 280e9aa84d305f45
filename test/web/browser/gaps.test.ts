/** A page that was too slow for what happened. */
import { describe, expect, it } from "vitest";
import { hasBrowser, useBrowser } from "../../support/browser.js";
import { openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

/** Lets more be told to the page than the server does. */
function joinStream(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (address, init) => {
    const answer = await fetch(address, init);
    if (typeof address !== "string" || !address.startsWith("/api/stream")) return answer;
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    Object.assign(globalThis, {
      tell: (message: object) => writer.write(new TextEncoder().encode(`${JSON.stringify(message)}\n`)),
    });
    void answer.body?.pipeTo(
      new WritableStream({ write: (piece) => writer.write(piece), close: () => writer.close() }),
    );
    return new Response(readable);
  };
}

describe.runIf(hasBrowser)("A page that has missed something", { timeout: 60_000 }, () => {
  const openPage = useBrowser();

  it.each([
    ["of all", { kind: "missed", count: 3 }],
    [
      "of one process",
      {
        kind: "events",
        events: [
          { cursor: 1_000_000, engine: "x", event: { type: "events-missed", count: 3, to: 9, at: 1 } },
        ],
      },
    ],
  ])("%s loads its lists again [FIX-155]", async (_, message) => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const world = await openConsoleWorld(files);
    const { page } = await openPage();
    await page.addInitScript(joinStream);
    let loaded = 0;
    page.on("requestfinished", (request) => {
      if (request.url().endsWith("/api/timeline")) loaded += 1;
    });
    await page.goto(await world.link());
    await page.getByText("Live", { exact: true }).waitFor();
    await page.goto(`${world.origin}/#/timeline`);
    await expect.poll(() => loaded).toBe(1);
    await page.evaluate(
      (told) => (globalThis as unknown as { tell: (told: object) => void }).tell(told),
      message,
    );
    await expect.poll(() => loaded, { timeout: 10_000 }).toBe(2);
  });
});
