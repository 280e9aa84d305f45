/** Reads a page of a large file in a process of its own and prints by how many megabytes its peak memory grew. */
import { readFileSync, writeFileSync } from "node:fs";
import { openToolkit, readFlatText, wideOpen } from "../library.js";

const [path = "", offset, limit] = process.argv.slice(2);
const toolkit = openToolkit("/", wideOpen);
// What any call needs is loaded by a small one first; the growth is then the large file's alone.
await readFlatText(toolkit, { file_path: process.argv[1] ?? "" });

const before = process.memoryUsage.rss();
const isPeakKept = resetPeak();
let highest = before;
const sampling = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss());
}, 2);
await readFlatText(toolkit, { file_path: path, offset: Number(offset), limit: Number(limit) });
clearInterval(sampling);
highest = Math.max(highest, process.memoryUsage.rss(), isPeakKept ? readPeak() : 0);
process.stdout.write(((highest - before) / 1e6).toFixed(2));

/** Linux keeps the exact peak and can forget it; `ru_maxrss` would begin with that of the process that started us. */
function resetPeak(): boolean {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
    return true;
  } catch {
    // Elsewhere the samples have to do.
    return false;
  }
}

function readPeak(): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return Number(kilobytes ?? 0) * 1024;
}
