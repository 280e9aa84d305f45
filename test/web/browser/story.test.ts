/** The story that the console is for: an agent asks, a person decides by looking, and everybody agrees on what happened. */
import { describe, expect, it } from "vitest";
import { enterConsole, goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { type ConsoleWorld, openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

const TIMEOUT = 60_000;

function textWith(places: Readonly<Record<number, string>>): string {
  return Array.from({ length: 60 }, (_, index) => `${places[index + 1] ?? `line ${index + 1}`}\n`).join("");
}

const before = textWith({ 5: "const colour = 1;", 30: "const colour = 2;", 55: "const colour = 3;" });
const rename = { old_string: "colour", new_string: "color", replace_all: true };

describe.runIf(hasBrowser)("An agent asks, and a person decides in the browser", { timeout: TIMEOUT }, () => {
  const openPage = useBrowser();

  async function openWorld(): Promise<ConsoleWorld> {
    return openConsoleWorld(tempWorkspace({ "a.ts": before }));
  }

  it("two of three hunks are accepted and a line is changed: file, result, ledger and timeline agree, and undo restores [CON-20]", async () => {
    const world = await openWorld();
    const { files } = world;
    const { page, complaints } = await openPage();
    await enterConsole(page, world);
    const agent = await world.connectAgent("story-agent");
    const file_path = files.path("a.ts");
    await agent.call("Read", { file_path });
    const editing = agent.call("Edit", { file_path, ...rename });

    await goToView(page, "Questions");
    await page.getByText("Hunk 3 of 3").waitFor();
    expect(await page.title()).toBe("(1) Filewright");
    await page.getByRole("checkbox", { name: "Accept this hunk" }).nth(1).uncheck();
    await page.getByRole("button", { name: "Edit hunk 3" }).click();
    const field = page.getByRole("textbox", { name: "After, with your changes" });
    const proposed = await field.inputValue();
    expect(proposed).toContain("const color = 3;");
    await field.fill(proposed.replaceAll("const color = 3;", () => "const color = 33; // by hand"));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("textbox", { name: "Tell the agent" }).fill("The second one is a name of theirs.");
    await page.getByRole("button", { name: /^Accept/ }).click();

    const result = await editing;
    const wanted = textWith({
      5: "const color = 1;",
      30: "const colour = 2;",
      55: "const color = 33; // by hand",
    });
    expect(files.read("a.ts")).toBe(wanted);
    expect(result.isError).toBe(false);
    expect(result.text).toContain("+const color = 33; // by hand");
    expect(result.text).toContain("The second one is a name of theirs.");
    await page.getByText("Just answered").waitFor();
    await page
      .getByText(/Written/)
      .first()
      .waitFor();
    expect(await page.title()).toBe("Filewright");

    // The agent knows what stands there now: it need not read again.
    const again = agent.call("Edit", { file_path, old_string: "color = 33;", new_string: "color = 34;" });
    await page.getByText("Hunk 1 of 1").waitFor();
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.getByRole("textbox", { name: /Why not/ }).fill("33 is right.");
    await page.keyboard.press("Enter");
    const refused = await again;
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain("33 is right.");
    expect(files.read("a.ts")).toBe(wanted);

    await goToView(page, "Files seen");
    await page.getByText("up to date", { exact: false }).first().waitFor();

    await goToView(page, "Timeline");
    await page.getByText("a.ts").first().click();
    await page.getByText("const color = 33; // by hand").first().waitFor();
    await page.getByRole("button", { name: /^Undo/ }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("a.ts").first().waitFor();
    await dialog.getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(() => files.read("a.ts")).toBe(before);
    await page.getByText("undone", { exact: false }).first().waitFor();
    expect(complaints).toEqual([]);
  });
});
