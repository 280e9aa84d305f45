/** The torture kit as a program. */
import { HELP } from "./arguments.js";
import { runKit } from "./core/kit.js";
import { parts } from "./parts.js";

await runKit(
  {
    name: "torture",
    title: "Torture",
    help: HELP,
    durations: { short: 1.25, usual: 5, long: 30 },
    counted: "faults and races",
    parts,
  },
  process.argv.slice(2),
);
