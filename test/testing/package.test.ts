/** The kit as others have it: from the packed package, with other runners, where packages of ours are missing. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as testing from "../../src/testing/index.js";
import { hasAttributePrograms } from "../process/attribute-support.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const host = testing.createTempWorkspace({}, { prefix: "filewright-packed-" });
const installed = host.path("node_modules", "filewright");

/** Its required packages are there, its optional ones are not. */
beforeAll(() => {
  const words = ["pack", "--ignore-scripts", "--silent", "--pack-destination", host.root];
  const archive = execFileSync("npm", words, { cwd: root, encoding: "utf8" }).trim();
  mkdirSync(installed, { recursive: true });
  execFileSync("tar", ["-xzf", host.path(archive), "-C", installed, "--strip-components=1"]);
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    const place = host.path("node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, "node_modules", name), place);
  }
}, 120_000);

afterAll(() => host.dispose());

function run(words: readonly string[]): string {
  const env = { PATH: process.env["PATH"], HOME: host.home };
  return execFileSync(process.execPath, words, { cwd: host.root, encoding: "utf8", env });
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
}

describe("The packed package", () => {
  it("has every file of every scenario, and says what they are [KIT-30]", () => {
    const ours = listFiles(join(root, "conformance"));
    expect(listFiles(join(installed, "conformance"))).toEqual(ours);
    expect(ours).toContain("README.md");
    // npm leaves the first out, and gives the others another name or meaning.
    for (const name of testing
      .listScenarios()
      .flatMap(({ input, expected }) => Object.keys({ ...input, ...expected })))
      expect(name).not.toMatch(
        /(?:^|\/)(?:\.git|node_modules|\.DS_Store|\.npmrc)(?:\/|$)|(?:^|\/)\.(?:git|npm)ignore$/,
      );
  });

  // Without them a result has a note that the file was written in place.
  it.skipIf(!hasAttributePrograms)(
    "runs the scenarios, and says what it can't compare without optional packages [KIT-27, KIT-30]",
    () => {
      writeFileSync(host.path("measure.mjs"), measure);
      const results = JSON.parse(run(["measure.mjs"])) as Readonly<Record<string, unknown>>;
      const pages = [
        "@embedpdf/pdfium is not installed: the pages of documents were not counted, and are not compared.",
      ];
      expect(results).toEqual({
        ...Object.fromEntries(
          testing.listScenarios().map(({ name }) => [name, { level: "words", notes: [] }]),
        ),
        // What the toolkit itself has not got there: PDFium, sharp.
        "a-pdf-goes-to-a-host-that-takes-documents": { level: "files", notes: [] },
        "a-pdf-is-read-page-by-page": { level: "files", notes: [] },
        "a-picture-is-looked-at": { level: "files", notes: [] },
        documents: { level: "words", notes: pages },
      });
    },
    120_000,
  );

  it.skipIf(!hasAttributePrograms)("has the contract run by node's own test runner [KIT-6]", () => {
    writeFileSync(host.path("contract.test.mjs"), contract);
    const said = run(["--test", "--test-reporter=tap", "contract.test.mjs"]);
    const { length } = testing.fileSystemContract({
      create: () => testing.createLocalDisk(host.toolkit().workspace.fileSystem),
      lacks: ["fifos"],
    });
    expect(said).toContain(`# pass ${length}\n# fail 0\n`);
    expect(said).toContain("resolves a file, a link to it and a link to its folder to one real path");
  });

  it("opens two files for the library, whatever its other ways in bring along [FIX-224]", () => {
    expect([...loadedWith("index.js")]).toEqual(["index.js", "chunks/toolkit.js"]);
  });

  it("loads nothing of this with the library, and little besides the library with this [KIT-31]", () => {
    const library = loadedWith("index.js");
    const kit = loadedWith("testing/index.js");
    expect([...library].filter((file) => file.startsWith("testing/"))).toEqual([]);
    expect([...kit].filter((file) => !library.has(file))).toEqual(["testing/index.js"]);
    expect(readFileSync(join(installed, "dist/testing/index.js"), "utf8")).not.toMatch(
      /["'](?:vitest|sharp)["']/,
    );
  });
});

describe("The subpath for tests", () => {
  it("exports these values [KIT-32]", () => {
    expect(Object.keys(testing).toSorted()).toEqual([
      "UnsupportedScenario",
      "compareWithScenario",
      "conformanceLevels",
      "createLocalDisk",
      "createTempWorkspace",
      "createToolkitImplementation",
      "fileSystemContract",
      "listScenarios",
      "runScenario",
    ]);
  });
});

/** Every file of the package that an import of this one loads at once. */
function loadedWith(entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const path = join(installed, "dist", file);
    expect(existsSync(path)).toBe(true);
    const imports = readFileSync(path, "utf8").matchAll(/(?:\bfrom|\bimport)\s*["'](\.{1,2}\/[^"']+)["']/g);
    for (const [, specifier = ""] of imports) visit(join(dirname(file), specifier));
  };
  visit(entry);
  return found;
}

const contract = `
import { it } from "node:test";
import { createNodeFileSystem } from "filewright";
import { createLocalDisk, fileSystemContract } from "filewright/testing";
const create = () => createLocalDisk(createNodeFileSystem());
for (const { title, run } of fileSystemContract({ create, lacks: ["fifos"] })) it(title, run);
`;

/** The documents come from an implementation that needs no library to have read them. */
const measure = `
import { createToolkitImplementation, listScenarios, runScenario } from "filewright/testing";
const scenarios = listScenarios();
const results = {};
for (const scenario of scenarios) {
  const { level = "none", notes } = await runScenario(scenario, createToolkitImplementation());
  results[scenario.name] = { level, notes };
}
const { input } = scenarios.find(({ name }) => name === "a-pdf-is-read-page-by-page");
const data = Buffer.from(input["letter.pdf"]).toString("base64");
const content = [{ type: "document", data, mimeType: "application/pdf", name: "letter.pdf" }];
const documents = { open: () => ({ call: () => ({ content, isError: false }), close() {} }) };
const transcript =
  "## Read {}\\n\\n\`\`\`\`text\\n(document: application/pdf, letter.pdf, pages: 2)\\n\`\`\`\`\\n";
const story = { name: "documents", folder: "", options: {}, steps: [{ tool: "Read", input: {} }], input: {}, expected: {}, transcript };
const { level, notes } = await runScenario(story, documents);
results.documents = { level, notes };
console.log(JSON.stringify(results));
`;
