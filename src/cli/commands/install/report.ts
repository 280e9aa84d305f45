/** How an installation ended, for people and for programs. */
import type { Hunk } from "../../../text/diff/hunks.js";
import { escapeForTerminal } from "../../../text/escape-for-terminal.js";
import { visible, visiblePath } from "../../../text/visible.js";
import type { Door } from "../../door.js";
import { EXIT, type ExitCode } from "../../exit-codes.js";
import { shellWord } from "../../shell-word.js";
import { type ClientId, clients, TOKEN_VARIABLE } from "./clients.js";
import type { Entry } from "./config-edit.js";
import type { InstallFlags } from "./flags.js";

export interface InstallReport {
  readonly client: ClientId;
  readonly file: string;
  /** The file itself, where the client's is a link to it. */
  readonly leadsTo?: string;
  readonly scope: "user" | "project";
  /** "not-confirmed": nothing was written, because nobody said yes. */
  readonly status: "installed" | "removed" | "unchanged" | "not-confirmed";
  readonly entry: Entry | undefined;
  readonly hunks: readonly Hunk[];
  readonly official: string | undefined;
  /** Members of the entry that were there before and are not ours. */
  readonly kept?: readonly string[];
  /** Where a running server's token is: in the file, or in a variable that the entry names. */
  readonly token?: "file" | "variable";
  /** The file's modes in octal, where the token decides about them; `before` is missing where they did not change. */
  readonly mode?: { readonly before?: string; readonly after: string };
}

/**
 * Whoever looks over a shoulder or reads a log must not find a key to the files, ours or another server's. The name of a
 * variable is none.
 */
export function hideTokens(text: string): string {
  const tokens = /(\bBearer )(?!\$\{[\w:]+\}["'\s])(?:[^\s"\\]|\\.)+/g;
  return text.replace(tokens, (_, prefix: string) => `${prefix}<token>`);
}

export function report(given: InstallReport, flags: InstallFlags, door: Door): ExitCode {
  const { terminal } = door;
  if (flags.json === true) {
    const shown = hideTokens(JSON.stringify(given, undefined, 2));
    terminal.write(`${shown}\n`);
  } else if (given.status === "not-confirmed") {
    const hint = terminal.isInteractive ? "" : "To write it without a question, add --yes.\n";
    terminal.writeError(`Nothing was written.\n${hint}`);
  } else {
    terminal.write(escapeForTerminal(describe(given, flags)));
  }
  if (given.status !== "not-confirmed") return EXIT.fine;
  return isAsked(flags, door) ? EXIT.denied : EXIT.failure;
}

/** Nobody is asked where nobody sits, nor where the answer is for a program. */
export function isAsked({ json }: InstallFlags, { terminal }: Door): boolean {
  return terminal.isInteractive && json !== true;
}

function describe(given: InstallReport, flags: InstallFlags): string {
  const { client, file, status, scope, entry, kept = [] } = given;
  const { remove } = flags;
  const { title, next } = clients[client];
  const where = visiblePath(file);
  if (status === "removed") return `Took Filewright out of ${title}: ${where}\n`;
  if (status === "unchanged" && remove === true) return `Filewright is not in ${title}: ${where}\n`;
  const others = kept.length === 0 ? [] : [`The entry also has, as before: ${visible(kept.join(", "))}`];
  if (status === "unchanged") {
    const lines = [
      `Filewright is in ${title} already, just so: ${where}`,
      ...others,
      ...describeToken(given),
    ];
    return `${lines.join("\n")}\n`;
  }
  const lines = [`Added Filewright to ${title}: ${where}`, ...others, ...describeToken(given), next];
  if (scope === "project") {
    lines.push(`${title} may ask whether to trust the project's servers.`);
    if (entry?.["command"] === "node") {
      lines.push("The entry names a program of this machine, which others who get the project do not have.");
    }
  }
  return `${[...lines, ...adviseOnApprovals(client, flags)].join("\n")}\n`;
}

/** The person must know who can read the token, and how to keep it out of the file. */
function describeToken({ client, token, mode }: InstallReport): string[] {
  if (token === undefined) return [];
  if (token === "variable")
    return [
      `The entry takes the token from the variable ${TOKEN_VARIABLE}. Set it to the token where ${clients[client].title} is started.`,
    ];
  const isOffered = clients[client].describeRemote?.({ url: "", token: undefined }) !== undefined;
  const instead = isOffered ? " To keep the token out of it, add --token-env." : "";
  if (mode === undefined)
    return [`The file holds the server's token. Check that only you can read it.${instead}`];
  if (Number.parseInt(mode.after, 8) % 0o100 !== 0)
    return [
      `WARNING: the file holds the server's token, and others may be able to read it: its disk did not take the mode 0600 (it is ${mode.after}).${instead}`,
    ];
  const was = mode.before === undefined ? "" : `, was ${mode.before}`;
  return [
    `Only you can read the file (mode ${mode.after}${was}), because it holds the server's token.${instead}`,
  ];
}

/** Every command that is named here must be accepted as it stands. */
function adviseOnApprovals(
  client: ClientId,
  { mode, readOnly, http, project, root = [] }: InstallFlags,
): string[] {
  const { title, canAsk } = clients[client];
  if (canAsk || mode !== undefined || readOnly === true) return [];
  const again = [
    "filewright install",
    client,
    ...(project === true ? ["--project"] : []),
    ...root.flatMap((each) => ["--root", shellWord(each)]),
    "--mode acceptEdits",
  ];
  const choices =
    http === undefined
      ? [
          ["filewright serve", "open its console, and answer them there"],
          ['filewright permissions add allow "Edit(/src/**)"', "in the project: allow changes by rules"],
          [again.join(" "), "allow every change inside the project"],
        ]
      : [
          ["filewright console", "a link to that server's console; answer them there"],
          ['filewright permissions add allow "Edit(/src/**)"', "in its folder: allow changes by rules"],
          [
            "filewright serve --mode acceptEdits",
            "start that server so: allow every change inside its folder",
          ],
        ];
  const width = Math.max(...choices.map(([command = ""]) => command.length));
  return [
    `${title} can't show approval requests. They go to an open console; without one, what no rule allows is refused. Choose one:`,
    ...choices.map(([command = "", meaning = ""]) => `  ${command.padEnd(width)}  # ${meaning}`),
  ];
}
