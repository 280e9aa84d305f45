/** A person looks at the tokens of agents, and revokes one. */
import { describe, expect, it } from "vitest";
import { addToken } from "../../support/agent-tokens.js";
import { enterConsole, goToView, hasBrowser, useBrowser } from "../../support/browser.js";
import { openConsoleWorld } from "../../support/console-world.js";
import { tempWorkspace } from "../../support/workspace.js";

describe.runIf(hasBrowser)("Tokens of agents in the browser", { timeout: 60_000 }, () => {
  const openPage = useBrowser();

  it("are listed with their rules, and revoked after a question [HOST-192]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    await addToken(files, "reviewer", { mode: "plan", deny: ["Read(.env)"], allow: ["Edit(/docs/**)"] });
    await addToken(files, "ci");
    const world = await openConsoleWorld(files);
    const { page, complaints } = await openPage();
    await enterConsole(page, world);
    await goToView(page, "Rules");
    const row = page.getByRole("listitem").filter({ hasText: "reviewer" });
    await row.getByText("Read(.env)").waitFor();
    expect(await row.innerText()).toMatch(
      /mode plan; deny Read\(\.env\); allow Edit\(\/docs\/\*\*\)[^]*never used, open sessions: 0/,
    );
    await page.getByRole("button", { name: "Revoke the token of reviewer" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("The token was revoked.").first().waitFor();
    await expect.poll(() => row.count()).toBe(0);
    await page.getByRole("listitem").filter({ hasText: "never used" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
