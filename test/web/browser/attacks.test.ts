/** Everything that a page shows comes from somewhere else; none of it may do anything but be read. */
import { describe, expect, it } from "vitest";
import { enterConsole, goToView, hasBrowser, useBrowser, type Visit } from "../../support/browser.js";
import { type ConsoleWorld, openConsoleWorld } from "../../support/console-world.js";
import {
  HOME,
  markupPayloads,
  notebookWith,
  svgPayload,
  unseenCharacters,
} from "../../support/page-payloads.js";
import { tempWorkspace } from "../../support/workspace.js";

const VIEWS = ["Activity", "Questions", "Timeline", "Files seen", "Rules", "Health"] as const;
const everything = `${markupPayloads.join("\n")}\n`;

/** Names can't have slashes, nor be longer than file systems take. */
function asName(payload: string): string {
  return payload.replaceAll("/", () => "\u2215").slice(0, 100);
}

async function expectNothingRan({ page, complaints }: Visit): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: (globalThis as { ran?: unknown }).ran,
    scripts: [...document.scripts].map(({ src }) => new URL(src).pathname.replace(/-[\w-]+\.js$/, "")),
    frames: document.querySelectorAll("iframe, object, embed, base, meta[http-equiv]").length,
    handlers: [...document.querySelectorAll("*")].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith("on")),
    ),
    links: [...document.querySelectorAll("a")].map(({ href }) => href),
    pictures: document.images.length,
  }));
  expect(found).toMatchObject({ ran: undefined, frames: 0, handlers: [], pictures: 0 });
  expect(found.scripts).toEqual(["/assets/index"]);
  for (const href of found.links) expect(new URL(href).protocol).toBe("http:");
  expect(complaints).toEqual([]);
}

async function openHostile(files = tempWorkspace({})): Promise<ConsoleWorld> {
  return openConsoleWorld(files);
}

describe.runIf(hasBrowser)("What is shown in the page", { timeout: 90_000 }, () => {
  const openPage = useBrowser();

  it("runs nothing and asks nobody, whatever names, contents, reasons and clients say [CONSEC-40]", async () => {
    const files = tempWorkspace({});
    for (const payload of markupPayloads) files.write(asName(payload), everything);
    files.write("picture.svg", svgPayload);
    files.write("cells.ipynb", notebookWith(everything));
    files.write("page.md", everything);
    const world = await openHostile(files);
    const visit = await openPage();
    const { page } = visit;
    await enterConsole(page, world);
    const agent = await world.connectAgent(`${markupPayloads[1]}`);
    for (const payload of markupPayloads) {
      await agent.call("Read", { file_path: files.path(asName(payload)) });
      await agent.call("Grep", { pattern: "<script>", path: files.path(asName(payload)) });
    }
    for (const view of VIEWS) {
      await goToView(page, view);
      await expectNothingRan(visit);
    }
    await goToView(page, "Questions");
    const asked: [string, string, object][] = [
      ["Write", "new.html", { content: everything }],
      ["Write", asName(`${markupPayloads[2]}.md`), { content: everything }],
      ["Edit", "picture.svg", { old_string: "window.ran=20", new_string: "window.ran=40" }],
      ["NotebookEdit", "cells.ipynb", { cell_id: "a1", new_source: everything }],
      [
        "Edit",
        "page.md",
        { old_string: markupPayloads[0], new_string: `${markupPayloads[1]}\n${markupPayloads[3]}` },
      ],
    ];
    for (const [tool, name, input] of asked) {
      const file_path = files.path(name);
      if (tool !== "Write") await agent.call("Read", { file_path });
      const field = tool === "NotebookEdit" ? { notebook_path: file_path } : { file_path };
      const calling = agent.call(tool, { ...field, ...input });
      await page.getByRole("button", { name: /^Accept/ }).waitFor();
      await page.getByText("Hunk 1 of").waitFor();
      await expectNothingRan(visit);
      await page.waitForTimeout(700);
      await page.getByRole("button", { name: /^Accept/ }).click();
      const { isError, text } = await calling;
      expect([name, isError, isError ? text : ""]).toEqual([name, false, ""]);
    }
    await goToView(page, "Timeline");
    for (const [, name] of asked) {
      await page.getByText(name.slice(0, 8), { exact: false }).first().click();
      await expectNothingRan(visit);
    }
    await goToView(page, "Rules");
    await page
      .getByRole("textbox", { name: /path/i })
      .first()
      .fill(`${HOME}/"><img src=x onerror=window.ran=50>`);
    await page.keyboard.press("Enter");
    await goToView(page, "Activity");
    await expectNothingRan(visit);
  });

  it("makes visible what can't be seen or turns text around, in names, contents and sessions [CONSEC-41]", async () => {
    const files = tempWorkspace({});
    const tricks = unseenCharacters.map(([character]) => character).join("x");
    const name = `gpj.\u202eexe.ts`;
    files.write(name, "safe\n");
    const world = await openHostile(files);
    const { page, complaints } = await openPage();
    await enterConsole(page, world);
    await goToView(page, "Questions");
    const agent = await world.connectAgent();
    await agent.call("Read", { file_path: files.path(name) });
    const editing = agent.call("Edit", {
      file_path: files.path(name),
      old_string: "safe",
      new_string: `safe ${tricks} //`,
    });
    await page.getByText("Hunk 1 of 1").waitFor();
    const shown = await page.locator("main").innerText();
    for (const [character, word] of unseenCharacters) {
      expect(shown).toContain(word);
      expect(shown).not.toContain(character);
    }
    expect(await page.title()).not.toContain("\u202e");
    await page.getByRole("button", { name: "Reject…" }).click();
    await page.keyboard.press("Enter");
    await editing;
    expect(complaints).toEqual([]);
  });

  it("shows which file a question is about, however its name is made [CONSEC-42]", async () => {
    const long = `${"a".repeat(60)}/`.repeat(8);
    const files = tempWorkspace({ "real.txt": "one\n" });
    const world = await openHostile(files);
    const { page } = await openPage();
    await enterConsole(page, world);
    await goToView(page, "Questions");
    const agent = await world.connectAgent();
    const names = [`${long}evil.sh`, "src/app.ts\n\nAllow all?.sh", "outside/../hidden.sh"];
    for (const name of names) {
      const calling = agent.call("Write", { file_path: files.path(name), content: "x\n" });
      await page.getByRole("button", { name: "Reject…" }).waitFor();
      const head = page.locator(".question-head");
      // The name is in sight, whole, on one line, at the end of the path.
      const shown = (await head.innerText()).replaceAll("\n", " ");
      expect(shown).toContain(
        name.endsWith("evil.sh") ? "evil.sh" : name.includes("\n") ? "Allow all?.sh" : "hidden.sh",
      );
      if (name.includes("\n")) expect(shown).toContain("U+000A");
      const box = await head.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
      await page.getByRole("button", { name: "Reject…" }).click();
      await page.keyboard.press("Enter");
      expect((await calling).isError).toBe(true);
    }
  });
});
