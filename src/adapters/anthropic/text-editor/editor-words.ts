/**
 * The engine's answers in the words of the editor, so that the next step they name is one that this model can take. Only
 * sentences of ours are turned, and of those only the parts behind or before what they quote.
 */
import {
  CONTINUATION,
  PREVIEW_NOTE,
  UNCHANGED_STUB,
  UNCHANGED_VIEW,
  viewContinuation,
} from "../../../text/own-words.js";
import type { Block } from "../../../tools/define-tool.js";
import type { CallError, CallResult } from "../../../tools/run.js";

export function inEditorWords(result: CallResult): CallResult {
  const { content, error } = result;
  if (error === undefined) return { ...result, content: content.map(turnBlock) };
  const message = turnError(error);
  // What a person has said besides stands behind it.
  const rest = content.slice(1);
  return { ...result, content: [{ type: "text", text: message }, ...rest], error: { ...error, message } };
}

function turnBlock(block: Block): Block {
  if (block.type !== "text") return block;
  if (block.text === UNCHANGED_STUB) return { ...block, text: UNCHANGED_VIEW };
  const text = turnLastLine(block.text).replace(
    /^(Warning: the file has [^;\n]*); offset (\d+) is past its end\./,
    (_, length, line) => `${length}; line ${line} is past its end.`,
  );
  return { ...block, text };
}

/** Where a view ends is said in a line of its own, without a number; what a file's last line says stays as it is. */
function turnLastLine(page: string): string {
  const start = page.lastIndexOf("\n") + 1;
  const last = page.slice(start);
  if (CONTINUATION.test(last)) return page.slice(0, start) + viewContinuation(last);
  if (!PREVIEW_NOTE.test(last)) return page;
  const advice = /; Read that file with offset (\d+) and limit (\d+) to go on\.\]$/;
  const turned = last.replace(advice, (_, offset: string, limit: string) => {
    const lastLine = Number(offset) + Number(limit) - 1;
    return `; view that file with view_range [${offset}, ${lastLine}] to go on.]`;
  });
  return page.slice(0, start) + turned;
}

function turnError({ code, message }: CallError): string {
  const [sentence = "", ...hint] = message.split("\n");
  return turns[code]?.(sentence, hint) ?? message;
}

type Turn = (sentence: string, hint: readonly string[]) => string;

const lines = (...parts: readonly string[]): string => parts.join("\n");

/** What a sentence ends with, said otherwise; a path before it stays as it is. */
function turnEnd(sentence: string, end: string | RegExp, other: string): string {
  const at = typeof end === "string" ? sentence.lastIndexOf(end) : sentence.search(end);
  return at === -1 ? sentence : sentence.slice(0, at) + other;
}

/** For sentences that quote nothing. */
function turnWords(sentence: string): string {
  return sentence
    .replaceAll("old_string", "old_str")
    .replaceAll("new_string", "new_str")
    .replaceAll("Read's", "view's")
    .replaceAll(/\b(for|in) one Read\b/g, "$1 one view")
    .replaceAll(
      "find the place with Grep and copy old_str from its result",
      "view it again and copy old_str from it",
    )
    .replaceAll("that Read ", "that view ")
    .replaceAll("with which Read ", "with which view ")
    .replaceAll("not shown yet. Read there", "not shown yet. View there")
    .replaceAll("so no Read is needed", "so no view is needed");
}

const tooLong: Turn = (sentence, hint) => {
  const next = /Read it with offset (\d+) and limit (\d+)(, which count cells)?[^.]*\.$/.exec(sentence);
  if (next === null) {
    const isAdvice = / fits: use Grep[^.]*\.$/.test(sentence);
    return lines(isAdvice ? turnWords(turnEnd(sentence, /: use Grep[^.]*\.$/, ".")) : sentence, ...hint);
  }
  const [, from, count, cells] = next;
  const to = Number(from) + Number(count) - 1;
  const unit = cells === undefined ? "" : ", which counts cells";
  return lines(
    `${turnWords(sentence.slice(0, next.index))}View it with view_range [${from}, ${to}]${unit}.`,
    ...hint,
  );
};

/** The call that a refusal names. */
function turnNextCall(line: string): string {
  return line.replace(
    /(^| )Next call: Read .*"offset":(\d+),"limit":(\d+)\}$/,
    (_all, before, from, count) =>
      `${before}Next call: view with view_range [${from}, ${Number(from) + Number(count) - 1}].`,
  );
}

/** The line that names the next call, if it is the last; lines before it may be the file's own. */
function turnTooLong(line: string): string {
  return NEXT_CALL_LINE.test(line) ? turnNextCall(turnWords(line)) : line;
}

const NEXT_CALL_LINE = /^(?:(?:The file does|These lines do) not fit in one Read\. |Next call: Read \{)/;

const turns: Partial<Record<CallError["code"], Turn>> = {
  FILE_NOT_READ: () => "File has not been viewed yet. View it first before changing it.",
  FILE_PARTIALLY_READ: (_, hint) =>
    lines(
      "Some of the lines to change have not been viewed yet. View them first.",
      ...hint.map((line) => turnNextCall(turnWords(line))),
    ),
  FILE_CHANGED_SINCE_READ: (sentence, hint) =>
    sentence.endsWith("as it is now.")
      ? sentence
      : lines(
          // The editor's own undo is in the history like the user's.
          /^The user (?:undid|redid|rewound) /.test(sentence)
            ? "A change to this file was undone or redone since it was viewed. View it again before changing it."
            : "File has been modified since it was viewed, either by the user or by a linter. View it again before changing it.",
          ...hint.map(turnTooLong),
        ),
  MATCH_NOT_FOUND: (_, [why = "", ...places]) =>
    lines(
      "old_str was not found in the file.",
      turnWords(why),
      // Lines after these are the file's own.
      ...places.map((line, index) => {
        if (index === 0 && line.startsWith("Send these characters")) return turnWords(line);
        if (index > 1 || NEXT_CALL_LINE.test(line)) return turnTooLong(line);
        return line
          .replace(/^(First difference in [^:]*: )old_string/, (_all, start) => `${start}old_str`)
          .replace(
            /^(To change lines? [\d-]+, send this as )old_string:$/,
            (_all, start) => `${start}old_str:`,
          );
      }),
    ),
  MATCH_NOT_UNIQUE: (sentence, hint) =>
    lines(
      turnEnd(
        sentence,
        ", but replace_all",
        ", and old_str must stand for one. Give more of the lines around it.",
      ),
      ...hint.map(turnWords),
    ),
  NO_CHANGE: (sentence) => turnWords(sentence),
  FILE_NOT_FOUND: (sentence, hint) =>
    lines(turnEnd(sentence, "Use Glob to find it.", "View its directory to find it."), ...hint),
  IS_DIRECTORY: (sentence) => turnEnd(sentence, "List it with Glob:", "View it to see what is in it."),
  BINARY_FILE: (sentence, hint) => {
    const seen = turnEnd(
      sentence,
      "Read the file it is made from,",
      "View the file it is made from, if there is one.",
    );
    const changed = "To change it, change the file it is made from, or ask the user.";
    return lines(turnEnd(seen, `Read shows it. ${changed}`, `View shows it. ${changed}`), ...hint);
  },
  USE_NOTEBOOK_EDIT: (sentence) =>
    turnEnd(sentence, "Use NotebookEdit", "This editor can't change its cells; tell the user."),
  NOTEBOOK_INVALID: (sentence, [hint = ""]) => lines(sentence, turnEnd(hint, "; to ", ".")),
  FILE_TOO_LARGE: tooLong,
  TOO_MANY_TOKENS: tooLong,
  PAGES_REQUIRED: (sentence) =>
    turnEnd(sentence, "; give pages", ", more than this editor can show at once; tell the user."),
  IMAGE_UNREADABLE: (sentence) =>
    turnEnd(
      sentence,
      /To see the text, Read it with [^.]*\.$/,
      "To see the text, view it with a view_range.",
    ),
  PDF_UNREADABLE: (sentence) =>
    turnEnd(
      sentence,
      /To see the text, Read it with [^.]*\.$/,
      "To see the text, view it with a view_range.",
    ),
  CONTENT_SUSPICIOUS: (sentence) => turnSuspicion(sentence),
  PERMISSION_DENIED: (sentence, hint) =>
    lines(
      sentence.replace("Nothing was changed. Read ", () => "Nothing was changed. View "),
      ...hint.map((line) => (/^Line \d+ of the new text /.test(line) ? turnSuspicion(line) : line)),
    ),
};

function turnSuspicion(sentence: string): string {
  return sentence.includes(" of the new text looks like the ")
    ? turnWords(sentence)
    : turnEnd(sentence, "or use Edit for the part", "or use str_replace for the part that changes.");
}
