/**
 * Makes many edits of one small file in a process of its own and prints, as JSON, by how many megabytes its memory grew
 * and how the last hundred compare with the first. Four times as many edits come before: it takes some thousands until code
 * is compiled for good and the heap has the size that the work needs, which it then keeps.
 */
import { bare, callFlat, openChanging, readFlatText } from "../library.js";
import { MarkedFile } from "../marked-file.js";

const [path = "", bytes, count, state = "", kind] = process.argv.slice(2);
const edits = Number(count);
const span = Math.min(100, edits);
const file = new MarkedFile(path, Number(bytes));
const toolkit = openChanging(state, `${state}/own`, { ...(kind === "bare" ? bare : {}), roots: ["/"] });
await readFlatText(toolkit, { file_path: path });
await makeEdits(4 * edits);

const before = process.memoryUsage.rss();
const first = await makeEdits(span);
await makeEdits(edits - 2 * span);
const last = await makeEdits(span);
const growth = (process.memoryUsage.rss() - before) / 1e6;
file.verify();
await toolkit.close();
process.stdout.write(JSON.stringify({ growth, slowing: last / first }));

async function makeEdits(amount: number): Promise<number> {
  const startedAt = performance.now();
  for (let made = 0; made < amount; made += 1) {
    await callFlat(toolkit, "Edit", { file_path: path, ...file.next() });
  }
  return performance.now() - startedAt;
}
