/** Searches in a process of its own and prints by how many megabytes its peak memory grew. */
import { callSearch } from "../library.js";
import { measurePeakGrowth } from "./peak.js";
import { prepareSearch } from "./search.js";

const { toolkit, name, input } = await prepareSearch(process.argv.slice(2));
const growth = await measurePeakGrowth(() => callSearch(toolkit, name, input));
await toolkit.close();
process.stdout.write(growth.toFixed(2));
