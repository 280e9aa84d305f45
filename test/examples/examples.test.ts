/** Every example, run as a person runs it. What each has to show it asserts itself; here is what all have in common. */
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { isNewerNode, NEWER_NODE, onNewerNode } from "../support/newer-node.js";
import {
  EXAMPLE_TIMEOUT_MS,
  type ExampleOptions,
  examplesFolder,
  runExample,
  startProgram,
} from "./run-example.js";

const root: string = fileURLToPath(new URL("../../", import.meta.url));
const names = readdirSync(examplesFolder).filter((name) => name.endsWith(".js"));
const sources = new Map(names.map((name) => [name, readFileSync(join(examplesFolder, name), "utf8")]));
/** Those whose SDK does not run on every Node that the library runs on. */
const newer = names.filter((name) =>
  /"filewright\/(?:ai|mastra|openai-agents)"/.test(sources.get(name) ?? ""),
);

/** What a person would do. */
const given: Readonly<Record<string, ExampleOptions>> = {
  "approval-console.js": { words: ["--answer"] },
  "approval-terminal.js": { input: "y\nn\nNo scripts.\ny\n" },
};

async function expectToRun(name: string): Promise<void> {
  const { code, stdout, stderr, files, programs, connections } = await runExample(name, given[name]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // A program that waits for what never comes does not end with 0; one that ends with it has come to its last line.
  expect(stdout.trimEnd().split("\n").at(-1)).toMatch(/^Done: \w.*\.$/);
  expect({ files, programs, connections }).toEqual({ files: [], programs: [], connections: [] });
}

describe("An example", () => {
  for (const name of names) {
    const where = newer.includes(name) ? ` ${onNewerNode}` : "";
    it.runIf(isNewerNode || where === "")(
      `${name}${where} ends by itself and well, leaves nothing behind, and speaks to this machine alone; its last line says what was done [EXA-1, EXA-2, EXA-3, FIX-261]`,
      () => expectToRun(name),
      EXAMPLE_TIMEOUT_MS,
    );
  }

  it("is in the table, which says truly which Node it needs [EXA-4]", () => {
    const table = readFileSync(join(examplesFolder, "README.md"), "utf8");
    const rows = [...table.matchAll(/^\| \[(\S+\.js)\]/gm)].map(([, name = ""]) => name);
    expect(rows.toSorted()).toEqual(names.toSorted());
    for (const name of names) {
      const row = table.split("\n").find((line) => line.startsWith(`| [${name}](${name})`));
      const needs = newer.includes(name) ? NEWER_NODE : 20;
      expect(Number.parseInt(row?.split("|").at(-2) ?? "", 10), name).toBe(needs);
    }
  });

  it("imports each way into the package, and a page of the manual tells of it [EXA-5]", () => {
    const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
      readonly exports: Readonly<Record<string, { readonly types: string } | string>>;
    };
    const pages = readdirSync(join(root, "docs"), { recursive: true })
      .filter((page) => String(page).endsWith(".md"))
      .map((page) => readFileSync(join(root, "docs", String(page)), "utf8"));
    const lacking = Object.entries(exports).flatMap(([subpath, target]) => {
      if (typeof target === "string") return [];
      const way = `filewright${subpath.slice(1)}`;
      const isImported = [...sources.values()].some((source) => source.includes(`from "${way}"`));
      return isImported && pages.some((page) => page.includes(way)) ? [] : [way];
    });
    expect(lacking).toEqual([]);
  });
});

/** A program that does what an example must not. */
const badProgram: string = fileURLToPath(new URL("bad-example.js", import.meta.url));

describe("What examples are watched with", () => {
  it("lets them speak to this machine and notices when they would speak to another [EXA-3]", async () => {
    const server = createServer((_, response) => response.end("here"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const words = ["fetch", `http://127.0.0.1:${port}/`, "http://192.0.2.1/"];
    const run = await startProgram(badProgram, { words }).ended;
    expect(run).toMatchObject({ code: 0, stdout: "here, refused\n", connections: ["192.0.2.1"] });
  });

  it("notices what they leave behind [EXA-2]", async () => {
    const run = await startProgram(badProgram, { words: ["litter"], patienceMs: 0 }).ended;
    expect(run).toMatchObject({ code: 0, files: ["left.txt"] });
    expect(run.programs).toHaveLength(process.platform === "linux" ? 1 : 0);
    process.kill(Number(run.stdout));
  });
});
