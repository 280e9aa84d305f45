/** Installs the pinned peers beside their adapters. Nothing but this ever fetches them. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { peersDirectory } from "../places.js";
import { allPeers } from "./catalog.js";

export function installPeers(): void {
  mkdirSync(peersDirectory, { recursive: true });
  const packages = allPeers.flatMap(({ packageName, version, companions = [] }) => [
    `${packageName}@${version}`,
    ...companions,
  ]);
  const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"];
  const { status, error } = spawnSync(
    process.platform === "win32" ? "npm.cmd" : "npm",
    // Some of what they depend on asks for a newer Node in words only; the warnings are many and say nothing else.
    ["install", "--prefix", peersDirectory, ...quiet, "--loglevel=error", ...packages],
    { stdio: ["ignore", "inherit", "inherit"], shell: process.platform === "win32" },
  );
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`npm install of the peers ended with ${status}`);
}
