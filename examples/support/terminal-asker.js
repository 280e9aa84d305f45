// Asks the person at the terminal, or a script at its standard input. Whatever is no plain answer, and nobody there, is a no.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { escapeForTerminal } from "filewright";

/** @typedef {import("filewright").Question} Question */
/** @typedef {import("filewright").Answer} Answer */

const { stdin, stdout, env } = process;
const hasColours = stdout.isTTY && env["NO_COLOR"] === undefined;
const editor = env["VISUAL"] ?? env["EDITOR"];
/** Of a line of a diff, by its first character, which is not the file's. @type {Readonly<Record<string, number>>} */
const colours = { "+": 32, "-": 31, "@": 36 };
const BOLD = 1;
const AMBER = 33;

export function createTerminalAsker() {
  const input = createInterface({ input: stdin });
  const lines = input[Symbol.asyncIterator]();
  /** @type {Promise<unknown>} */
  let previous = Promise.resolve();

  /** @param {string} prompt */
  async function readLine(prompt) {
    stdout.write(prompt);
    const { value, done } = await lines.next();
    if (done === true) return undefined;
    // A terminal shows what is typed by itself.
    if (!stdin.isTTY) console.log(visible(value));
    return value.trim();
  }

  /**
   * @param {Question} question
   * @returns {Promise<Answer>}
   */
  async function ask(question) {
    const { realPath, change } = question;
    const proposed = change?.isRevisable === true ? (change.after ?? undefined) : undefined;
    const canEdit = editor !== undefined && proposed !== undefined;
    console.log(renderQuestion(question));
    for (let tries = 0; tries < 3; tries += 1) {
      const typed = await readLine(`Allow it? y(es), n(o)${canEdit ? ", e(dit)" : ""}: `);
      if (typed === undefined) break;
      if (typed === "y") return { answer: "allow" };
      if (typed === "n") {
        const reason = await readLine("Why not? The model is told: ");
        return { answer: "deny", reason: reason || "No." };
      }
      if (typed !== "e" || !canEdit) continue;
      input.pause();
      const content = editText(basename(realPath), proposed);
      input.resume();
      if (content !== undefined) return { answer: "allow", content };
    }
    console.log("no");
    return { answer: "deny", reason: "Nobody has answered." };
  }

  return {
    /**
     * One question at a time, however many calls wait: no answer may be taken for another's.
     * @type {import("filewright").AskHandler}
     */
    onAsk(question, { signal }) {
      const answer = previous.then(() => {
        signal?.throwIfAborted();
        return ask(question);
      });
      previous = answer.catch(() => undefined);
      return answer;
    },
    close: () => input.close(),
  };
}

/**
 * What is asked comes last, right above the answer: a long diff does not push it out of sight, and whatever in a file looks
 * like a question stands before the real one.
 * @param {Question} question
 */
export function renderQuestion({ tool, operation, path, realPath, reason, flags, change }) {
  const diff = (change?.structuredPatch ?? []).flatMap(({ oldStart, newStart, lines }) => [
    `@@ -${oldStart} +${newStart} @@`,
    ...lines,
  ]);
  return [
    ...diff.map((line) => paint(colours[line.charAt(0)], visible(line))),
    paint(BOLD, `${tool} asks to ${operation} ${visible(realPath)}`),
    ...(path === realPath ? [] : [`  given as ${visible(path)}`]),
    `  because ${visible(reason)}`,
    ...flags.map(({ text }) => paint(AMBER, `  look twice: it ${visible(text)}`)),
  ].join("\n");
}

/**
 * The text as the person leaves it in their editor; undefined when that failed.
 * @param {string} name
 * @param {string} text
 */
function editText(name, text) {
  const folder = mkdtempSync(join(tmpdir(), "filewright-approval-"));
  try {
    const file = join(folder, name);
    writeFileSync(file, text);
    // The variable may hold options besides the program, so a shell takes it apart; the file is never part of the line.
    const { status } = spawnSync("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit" });
    return status === 0 ? readFileSync(file, "utf8") : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What comes from files, names and models, so that it can't move the cursor, hide or pass for what we say: on one line.
 * @param {string} text
 */
export function visible(text) {
  return escapeForTerminal(text).replaceAll("\n", "\\n");
}

/**
 * @param {number | undefined} code
 * @param {string} text
 */
function paint(code, text) {
  return hasColours && code !== undefined ? `\u001b[${code}m${text}\u001b[0m` : text;
}
