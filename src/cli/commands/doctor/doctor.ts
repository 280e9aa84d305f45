/** Looks at every part and tells of each in a line, with what to do where something is wrong. */

import { visible } from "../../../text/visible.js";
import { type Colour, type ColourChoice, paint } from "../../colours.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { toAbsolutePath } from "../../given-path.js";
import { type ReportFlags, withToolkit } from "../../with-toolkit.js";
import { attributesCheck } from "./attributes.js";
import type { Check, Finding } from "./finding.js";
import { languageServerCheck } from "./language-servers.js";
import { gitCheck, ripgrepCheck } from "./programs.js";
import { type Examined, runCheck } from "./run-check.js";
import { imageCheck, nodeCheck, pdfCheck, tokenizerCheck } from "./runtime.js";
import { sandboxCheck } from "./sandbox.js";
import { serverCheck } from "./server.js";
import { historyCheck, lockCheck, stateCheck } from "./state.js";
import { capitalsCheck, rootCheck, searchCheck, settingsCheck, summarise } from "./workspace.js";

const checks: readonly Check[] = [
  nodeCheck,
  ripgrepCheck,
  imageCheck,
  pdfCheck,
  tokenizerCheck,
  gitCheck,
  sandboxCheck,
  languageServerCheck,
  stateCheck,
  historyCheck,
  lockCheck,
  attributesCheck,
  rootCheck,
  searchCheck,
  capitalsCheck,
  settingsCheck,
  serverCheck,
];

const NAME_WIDTH = Math.max(...checks.map(({ name }) => name.length));

export function doctor(flags: ReportFlags, door: Door): Promise<ExitCode> {
  return withToolkit({ ...flags, judgesRoots: true }, door, async (toolkit) => {
    const { terminal } = door;
    const ripgrep = flags.ripgrep === undefined ? {} : { ripgrep: toAbsolutePath(flags.ripgrep, toolkit) };
    const ground = { toolkit, environment: terminal.environment, ...ripgrep };
    const choice = { colour: terminal.hasColour };
    const findings: Examined[] = [];
    // Begun together, told in their order, each as soon as it is known.
    for (const examined of checks.map((check) => runCheck(check, ground))) {
      for (const finding of await examined) {
        findings.push(finding);
        if (flags.json !== true) terminal.write(renderFinding(finding, choice));
      }
    }
    terminal.write(flags.json === true ? `${JSON.stringify({ findings })}\n` : `${summarise(findings)}\n`);
    return findings.some(({ state }) => state === "problem") ? EXIT.failure : EXIT.fine;
  });
}

const colours: Readonly<Record<Finding["state"], Colour>> = { ok: "green", warning: "amber", problem: "red" };

function renderFinding({ name, state, text, advice }: Examined, choice: ColourChoice): string {
  const heading = `${paint(state, colours[state], choice)}${" ".repeat("problem".length - state.length)}`;
  const line = `${heading}  ${name.padEnd(NAME_WIDTH)}  ${visible(text)}\n`;
  return advice === undefined ? line : `${line}${" ".repeat(NAME_WIDTH + 11)}${visible(advice)}\n`;
}
