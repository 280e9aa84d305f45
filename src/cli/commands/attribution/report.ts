/** Tells how much of the present files came through the tools: as a table, as JSON, as a trailer for a commit. */
import type { Attribution } from "../../../attribution/attribution.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { plural } from "../../../text/quantities.js";
import { visiblePath } from "../../../text/visible.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { createPathNames, toAbsolutePath } from "../../given-path.js";
import { renderTable } from "../../table.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { renderTime } from "../history/words.js";
import { renderTrailer, toRows } from "./render.js";

export interface AttributionFlags extends ReportFlags {
  readonly since?: string;
  readonly trailer?: true;
}

export function reportAttribution(
  paths: readonly string[],
  flags: AttributionFlags,
  door: Door,
): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const attribution = await toolkit.history.attribution({
      ...(flags.since === undefined ? {} : { since: flags.since }),
      ...(paths.length === 0 ? {} : { paths: paths.map((path) => toAbsolutePath(path, toolkit)) }),
    });
    const { files, uncounted } = attribution;
    const code = files.length + uncounted.length === 0 ? EXIT.nothingFound : EXIT.fine;
    if (flags.json === true) {
      terminal.write(`${JSON.stringify(attribution)}\n`);
      return code;
    }
    const nameOf = await createPathNames(toolkit);
    if (code === EXIT.nothingFound) terminal.writeError("Nothing is known to have changed here.\n");
    else if (flags.trailer === true) terminal.write(`${renderTrailer(attribution)}\n`);
    else {
      terminal.write(renderTable(toRows(attribution, nameOf), { colour: terminal.hasColour }));
      for (const { path, reason } of uncounted) {
        terminal.write(`Not counted: ${escapeForTerminal(`${visiblePath(nameOf(path))}, ${reason}`)}.\n`);
      }
    }
    terminal.writeError(renderLimits(attribution));
    return code;
  });
}

/** What the numbers can't know. */
function renderLimits({ since, knownFrom, withheld }: Attribution): string {
  const limits: string[] = [];
  if (since !== undefined && (knownFrom ?? Number.POSITIVE_INFINITY) > since.at) {
    const from = knownFrom === undefined ? "knows of no change" : `begins ${renderTime(knownFrom)}`;
    limits.push(
      `The history ${from}: what the tools did before, since that commit, counts as from elsewhere.\n`,
    );
  }
  if (withheld > 0) limits.push(`${plural(withheld, "file")} left out: permission rules deny reading.\n`);
  return limits.join("");
}
