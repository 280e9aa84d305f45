/** Reads a page of a large file in a process of its own and prints by how many megabytes its peak memory grew. */
import { openToolkit, readFlatText, wideOpen } from "../library.js";
import { measurePeakGrowth } from "./peak.js";

const [path = "", offset, limit] = process.argv.slice(2);
const toolkit = openToolkit("/", wideOpen);
// What any call needs is loaded by a small one first; the growth is then the large file's alone.
await readFlatText(toolkit, { file_path: process.argv[1] ?? "" });
const growth = await measurePeakGrowth(() =>
  readFlatText(toolkit, { file_path: path, offset: Number(offset), limit: Number(limit) }),
);
process.stdout.write(growth.toFixed(2));
