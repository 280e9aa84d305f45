/**
 * Commands that run what they have just downloaded or decoded: `curl … | sh`, `bash <(curl …)`, `eval "$(wget …)"`, `iwr … | iex`,
 * a download and the start of that file lines later. Pure, and linear in the length of the text. It recognises how such
 * commands are usually written; a text without findings has not been found harmless.
 */

/** Programs and functions that fetch something, or decode what stands in the file itself. */
const SOURCE =
  /(?<![\w.-])(?:curl|wget2?|aria2c|axel|lwp-(?:request|download)|invoke-webrequest|invoke-restmethod|iwr|irm|start-bitstransfer|certutil|bitsadmin)(?:\.exe)?(?![\w-])|\bdownload(?:string|file|data)\b|\burlopen\b|\brequests\.get\b|(?<![\w-])base64\s+(?:-\w*d\w*|--decode)|\bopenssl\s+(?:enc|base64)\s[^|\n]{0,80}-d\b|(?<![\w-])xxd\s+-\w*r|\buudecode\b|\bfrombase64string\b|\bb64decode\b/i;
const INTERPRETERS =
  "(?:ba|z|da|k|c|tc|fi|a|mk|y)?sh|python[\\d.]*|pypy[\\d.]*|node(?:js)?|deno|bun|perl|ruby|php|lua|tclsh|osascript|pwsh|powershell|\\$\\{?(?:shell|bash)\\}?";
/** What may stand before the program that really runs. */
const PREFIX =
  "(?:(?:[\\w./-]*/)?(?:sudo|doas|env|exec|command|nohup|time|nice|builtin|busybox|xargs)\\s+(?:-\\S+\\s+|\\w+=\\S*\\s+)*)*";
const WORD_END = "(?:\\.exe)?(?=[\"']?(?:\\s|$|[;&|)`<>'\"\\\\]))";
const WORD_START = "(?:^|[\\s;&|(\"'`=@/])";
/** A pipe into something that runs its input. */
const PIPED = new RegExp(
  `(?<!\\|)\\|&?\\s*${PREFIX}["']?(?:[\\w.~/\${}-]*/)?(?:${INTERPRETERS}|iex|invoke-expression|source|eval)${WORD_END}`,
  "gi",
);
/** A word that runs whatever text it is given. */
const EVALUATES = new RegExp(`${WORD_START}(?:eval|iex|invoke-expression)${WORD_END}`, "i");
/** A word that runs its argument, right before it. */
const RUNS_NEXT = new RegExp(
  `${WORD_START}(?:source|\\.|exec|${INTERPRETERS})(?:\\.exe)?(?:\\s+-[\\w-]+)*\\s*["'(]*$`,
  "i",
);
/** The output of a command in the place of an argument, a file or a command. */
const SUBSTITUTIONS = ["$(", "<(", "`"] as const;
/** Functions of programming languages that run text, and what downloads or decodes it. */
const EVALUATING_CALL =
  /\b(?:exec|eval|instance_eval|runin\w{1,20}context|new\s{1,5}function)\s{0,5}\(|\b(?:iex|invoke-expression)\b/gi;
const DOWNLOADING_CALL =
  /\burlopen\b|\brequests\.(?:get|post)\b|\bhttpx\.get\b|\bfetch\s{0,5}\(|\bhttps?\.get\b|\bnet\.webclient\b|\bdownloadstring\b|\biwr\b|\birm\b|\binvoke-(?:webrequest|restmethod)\b|\bnet::http\b|\buri\.open\b|\bfile_get_contents\s{0,5}\(\s{0,5}["']https?|\bfrombase64string\b|\bb64decode\b|\batob\s{0,5}\(/gi;
const POWERSHELL = /\b(?:powershell|pwsh)\b/gi;
const ENCODED_COMMAND = /\s-e(?:nc(?:odedcommand)?|c)?\s{1,10}["']?[a-z\d+/=]{16}/gi;
/** A shell that takes its commands from a connection. */
const CONNECTION = /\/dev\/(?:tcp|udp)\//i;
const NETCAT = /(?<![\w-])(?:nc|ncat|netcat|socat)(?=\s)/gi;
const NETCAT_RUNS = /\s(?:-\w{0,10}e|--exec|--sh-exec)\s|\bexec:/gi;
/** A text without any of these has no finding; most texts have none. */
const HINT =
  /curl|wget|aria2c|axel|lwp-|iwr|irm|invoke-|bitstransfer|certutil|bitsadmin|download|urlopen|requests\.|httpx|fetch|https?\.get|base64|b64|atob|openssl|xxd|uudecode|net::http|uri\.open|file_get_contents|-e(?:nc|c)?\s|\/dev\/(?:tcp|udp)|\bnc\b|ncat|netcat|socat/i;
/** Where a download is written to. */
const TARGET = /(?:\s-\w{0,20}o|--output(?:-document)?|-outfile|>)[ =]{0,10}["']?([^\s"';|&<>]{1,200})/gi;
const MAX_FOUND = 20;
const MAX_TARGETS = 20;
/** How far apart the parts of one command may be, in characters. */
const MAX_DISTANCE = 200;

export interface RunDownload {
  /** The line, as it is written. */
  readonly command: string;
  /** It begins with a number sign, or two slashes where such lines are comments. */
  readonly isComment: boolean;
}

export interface TextKind {
  /** How comments begin in such a file. */
  readonly comment: "#" | "//";
}

export function findRunDownloads(text: string, { comment }: TextKind): readonly RunDownload[] {
  if (!HINT.test(text)) return [];
  const found: RunDownload[] = [];
  const fetched = new Fetched();
  for (const line of joinContinued(text).split("\n")) {
    const command = line.trim();
    const isComment = command.startsWith(comment) && !command.startsWith("#!");
    if (runsDownload(line) || fetched.follow(line, isComment)) found.push({ command, isComment });
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

/** One line for each command: shells go on after a backslash, and before or after a pipe. */
function joinContinued(text: string): string {
  return text
    .replace(/[\\`][ \t]*\r?\n[ \t]*/g, " ")
    .replace(/\|[ \t]*\r?\n\s*/g, "| ")
    .replace(/\r?\n[ \t]*\|(?!\|)/g, " |");
}

function runsDownload(line: string): boolean {
  if (CONNECTION.test(line) || isFollowed(line, NETCAT, NETCAT_RUNS)) return true;
  if (isFollowed(line, POWERSHELL, ENCODED_COMMAND) || isFollowed(line, EVALUATING_CALL, DOWNLOADING_CALL))
    return true;
  const source = line.search(SOURCE);
  if (source < 0) return false;
  if ([...line.matchAll(PIPED)].some(({ index }) => index > source)) return true;
  const opened = Math.max(...SUBSTITUTIONS.map((opening) => line.lastIndexOf(opening, source)));
  if (opened < 0) return false;
  const before = line.slice(0, opened);
  // In the place of a command, or as what another word runs.
  return /^[\s"'@-]*$/.test(before) || EVALUATES.test(before) || RUNS_NEXT.test(before);
}

/** Whether the second pattern is found soon after the first one. */
function isFollowed(line: string, first: RegExp, second: RegExp): boolean {
  const starts = [...line.matchAll(first)].map(({ index }) => index);
  if (starts.length === 0) return false;
  let next = 0;
  for (const { index } of line.matchAll(second)) {
    while (next < starts.length && (starts[next] ?? 0) + MAX_DISTANCE < index) next += 1;
    if ((starts[next] ?? Number.POSITIVE_INFINITY) < index) return true;
  }
  return false;
}

/** Files and variables that downloads went into, to be recognised when they are run. */
class Fetched {
  readonly #files = new Set<string>();
  readonly #variables = new Set<string>();

  /** Whether a line runs what a command before it has fetched; notes what it fetches itself. */
  follow(line: string, isComment: boolean): boolean {
    let isRun = false;
    for (const command of line.split(/&&|\|\||;/)) {
      isRun ||= this.#isRunBy(command);
      if (!isComment) this.#note(command);
    }
    return isRun;
  }

  #note(command: string): void {
    if (this.#files.size + this.#variables.size >= MAX_TARGETS || !SOURCE.test(command)) return;
    for (const [, target = ""] of command.matchAll(TARGET)) this.#add(target);
    for (const [address] of command.matchAll(/https?:\/\/[^\s"'|;&<>)]{1,2000}/gi)) this.#add(address);
    const variable = /(?:^|[\s;])\$?(\w{1,60})\s{0,5}=\s{0,5}["']?(?:\$\(|`|\(|i)/i.exec(command)?.[1];
    if (variable !== undefined) this.#variables.add(variable);
  }

  #add(target: string): void {
    const [path = ""] = target.split(/[?#]/);
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (name !== "" && name !== "null" && name !== "-") this.#files.add(name);
  }

  #isRunBy(command: string): boolean {
    for (const file of this.#files) if (command.includes(file) && isStarted(command, file)) return true;
    for (const variable of this.#variables) {
      const isNamed = command.includes(`$${variable}`) || command.includes(`\${${variable}`);
      if (!isNamed) continue;
      const before = command.slice(0, command.indexOf(variable)).replace(/[${"'\s]*$/, "");
      if (EVALUATES.test(command) || command.search(PIPED) >= 0 || RUNS_NEXT.test(before)) return true;
    }
    return false;
  }
}

/** Made executable, given to an interpreter, or called by its path. */
function isStarted(command: string, file: string): boolean {
  const at = command.lastIndexOf(file);
  if (/[\w.-]/.test(command.charAt(at + file.length))) return false;
  const before = command.slice(0, at);
  if (/\bchmod\s+\S{0,20}[x1357]\S{0,20}\s/i.test(before)) return true;
  const path = /["']?[\w.~${}/-]*$/.exec(before)?.[0] ?? "";
  const lead = before.slice(0, before.length - path.length);
  if (path.includes("/") && /^\s*(?:(?:sudo|exec|then|do)\s+)*$/i.test(lead)) return true;
  return (
    RUNS_NEXT.test(lead.trimEnd()) && (path === "" || /[\s"'/]/.test(path.charAt(0)) || /\s$/.test(lead))
  );
}
