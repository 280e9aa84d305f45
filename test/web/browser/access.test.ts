/** For everybody: by keyboard, by screen reader, in both schemes, on a telephone. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { enterConsole, goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { type ConsoleWorld, openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

const VIEWS = ["Activity", "Questions", "Timeline", "Files seen", "Rules", "Health"] as const;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** In the dark the page is the same but for its colours. */
async function findBarriers(page: Page, scheme: "light" | "dark"): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(
    (rules) => {
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      return axe.run(rules === undefined ? {} : { runOnly: rules });
    },
    scheme === "dark" ? ["color-contrast"] : undefined,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

async function openBusyWorld(): Promise<ConsoleWorld> {
  const files = tempWorkspace({
    src: { folder: { "app.ts": "export const port = 80;\nexport const name = 'app';\n" } },
    ".filewright": {
      folder: {
        "settings.local.json": JSON.stringify({
          permissions: { deny: ["Read(.env)"], ask: ["Edit(*.lock)"], allow: ["Edit(/docs/**)"] },
        }),
      },
    },
    docs: { folder: { "a.md": "one\n" } },
  });
  const world = await openConsoleWorld(files, []);
  const agent = await world.connectAgent("worker");
  const doc = files.path("docs", "a.md");
  await agent.call("Read", { file_path: doc });
  await agent.call("Edit", { file_path: doc, old_string: "one", new_string: "two" });
  await agent.call("Edit", { file_path: doc, old_string: "gone", new_string: "two" });
  await agent.call("Read", { file_path: files.path("src", "app.ts") });
  return world;
}

describe.runIf(hasBrowser)("The page", { timeout: 120_000 }, () => {
  const openPage = useBrowser();

  it.each([
    ["light", 1280],
    ["dark", 1280],
    ["light", 390],
  ] as const)(
    "has no serious barriers in any view, full or empty (%s, %i pixels) [CON-30]",
    async (colorScheme, width) => {
      const world = await openBusyWorld();
      const { page } = await openPage({ colorScheme, width });
      await page.goto(`${world.origin}/`);
      expect(await findBarriers(page, colorScheme)).toEqual([]);
      await enterConsole(page, world);
      for (const view of VIEWS) {
        await goToView(page, view);
        await page.waitForTimeout(300);
        expect([view, await findBarriers(page, colorScheme)]).toEqual([view, []]);
      }
      await goToView(page, "Questions");
      const agent = await world.connectAgent("asker");
      const file_path = world.files.path("src", "app.ts");
      await agent.call("Read", { file_path });
      const asking = agent.call("Edit", { file_path, old_string: "80", new_string: "8080" });
      if (width < 900) await page.getByRole("main").getByText("app.ts").first().click();
      await page.getByText("Hunk 1 of 1").waitFor();
      expect(await findBarriers(page, colorScheme)).toEqual([]);
      await page.getByRole("button", { name: "Edit hunk 1" }).click();
      expect(await findBarriers(page, colorScheme)).toEqual([]);
      await page.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: "Reject…" }).click();
      expect(await findBarriers(page, colorScheme)).toEqual([]);
      await page.keyboard.press("Enter");
      await asking;
      // Nothing is cut off to the side.
      for (const view of VIEWS) {
        await goToView(page, view);
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([view, sideways]).toEqual([view, 0]);
      }
    },
  );

  it("can be used by keyboard alone: a question is edited and accepted, and undone [CON-31]", async () => {
    const world = await openBusyWorld();
    const { files } = world;
    const { page } = await openPage();
    await enterConsole(page, world);
    const { keyboard } = page;
    const agent = await world.connectAgent("asker");
    const file_path = files.path("src", "app.ts");
    await agent.call("Read", { file_path });
    const editing = agent.call("Edit", { file_path, old_string: "80", new_string: "8080" });
    await keyboard.press("g");
    await keyboard.press("q");
    await page.getByText("Hunk 1 of 1").waitFor();
    await keyboard.press("n");
    await keyboard.press("e");
    await page.getByRole("textbox", { name: "After, with your changes" }).waitFor();
    await keyboard.press("ArrowDown");
    await keyboard.press("End");
    await keyboard.type(" // by hand");
    await keyboard.press("Escape");
    await page.waitForTimeout(700);
    await keyboard.press("a");
    expect((await editing).isError).toBe(false);
    expect(files.read("src/app.ts")).toContain("// by hand");
    await keyboard.press("g");
    await keyboard.press("t");
    await page.getByText("app.ts").first().waitFor();
    await tabTo(page, /^Edit ?changed/);
    await keyboard.press("Enter");
    await tabTo(page, /^Undo/);
    await keyboard.press("Enter");
    await page.getByRole("dialog").getByText("app.ts").first().waitFor();
    await tabTo(page, /^Undo/);
    await keyboard.press("Enter");
    await expect.poll(() => files.read("src/app.ts")).not.toContain("by hand");
  });
});

/** Presses Tab until what is in focus has such a name. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document;
      return element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (name.test(focused.trim())) return;
  }
  throw new Error(`nothing called ${name} can be reached by Tab`);
}
