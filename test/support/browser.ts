/** A real Chromium, where the machine has one, and pages of the console in it. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, onTestFailed } from "vitest";

const PLACES: readonly string[] = [
  process.env["CHROMIUM"] ?? "",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const program = PLACES.find((place) => place !== "" && existsSync(place));

/** Tests that need one are left out where it is not installed; the report at the end names them. */
export const hasBrowser: boolean = program !== undefined;

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page complained of: errors, refused by its policy, and requests to anywhere but the server. */
  readonly complaints: readonly string[];
}

/** One browser for a file of tests, started with the first page. */
export function useBrowser(): (options?: VisitOptions) => Promise<Visit> {
  let browser: Promise<Browser> | undefined;
  afterAll(async () => (await browser)?.close());
  return async (options = {}) => {
    browser ??= launch();
    return openVisit(await browser, options);
  };
}

/** Opens the console by a link of its own, and waits until it is told what happens. */
export async function enterConsole(
  page: Page,
  world: { readonly link: () => Promise<string> },
): Promise<void> {
  await page.goto(await world.link());
  await page.getByText("Live", { exact: true }).waitFor();
}

/** By the navigation, as a person does. */
export async function goToView(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name }).click();
}

export interface VisitOptions {
  readonly colorScheme?: "light" | "dark";
  readonly width?: number;
  readonly height?: number;
}

/** What a page looked like when its test failed. */
const PICTURES = new URL("../../.build/failed-pages/", import.meta.url);

/** Slow is not wrong; waiting for what never comes is, and should be said within the time of a test. */
const PATIENCE_MS = 20_000;

async function launch(): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return chromium.launch({
    executablePath: program ?? "",
    // Tests run as root in containers, where the sandbox can't; their pages are our own.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
}

async function openVisit(
  browser: Browser,
  { colorScheme = "light", width = 1280, height = 800 }: VisitOptions,
): Promise<Visit> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height } });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  onTestFailed(async ({ task }) => {
    const name = task.name.replace(/[^\w]+/g, "-").slice(0, 60);
    await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, PICTURES)) }).catch(() => undefined);
  });
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // That the server has refused something is for the page to show, and part of many tests.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) complaints.push(`console: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (hostname !== "127.0.0.1" && protocol !== "blob:") complaints.push(`request: ${request.url()}`);
  });
  return { page, context, complaints };
}
