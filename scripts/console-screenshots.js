// Takes the pictures of the console for the documentation: every view, light and dark, of a small project in which two agents
// are at work. Needs a Chromium, and `npm run build` before.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("..", import.meta.url));
const pictures = join(root, "docs/images");
const base = realpathSync(mkdtempSync(join(tmpdir(), "demo-")));
const project = join(base, "shop");

const theme = Array.from({ length: 46 }, (_, index) => {
  /** @type {Record<number, string>} */
  const places = {
    4: "export const primary = colour(24, 110, 92);",
    24: "export const warning = colour(184, 92, 20);",
    42: "export const danger = colour(176, 38, 30);",
  };
  return places[index] ?? (index % 7 === 6 ? "" : `export const space${index} = ${index * 4};`);
});
/** @type {Record<string, string>} */
const files = {
  "src/theme.ts": `import { colour } from "./colour.js";\n${theme.join("\n")}\n`,
  "src/colour.ts":
    "export function colour(r: number, g: number, b: number): string {\n  return `rgb(${r} ${g} ${b})`;\n}\n",
  "src/cart.ts": `export function total(prices: number[]): number {\n  let sum = 0;\n  for (const price of prices) sum = sum + price;\n  return sum;\n}\n`,
  "src/checkout.ts":
    'import { total } from "./cart.js";\n\nexport const pay = (prices: number[]) => total(prices);\n',
  "README.md": "# Shop\n\nA small shop.\n",
  "package.json": '{\n  "name": "shop",\n  "scripts": { "test": "node --test" }\n}\n',
  ".env": "KEY=1\n",
};
for (const [name, text] of Object.entries(files)) {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
}
const settings = join(base, "settings.json");
writeFileSync(
  settings,
  JSON.stringify({
    permissions: {
      deny: ["Read(.env)", "Read(secrets/**)"],
      ask: ["Edit(src/theme.ts)", "Edit(package.json)"],
      allow: ["Edit(src/**)", "Edit(README.md)"],
    },
  }),
);
const environment = {
  PATH: process.env["PATH"] ?? "",
  HOME: join(base, "home"),
  FILEWRIGHT_STATE: join(base, "home/state"),
};
const program = join(root, "dist/bin/filewright.cjs");
const server = spawn(
  process.execPath,
  [program, "serve", "--root", project, "--settings", settings, "--port", "0", "--json"],
  { env: environment, cwd: project, stdio: ["ignore", "pipe", "ignore"] },
);
const [line] = await once(createInterface(server.stdout), "line");
const { url, tokenFile, console: link } = JSON.parse(line);
const authorization = `Bearer ${readFileSync(tokenFile, "utf8").trim()}`;

/** @param {string} name */
async function connect(name) {
  const client = new Client({ name, version: "2.1" }, { versionNegotiation: { mode: "legacy" } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization } } }),
  );
  /** @type {(tool: string, input: Record<string, unknown>) => Promise<unknown>} */
  const call = (tool, input) => client.callTool({ name: tool, arguments: input }, { timeout: 60_000 });
  return { call, close: () => client.close() };
}

const at = (/** @type {string} */ name) => join(project, name);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });
const page = await context.newPage();
await page.goto(link);
await page.getByText("Live", { exact: true }).waitFor();

const coder = await connect("claude-code");
const reviewer = await connect("reviewer");
for (const name of ["src/theme.ts", "src/cart.ts", "src/checkout.ts", "README.md"])
  await coder.call("Read", { file_path: at(name) });
await coder.call("Grep", { pattern: "colour\\(", path: at("src"), output_mode: "content" });
await coder.call("Edit", {
  file_path: at("src/cart.ts"),
  old_string: "sum = sum + price",
  new_string: "sum += price",
});
await coder.call("Edit", {
  file_path: at("src/checkout.ts"),
  old_string: "(prices: number[]) => total(prices)",
  new_string: "(prices: readonly number[]): number => total([...prices])",
});
await coder.call("Edit", {
  file_path: at("README.md"),
  old_string: "A small shop.",
  new_string: "A small shop, with a cart.",
});
await coder.call("Edit", { file_path: at("README.md"), old_string: "A large shop.", new_string: "A shop." });
await coder.call("Write", { file_path: at("src/tax.ts"), content: "export const rate = 0.19;\n" });
await coder.call("Read", { file_path: at("src/cart.ts") });
await coder.call("Read", { file_path: at("src/cart.ts") });
await reviewer.call("Read", { file_path: at("src/theme.ts"), offset: 1, limit: 20 });
await reviewer.call("Read", { file_path: at("src/cart.ts") });
await reviewer.call("Glob", { pattern: "**/*.ts", path: project });
await reviewer.call("Read", { file_path: at(".env") });
writeFileSync(at("src/cart.ts"), "// a person's work\n");
const asking = coder.call("Edit", {
  file_path: at("src/theme.ts"),
  old_string: "colour(",
  new_string: "color(",
  replace_all: true,
});
asking.catch(() => undefined);

/** @type {Record<string, () => Promise<void>>} */
const views = {
  activity: async () => undefined,
  questions: async () => {
    await page.getByText("Hunk 3 of").waitFor();
    const second = page.getByRole("checkbox", { name: "Accept this hunk" }).nth(1);
    await second.uncheck();
  },
  timeline: async () => {
    await page
      .getByRole("button", { name: /checkout\.ts/ })
      .first()
      .click();
    await page.getByText("readonly").first().waitFor();
  },
  seen: async () => {
    await page.getByText("reviewer").first().click();
    await page.getByText("lines 1", { exact: false }).first().waitFor();
  },
  rules: async () => {
    await page.locator("main select").first().selectOption("Edit");
    await page.getByRole("textbox", { name: /path/i }).first().fill(at("src/theme.ts"));
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
  },
  health: async () => undefined,
};
mkdirSync(pictures, { recursive: true });
for (const [view, prepare] of Object.entries(views)) {
  await page.goto(`${new URL(url).origin}/#/${view}`);
  await page.waitForTimeout(700);
  await prepare();
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(150);
    await page.screenshot({ path: join(pictures, `console-${view}-${colorScheme}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
await browser.close();
await Promise.all([coder.close(), reviewer.close()]);
server.kill("SIGTERM");
await once(server, "exit");
rmSync(base, { recursive: true, force: true });
