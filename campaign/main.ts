/** The attack campaign as a program. */
import { runKit } from "../torture/core/kit.js";
import { HELP } from "./help.js";
import { parts } from "./parts.js";

await runKit(
  {
    name: "campaign",
    title: "Attack campaign",
    help: HELP,
    durations: { short: 0.5, usual: 4.5, long: 45 },
    counted: "attempts and race calls",
    parts,
  },
  process.argv.slice(2),
);
