/** Reads the whole history and prints what is damaged. */
import type { HistoryDamage, HistoryReport } from "../../../history/verify.js";
import { formatBytes, plural } from "../../../text/quantities.js";
import { visible } from "../../../text/visible.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";

export function verifyHistory(flags: ReportFlags, door: Door): Promise<ExitCode> {
  return withToolkit(flags, door, async (toolkit) => {
    const { terminal } = door;
    const report = await toolkit.history.verify();
    const { files, records, contents, damage, foreign } = report;
    if (flags.json === true) terminal.write(`${JSON.stringify(report)}\n`);
    else {
      for (const each of damage) terminal.write(`${describeDamage(each)}\n`);
      for (const each of foreign) terminal.write(`${visible(describeForeign(each))}\n`);
      const size = `${plural(records, "record")} and ${plural(contents, "content")} in ${plural(files, "file")}`;
      const found = damage.length === 0 ? "No damage." : `${plural(damage.length, "damaged part")}.`;
      terminal.write(`${size}. ${found}\n`);
    }
    return damage.length === 0 ? EXIT.fine : EXIT.failure;
  });
}

function describeForeign({ path, isOld }: HistoryReport["foreign"][number]): string {
  return isOld
    ? `${path}: written by an earlier version, which did not sign its records; not read. Remove it when you no longer need it.`
    : `${path}: has records that are not signed with your key; they are ignored. Remove the file if you do not know it.`;
}

function describeDamage({ file, offset, kind, changes }: HistoryDamage): string {
  const at = `${file} at ${formatBytes(offset)}`;
  if (kind === "record") return `${at}: a record is damaged; the change it describes is not listed.`;
  const concerned = changes.length === 0 ? "no listed change" : changes.join(", ");
  return `${at}: a content is damaged; it belongs to ${concerned}.`;
}
