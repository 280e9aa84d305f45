/** Edits a large file in a process of its own and prints by how many megabytes its peak memory grew. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { bare, callFlat, openChanging, readFlatText } from "../library.js";
import { measurePeakGrowth } from "./peak.js";

const [path = "", line, old_string, new_string, state = "", kind] = process.argv.slice(2);
const toolkit = openChanging(dirname(path), state, kind === "bare" ? bare : {});
// What any edit needs is loaded by a small one first; the growth is then the large file's alone.
const small = join(dirname(path), "small.txt");
writeFileSync(small, "one\ntwo\n");
await readFlatText(toolkit, { file_path: small });
await callFlat(toolkit, "Edit", { file_path: small, old_string: "two", new_string: "three" });

await readFlatText(toolkit, { file_path: path, offset: Number(line), limit: 1 });
const growth = await measurePeakGrowth(() =>
  callFlat(toolkit, "Edit", { file_path: path, old_string, new_string }),
);
await toolkit.close();
process.stdout.write(growth.toFixed(2));
