/** The entry in a real browser: what it sends by itself, keeps, and refuses, is what all of it rests on. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openConsole } from "../../../src/console/console.js";
import { hasBrowser, useBrowser } from "../../support/browser.js";
import { ask, type ConsoleServer, serveConsole, signIn } from "../../support/console-server.js";
import { tempWorkspace } from "../../support/workspace.js";

const visit = useBrowser();

/** A server of somebody else's on this machine, with one page. */
async function serveStranger(html: string, host = "127.0.0.1"): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://${host}:${(server.address() as AddressInfo).port}/`;
}

async function serveReal(): Promise<ConsoleServer & { fullLink: () => Promise<string> }> {
  const server = await serveConsole(tempWorkspace({ "a.txt": "one\n" }), { openConsole });
  return { ...server, fullLink: async () => `${server.origin}${await server.link()}` };
}

/** The status that the page's own requests get. */
const statusInside = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const key = localStorage.getItem("filewright-key") ?? "";
    return (await fetch("/api/health", { headers: { "x-filewright-key": key } })).status;
  });

describe.runIf(hasBrowser)("A browser", () => {
  it("is let in by a link, keeps the key out of its address, and not twice by the same link [CONSEC-6, CONSEC-11]", async () => {
    const server = await serveReal();
    const { page, context, complaints } = await visit();
    const link = await server.fullLink();
    await page.goto(link);
    await page.waitForFunction(() => localStorage.getItem("filewright-key") !== null);
    expect(page.url()).not.toContain("key");
    expect(await statusInside(page)).toBe(200);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(await context.cookies()).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/" }]);
    expect(complaints).toEqual([]);
    await page.goto(link);
    expect(await page.getByRole("alert").textContent()).toContain("This link does not work");
    await page.goto(server.origin);
    expect(await statusInside(page)).toBe(200);
  });

  it.each(["127.0.0.1", "localhost"])(
    "that follows a link on a page of %s gets in, and to the console later too [CONSEC-9]",
    async (host) => {
      const server = await serveReal();
      const { page } = await visit();
      const html = `<a id="link" href="${await server.fullLink()}">x</a><a id="home" href="${server.origin}/">y</a>`;
      const stranger = await serveStranger(html, host);
      for (const id of ["#link", "#home"]) {
        await page.goto(stranger);
        await page.click(id);
        await page.waitForURL((url) => url.origin === server.origin && url.pathname === "/");
        await page.waitForFunction(() => document.getElementById("app") !== null);
        expect(await statusInside(page)).toBe(200);
      }
    },
  );

  it("takes no key from a page of another port, which has the cookie sent along [CONSEC-9]", async () => {
    const server = await serveReal();
    const { page } = await visit();
    await page.goto(await server.fullLink());
    await page.waitForFunction(() => localStorage.getItem("filewright-key") !== null);
    await page.goto(await serveStranger(`<a href="${server.origin}/#key=${"x".repeat(43)}">x</a>`));
    await page.click("a");
    await page.waitForURL((url) => url.origin === server.origin && url.hash === "");
    await page.waitForFunction(() => document.getElementById("app") !== null);
    expect(await statusInside(page)).toBe(200);
  });

  it("gets nothing of the console for a page of another port, although it sends the cookie [CONSEC-2, CONSEC-12]", async () => {
    const server = await serveConsole(tempWorkspace());
    const { page } = await visit();
    await page.goto(`${server.origin}${await server.link()}`);
    await page.goto(await serveStranger(`<iframe src="${server.origin}/"></iframe>`));
    const outcomes = await page.evaluate(async (origin) => {
      const attempt = (path: string, init: RequestInit): Promise<string> =>
        fetch(origin + path, { credentials: "include", ...init }).then(
          async (answer) => `${answer.type} ${(await answer.text()).length}`,
          () => "refused",
        );
      return [
        await attempt("/", {}),
        await attempt("/api/x", {}),
        await attempt("/api/x", { headers: { "x-filewright-key": "x" } }),
        await attempt("/", { mode: "no-cors" }),
        await attempt("/api/x", { mode: "no-cors" }),
        await attempt("/api/x", { mode: "no-cors", method: "POST", body: "{}" }),
        document.querySelector("iframe")?.contentDocument === null ? "refused" : "shown",
      ];
    }, server.origin);
    for (const outcome of outcomes) expect(["refused", "opaque 0"]).toContain(outcome);
    expect(server.admitted.filter(({ path }) => path === "/api/x")).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "signs in with the token, by keyboard, on a page that is %s and fit for screen readers [CONSEC-17, CONSEC-38]",
    async (colorScheme) => {
      const server = await serveReal();
      const { page, complaints } = await visit({ colorScheme, width: 360, height: 640 });
      await page.goto(server.origin);
      expect(await findSeriousFaults(page)).toEqual([]);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect(isWide).toBe(false);
      const type = async (token: string): Promise<void> => {
        await page.keyboard.press("Tab");
        await page.keyboard.type(token);
        await page.keyboard.press("Enter");
      };
      await type("wrong");
      expect(await page.getByRole("alert").textContent()).toBe("That was not the token.");
      expect(await findSeriousFaults(page)).toEqual([]);
      await type(server.token);
      await page.waitForFunction(() => localStorage.getItem("filewright-key") !== null);
      expect(await statusInside(page)).toBe(200);
      // Chromium tells of every answer that is no success.
      expect(complaints.filter((each) => !/status of 40[13]/.test(each))).toEqual([]);
    },
  );
});

describe("The real console", () => {
  it("keeps the policy in what its routes answer [CONSEC-5]", async () => {
    const server = await serveReal();
    const browser = await signIn(server);
    for (const path of ["/api/health", "/api/none", "/api/timeline", "/"]) {
      const { headers } = await ask(server, path, browser);
      expect(headers).toMatchObject({
        "content-security-policy": expect.stringContaining("default-src 'none'; script-src 'self'"),
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cache-control": "no-store",
      });
    }
  });
});

/** By axe, run apart from the page's own policy. */
async function findSeriousFaults(page: Page): Promise<readonly string[]> {
  const result = await page.evaluate(
    `${axe.source}; axe.run().then(({ violations }) => violations.map(({ id, impact }) => [id, impact].join(" ")))`,
  );
  return (result as string[]).filter((fault) => /serious|critical/.test(fault));
}
