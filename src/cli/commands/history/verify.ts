/** Reads the whole history and prints what is damaged. */
import type { HistoryDamage } from "../../../history/verify.js";
import { formatBytes, plural } from "../../../text/quantities.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";

export function verifyHistory(flags: ReportFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const report = await toolkit.history.verify();
    const { files, records, contents, damage } = report;
    if (flags.json === true) terminal.write(`${JSON.stringify(report)}\n`);
    else {
      for (const each of damage) terminal.write(`${describeDamage(each)}\n`);
      const size = `${plural(records, "record")} and ${plural(contents, "content")} in ${plural(files, "file")}`;
      const found = damage.length === 0 ? "No damage." : `${plural(damage.length, "damaged part")}.`;
      terminal.write(`${size}. ${found}\n`);
    }
    return damage.length === 0 ? EXIT.fine : EXIT.failure;
  });
}

function describeDamage({ file, offset, kind, changes }: HistoryDamage): string {
  const at = `${file} at ${formatBytes(offset)}`;
  if (kind === "record") return `${at}: a record is damaged; the change it describes is not listed.`;
  const concerned = changes.length === 0 ? "no listed change" : changes.join(", ");
  return `${at}: a content is damaged; it belongs to ${concerned}.`;
}
