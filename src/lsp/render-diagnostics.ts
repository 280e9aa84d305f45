/** Words for the model about what language servers have found. Few, bounded, and never "clean" where nobody has answered. */
import type { Diagnostic } from "../notify/diagnostic.js";
import { clip } from "../text/clip.js";
import { plural } from "../text/quantities.js";
import { visible, visiblePath } from "../text/visible.js";
import type { FileReport } from "./diagnostics-report.js";
import { MAX_DIAGNOSTICS } from "./read-diagnostics.js";

/** Of one result, whatever it tells of. */
const MAX_LINES = 20;
const MESSAGE_CHARACTERS = 300;

const ranks: Readonly<Record<Diagnostic["severity"], number>> = {
  error: 0,
  warning: 1,
  information: 2,
  hint: 3,
};

/** Undefined where there is nothing to say. */
export function renderDiagnostics(files: readonly FileReport[]): string | undefined {
  const lines = files.flatMap((file) => renderFile(file));
  if (lines.length === 0) return undefined;
  if (lines.length <= MAX_LINES) return lines.join("\n");
  const shown = lines.slice(0, MAX_LINES - 1);
  return [...shown, `[${plural(lines.length - shown.length, "more line")} not shown.]`].join("\n");
}

function renderFile(file: FileReport): readonly string[] {
  const about = file.isLate ? `Diagnostics of ${visiblePath(file.path)}` : "Diagnostics";
  if (file.state === "unknown") {
    return [
      `[${about} unknown: ${visible(clip(file.reason ?? "no answer", 200))}.${file.advice === undefined ? "" : ` ${file.advice}`}]`,
    ];
  }
  const introduced = worthTelling(file.introduced);
  const resolved = worthTelling(file.resolved);
  const remaining = renderRemaining(file);
  const since = file.isLate ? "since your change of it" : "by this change";
  if (introduced.length === 0 && resolved.length === 0) {
    // Other files may well have suffered: "nothing" must not be read as "nowhere".
    if (!file.isLate) return [`[${about}, fresh: nothing introduced or resolved in this file${remaining}.]`];
    const isPromised = file.isPromised === true;
    return isPromised ? [`[${about}, fresh: nothing introduced or resolved ${since}${remaining}.]`] : [];
  }
  // In the first line, so that a long list can't push it out.
  const [first, second] = introduced.length > 0 ? [remaining, ""] : ["", remaining];
  return [
    ...listed(`[${about}, fresh: ${introduced.length} introduced ${since}${first}]`, introduced),
    ...listed(`[${about}, fresh: ${resolved.length} resolved ${since}${second}]`, resolved),
  ];
}

/** Says nothing of a file without errors, unless the change resolved the last one. */
function renderRemaining({ remainingErrors, introduced, resolved }: FileReport): string {
  if (remainingErrors === undefined) return "";
  const { total, older } = remainingErrors;
  if (total === 0) return resolved.some(({ severity }) => severity === "error") ? "; no errors remain" : "";
  // The list of what was introduced tells the rest.
  if (older === 0 && introduced.length > 0) return "";
  const verb = total === 1 ? "remains" : "remain";
  const which =
    older < total
      ? `${older} of them older`
      : total === 1
        ? "older"
        : total === 2
          ? "both older"
          : "all older";
  const atLeast = total < MAX_DIAGNOSTICS ? "" : "at least ";
  return `; ${atLeast}${plural(total, "error")} ${verb}, ${which}`;
}

/** Hints are for editors, which grey things out by them. */
function worthTelling(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics
    .filter(({ severity }) => severity !== "hint")
    .toSorted(
      (left, right) =>
        ranks[left.severity] - ranks[right.severity] || left.line - right.line || left.column - right.column,
    );
}

function listed(title: string, diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.length === 0 ? [] : [title, ...diagnostics.map(renderDiagnostic)];
}

function renderDiagnostic({ line, column, severity, code, source, message }: Diagnostic): string {
  const who = [source, code].filter((word) => word !== undefined && word !== "").join(" ");
  // Some servers explain in several lines, each indented deeper than the last.
  const oneLine = message
    .split(/[\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" / ");
  const words = `${line}:${column} ${severity}${who === "" ? "" : ` (${clip(who, 60)})`}: ${clip(oneLine, MESSAGE_CHARACTERS)}`;
  return visible(words);
}
