/** Asks the person at the terminal. What is not a clear yes is a no. */
import type { RealPath } from "../../fs/paths.js";
import type { Answer, AskHandler, OpenQuestion } from "../../permissions/ask.js";
import { escapeForTerminal } from "../../text/escape-for-terminal.js";
import { DIFF_LINES, isCutShort } from "../diff.js";
import type { Terminal } from "../terminal.js";
import { type Choice, findAnswer, type OfferedAnswer, offerAnswers } from "./answers.js";
import { renderProposal, renderQuestion } from "./render-question.js";

/** So often an answer that is none is asked for again. */
const MAX_TRIES = 5;

export function createTerminalAsker(
  terminal: Terminal,
  findRoot: (path: RealPath) => string | undefined,
): AskHandler {
  const colour = terminal.hasErrorColour;

  async function ask(question: OpenQuestion, signal: AbortSignal | undefined): Promise<Answer> {
    const root = findRoot(question.realPath);
    terminal.writeError(
      `${renderQuestion(question, { colour, root })}${renderProposal(question, { colour })}`,
    );
    let hasMore = isCutShort(question.change?.structuredPatch ?? [], DIFF_LINES);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const offered = offerAnswers(question.suggestions, { hasMore });
      terminal.writeError(renderOffer(offered));
      const typed = await terminal.askLine(`Allow it? [${keysOf(offered)}] `, { signal });
      if (typed === undefined || typed.trim() === "") return { answer: "deny" };
      const choice = findAnswer(typed, offered)?.choice;
      if (choice?.kind === "show-all") {
        terminal.writeError(renderProposal(question, { colour, maxLines: Number.POSITIVE_INFINITY }));
        hasMore = false;
      } else if (choice !== undefined) {
        return answerOf(choice, signal);
      }
    }
    return { answer: "deny" };
  }

  async function answerOf(choice: Choice, signal: AbortSignal | undefined): Promise<Answer> {
    if (choice.kind === "allow")
      return { answer: "allow", ...(choice.remember === undefined ? {} : { remember: choice.remember }) };
    if (choice.kind !== "deny-with-reason") return { answer: "deny" };
    const reason = await terminal.askLine("Why not? ", { signal });
    return { answer: "deny", ...(reason === undefined ? {} : { reason }) };
  }

  return (question, { signal }) => ask(question, signal);
}

function renderOffer(offered: readonly OfferedAnswer[]): string {
  const width = Math.max(...offered.map(({ key }) => key.length));
  return offered
    .map(({ key, meaning }) => `  ${key.padEnd(width)}  ${escapeForTerminal(meaning)}\n`)
    .join("");
}

function keysOf(offered: readonly OfferedAnswer[]): string {
  return offered.map(({ key }) => (key === "n" ? "N" : key)).join("/");
}
