// Packs the built package, with what it needs to run, into one file that MCP clients install: an MCPB bundle.
// `node scripts/pack-mcpb.js [FOLDER]` writes to that folder, `dist-mcpb` by default.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createToolkit } from "../dist/index.js";
import { findProductionPackages } from "./production-packages.js";
import { writeZip } from "./zip.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, "dist-mcpb"));

/** What helps to work on a package and not to run it. Licences stay. */
const forDevelopment =
  /\.(?:c|map|ts|mts|cts|tsbuildinfo|md|markdown)$|\/(?:test|tests|__tests__|\.github)\//i;

const developmentFields = new Set(["devDependencies", "files", "overrides", "scripts"]);

/** @param {string} name */
const readJson = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));

const packageFields = Object.entries(readJson("package.json"));
const runtimePackage = Object.fromEntries(packageFields.filter(([key]) => !developmentFields.has(key)));
const { places, native } = findProductionPackages(root);
const template = readJson("packaging/mcpb/manifest.json");
const tools = createToolkit({ history: false }).tools.map(({ name, description }) => ({ name, description }));
const manifest = {
  ...template,
  version: runtimePackage.version,
  tools,
  // The programs for searching and for pictures are this platform's.
  compatibility: { ...template.compatibility, platforms: [process.platform] },
};

const entries = [
  asText("manifest.json", `${JSON.stringify(manifest, undefined, 2)}\n`),
  asText("package.json", `${JSON.stringify(runtimePackage, undefined, 2)}\n`),
  asFile("LICENSE"),
  ...["dist", "native", ...places].flatMap(listFiles).map(asFile),
];
const archive = writeZip(entries);
mkdirSync(folder, { recursive: true });
const path = join(folder, `${runtimePackage.name}-${runtimePackage.version}.mcpb`);
writeFileSync(path, archive);

const megabytes = (archive.length / 1024 / 1024).toFixed(1);
console.log(`${path}: ${megabytes} MB, ${entries.length} files, ${places.length} packages`);
console.log(`sha256 ${createHash("sha256").update(archive).digest("hex")}`);
console.log(`for ${process.platform}-${process.arch} alone, because of ${native.join(", ")}`);

/**
 * The files of a folder, packages inside it left out: they are listed by their own places.
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(place) {
  return readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) => {
    const name = `${place}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : listFiles(name);
    return entry.isFile() && !forDevelopment.test(name) ? [name] : [];
  });
}

/**
 * @param {string} name
 * @returns {import("./zip.js").ZipEntry}
 */
function asFile(name) {
  const path = join(root, name);
  // Who made the files, and how, does not matter; only what has to be run does.
  const isProgram = (statSync(path).mode & 0o100) !== 0;
  return { name, bytes: readFileSync(path), mode: isProgram ? 0o755 : 0o644 };
}

/**
 * @param {string} name
 * @param {string} text
 * @returns {import("./zip.js").ZipEntry}
 */
function asText(name, text) {
  return { name, bytes: Buffer.from(text), mode: 0o644 };
}
