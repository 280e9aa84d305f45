// The licences of packages whose code is in what we build: they want to be passed on with it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @param {readonly string[]} files modules that went into a build
 */
export function renderNotices(files) {
  const folders = new Set(
    files.flatMap((file) => file.match(/^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0] ?? []),
  );
  const notices = [...folders].toSorted().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    return `${name} ${version} (${license})\n\n${text === undefined ? "" : readFileSync(join(folder, text), "utf8").trim()}\n`;
  });
  return `This folder contains code of the following packages.\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`;
}
