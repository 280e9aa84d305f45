/**
 * Moving and removing the links that serve as locks. Both look first that a link is what they touch, so that a mistaken
 * path costs no one a file; between the look and the deed another program could still swap it, which the state
 * directory, being ours alone, does not have to fear.
 */
import fs from "node:fs";
import { unlessMissing } from "./translate.js";

export function renameLink(from: string, to: string): void {
  fs.readlinkSync(from);
  unlessMissing(() => fs.readlinkSync(to));
  fs.renameSync(from, to);
}

export function removeLink(path: string, target: string): void {
  if (fs.readlinkSync(path) === target) fs.unlinkSync(path);
}
