// What stands in a folder, entry by entry, in a form that tests compare and child processes can print.
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} Entry
 * @property {"file" | "folder" | "link" | "other"} kind
 * @property {string} mode Permission bits, in octal.
 * @property {number} uid
 * @property {number} gid
 * @property {string} inode
 * @property {number} links
 * @property {string} modifiedNs
 * @property {string} content Bytes as latin1, or a link's target.
 */

/**
 * Every entry below a folder by its relative path; the folder itself is left out.
 * @param {string} folder
 * @returns {Record<string, Entry>}
 */
export function takeSnapshot(folder) {
  /** @type {Record<string, Entry>} */
  const entries = {};
  const names = readdirSync(folder, { recursive: true }).map(String).toSorted();
  for (const name of names) {
    try {
      entries[name] = describeEntry(join(folder, name));
    } catch (error) {
      // Another process may have been at work: its temporary files come and go.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ENOENT") throw error;
    }
  }
  return entries;
}

/**
 * @param {string} path
 * @returns {Entry}
 */
export function describeEntry(path) {
  const stat = lstatSync(path, { bigint: true });
  const kind = stat.isFile()
    ? "file"
    : stat.isDirectory()
      ? "folder"
      : stat.isSymbolicLink()
        ? "link"
        : "other";
  return {
    kind,
    mode: (Number(stat.mode) & 0o7777).toString(8),
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    inode: String(stat.ino),
    links: Number(stat.nlink),
    modifiedNs: String(stat.mtimeNs),
    content: kind === "file" ? readFileSync(path, "latin1") : kind === "link" ? readlinkSync(path) : "",
  };
}
