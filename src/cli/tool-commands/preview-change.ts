/**
 * `--dry-run`: what a call would change, seen by the same eyes that a person who is asked has. A rule makes every such
 * call ask, the question's diff is kept, and the answer is no; so the tool's own checks and all deny rules hold, and
 * nothing can have been changed.
 */
import { findRisk, type OpenQuestion, riskWords } from "../../permissions/ask.js";
import { escapeForTerminal } from "../../text/escape-for-terminal.js";
import type { ToolFace } from "../../tools/define-tool.js";
import { paint, riskColours } from "../colours.js";
import { renderDiff } from "../diff.js";
import type { Door } from "../door.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { printResult } from "../print-result.js";
import { openSession, type SessionFlags } from "../session/open-session.js";
import type { Terminal } from "../terminal.js";

export interface Preview {
  readonly face: ToolFace;
  readonly input: unknown;
  readonly flags: SessionFlags & { readonly json?: boolean; readonly force?: boolean };
}

export async function previewChange({ face, input, flags }: Preview, door: Door): Promise<ExitCode> {
  const { mode: _, ...others } = flags;
  // A mode may refuse to ask or to change; here is nothing to refuse.
  const permissions = { mode: "default", ask: [face.name] } as const;
  const { toolkit, close } = await openSession(others, door, { permissions });
  let asked: OpenQuestion | undefined;
  try {
    const result = await toolkit.call(face.name, input, {
      signal: door.signal,
      force: flags.force === true,
      onAsk: (question) => {
        asked = question;
        return { answer: "deny" };
      },
    });
    const json = flags.json === true;
    if (asked === undefined) return printResult(result, { json }, door.terminal);
    printPreview(asked, { json }, door.terminal);
    return EXIT.fine;
  } finally {
    await close();
  }
}

function printPreview(
  { tool, path, realPath, change, flags }: OpenQuestion,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): void {
  const { kind = "update", structuredPatch = [] } = change ?? {};
  if (json) {
    const preview = { dryRun: true, tool, path, realPath, kind, structuredPatch, flags };
    terminal.write(`${JSON.stringify(preview)}\n`);
    return;
  }
  if (structuredPatch.length === 0) {
    terminal.write("Nothing would change.\n");
    return;
  }
  const maxLines = Number.POSITIVE_INFINITY;
  const colour = terminal.hasColour;
  const risk = findRisk(flags);
  terminal.write(renderDiff(structuredPatch, { colour, path: realPath, kind, maxLines, risk }));
  for (const flag of flags) {
    const note = `${riskWords[flag.risk]}: it ${escapeForTerminal(flag.text)}.`;
    terminal.write(`${paint(note, riskColours[flag.risk], { colour })}\n`);
  }
  terminal.write("Nothing was changed.\n");
}
