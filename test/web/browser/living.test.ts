/** What happens around a person who thinks: files change, others answer, servers restart. */
import { describe, expect, it } from "vitest";
import { enterConsole, goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

const edit = { old_string: "one", new_string: "two" };
/** A question is accepted only when it has been in sight for a moment. */
const LOOK_MS = 700;

describe.runIf(hasBrowser)("While a person thinks", { timeout: 60_000 }, () => {
  const openPage = useBrowser();

  it("a file that changes makes the approval void, and the person is told [CON-21]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const world = await openConsoleWorld(files);
    const { page } = await openPage();
    await enterConsole(page, world);
    const agent = await world.connectAgent();
    const file_path = files.path("a.txt");
    await agent.call("Read", { file_path });
    const editing = agent.call("Edit", { file_path, ...edit });
    await page.goto(`${world.origin}/#/questions`);
    await page.getByText("Hunk 1 of 1").waitFor();
    files.write("a.txt", "one, but mine\n");
    await page.waitForTimeout(LOOK_MS);
    await page.getByRole("button", { name: /^Accept/ }).click();
    const result = await editing;
    expect(result.isError).toBe(true);
    expect(result.text).toContain("modified");
    expect(files.read("a.txt")).toBe("one, but mine\n");
    await page.getByText("Not written: the file was changed while the question stood").first().waitFor();
  });

  it("two browsers agree: the first answer counts, and the question leaves both [CON-22]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const world = await openConsoleWorld(files);
    const [left, right] = [await openPage(), await openPage()];
    for (const { page } of [left, right]) {
      await page.goto(await world.link());
      await page.goto(`${world.origin}/#/questions`);
      await page.getByText("Live", { exact: true }).waitFor();
    }
    const agent = await world.connectAgent();
    const file_path = files.path("a.txt");
    await agent.call("Read", { file_path });
    const editing = agent.call("Edit", { file_path, ...edit });
    for (const { page } of [left, right]) await page.getByText("Hunk 1 of 1").waitFor();
    await left.page.waitForTimeout(LOOK_MS);
    await Promise.all(
      [left, right].map(({ page }) =>
        page.getByRole("button", { name: /^Accept/ }).click({ noWaitAfter: true }),
      ),
    ).catch(() => undefined);
    expect((await editing).isError).toBe(false);
    expect(files.read("a.txt")).toBe("two\n");
    for (const { page } of [left, right])
      await expect.poll(() => page.getByRole("button", { name: /^Accept/ }).count()).toBe(0);
    // Both timelines show the one change.
    for (const { page } of [left, right]) {
      await goToView(page, "Timeline");
      await page.getByText("a.txt").first().waitFor();
    }
  });

  it("a server that restarts is found again, with what is true then [CON-23]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const world = await openConsoleWorld(files, ["--mode", "acceptEdits"]);
    const { page } = await openPage();
    await enterConsole(page, world);
    const agent = await world.connectAgent("before-the-restart");
    const file_path = files.path("a.txt");
    await agent.call("Read", { file_path });
    await page.getByText("before-the-restart").last().waitFor();
    await world.stop();
    await page.getByText("The server can't be reached.", { exact: false }).waitFor();
    await world.restart();
    await page.getByText("Live", { exact: true }).waitFor();
    // The login has outlived the restart, and what the other server knew is gone.
    await expect.poll(() => page.getByText("before-the-restart").count()).toBe(0);
    const next = await world.connectAgent("after-the-restart");
    await next.call("Read", { file_path });
    await next.call("Edit", { file_path, ...edit });
    await page.getByText("after-the-restart").last().waitFor();
    await goToView(page, "Timeline");
    await page.getByText("a.txt").first().waitFor();
  });

  it("questions of a server that a client has started by itself come to the same page [CON-24]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const world = await openConsoleWorld(files);
    const { page } = await openPage();
    await page.goto(await world.link());
    await page.goto(`${world.origin}/#/questions`);
    await page.getByText("Live", { exact: true }).waitFor();
    const agent = await world.connectStdioAgent("own-process");
    const file_path = files.path("a.txt");
    await agent.call("Read", { file_path });
    const editing = agent.call("Edit", { file_path, ...edit });
    await page.getByText("Hunk 1 of 1").waitFor();
    await page.getByText("own-process", { exact: false }).first().waitFor();
    await page.waitForTimeout(LOOK_MS);
    await page.keyboard.press("a");
    expect((await editing).isError).toBe(false);
    expect(files.read("a.txt")).toBe("two\n");
    await page.getByText("Written", { exact: false }).first().waitFor();
  });
});
