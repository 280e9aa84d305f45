/** The desk of a workspace: its sessions, what they know, and the questions that wait in it. */
import { ToolError } from "../errors/tool-error.js";
import { HistoryAccess } from "../history-access.js";
import type { Answer, OpenQuestion } from "../permissions/ask.js";
import { digestQuestion } from "../permissions/question-digest.js";
import type { Workspace } from "../workspace.js";
import type { Participant } from "../workspace-participants.js";
import { composeContent } from "./compose-content.js";
import type {
  AnswerRequest,
  Desk,
  HunkChoice,
  QuestionDetail,
  QuestionSummary,
  SessionSummary,
} from "./desk.js";
import { listSeenFiles } from "./seen-files.js";
import { type ShownChange, showChange } from "./shown-change.js";

/** So long questions wait for someone else when the last person has gone: for a page that is loaded again, or a console. */
const GRACE_MS = 30_000;

const NOT_WHOLE =
  "The change is too large to be shown whole, so it can't be allowed here. Reject it, and ask the agent for smaller changes.";

/** Made once for each question: a large change takes a while to put into words. */
interface Prepared {
  readonly summary: QuestionSummary;
  readonly shown: ShownChange | undefined;
}

export interface DeskOptions {
  /** For those who can't wait that long. */
  readonly graceMs?: number;
}

export function createDesk(workspace: Workspace, { graceMs = GRACE_MS }: DeskOptions = {}): Desk {
  const { questions } = workspace.access;
  const { participants, diagnostics } = workspace.listeners;
  const known = new WeakMap<OpenQuestion, Prepared>();

  function prepare(question: OpenQuestion): Prepared {
    const prepared = known.get(question) ?? prepareQuestion(question, workspace);
    known.set(question, prepared);
    return prepared;
  }

  const findOpen = (id: string): OpenQuestion | undefined => questions.open.find((open) => open.id === id);

  return {
    sessions: () => participants.all.map(summarize),
    async seen(sessionId) {
      const participant = participants.find(sessionId);
      if (participant === undefined) return undefined;
      const { session, permissions } = participant;
      const mayShow = await new HistoryAccess(workspace, permissions).createReadFilter();
      const { fileSystem, content } = workspace;
      return listSeenFiles(session.ledger.entries(), { fileSystem, content, mayShow });
    },
    languageServers: () =>
      (diagnostics?.servers() ?? []).map((server) => ({ ...server, pid: server.pid ?? null })),
    questions: () => questions.open.map((open) => prepare(open).summary),
    question(id): QuestionDetail | undefined {
      const open = findOpen(id);
      if (open === undefined) return undefined;
      const { summary, shown } = prepare(open);
      return { ...summary, hunks: shown?.hunks ?? [], isWhole: shown?.isWhole ?? true };
    },
    answer(id, request) {
      const open = findOpen(id);
      if (open === undefined) return "over";
      const { summary, shown } = prepare(open);
      if (request.digest !== summary.digest) return "changed";
      if (request.answer === "allow" && shown?.isWhole === false) throw refuse(NOT_WHOLE);
      return questions.answer(id, answerOf(request, open, summary)) ? "answered" : "over";
    },
    revoke: (sessionId, rule) => participants.find(sessionId)?.permissions.revoke(rule) ?? false,
    attend(onChange) {
      const tell = (): void => {
        try {
          onChange();
        } catch {
          // Who looks on can't fail a call.
        }
      };
      const endings = [questions.onChange(tell), participants.onChange(tell), questions.attach({ graceMs })];
      return () => {
        for (const end of endings) end();
      };
    },
  };
}

function summarize({ session, permissions }: Participant): SessionSummary {
  return {
    id: session.id,
    name: session.name ?? null,
    startedAt: session.startedAt,
    calls: session.issuedCalls,
    files: session.ledger.size,
    grants: permissions.grants,
  };
}

function prepareQuestion(open: OpenQuestion, { roots }: Workspace): Prepared {
  const { id, sessionId, callId, askedAt, tool, operation, path, realPath } = open;
  const { reason, change, flags, suggestions } = open;
  const shown = change === undefined ? undefined : showChange(change);
  return {
    shown,
    summary: {
      id,
      sessionId,
      callId,
      askedAt,
      tool,
      operation,
      path,
      realPath,
      reason,
      flags,
      suggestions,
      root: roots.findRootOf(realPath)?.given ?? null,
      change:
        change === undefined || shown === undefined
          ? null
          : {
              kind: change.kind,
              added: shown.added,
              removed: shown.removed,
              hunks: change.structuredPatch.length,
              // What can't be seen can't be chosen from.
              isRevisable: change.isRevisable && shown.isWhole,
            },
      digest: digestQuestion(open),
    },
  };
}

/** Throws with a sentence for the person. */
function answerOf(request: AnswerRequest, open: OpenQuestion, summary: QuestionSummary): Answer {
  if (request.answer === "deny") {
    const { reason } = request;
    return { answer: "deny", ...(reason === undefined ? {} : { reason }) };
  }
  const { remember, hunks, comment } = request;
  const content = hunks === undefined ? undefined : contentOf(hunks, open, summary);
  const suggestion = remember === undefined ? undefined : open.suggestions[remember];
  if (remember !== undefined && suggestion === undefined)
    throw refuse("The question does not offer to remember that.");
  return {
    answer: "allow",
    ...(suggestion === undefined ? {} : { remember: suggestion }),
    ...(content === undefined ? {} : { content }),
    ...(comment === undefined ? {} : { comment }),
  };
}

/** Undefined when that is what was proposed. */
function contentOf(
  choices: readonly HunkChoice[],
  { change }: OpenQuestion,
  summary: QuestionSummary,
): string | undefined {
  if (change === undefined || summary.change === null) throw refuse("There is no change to choose from.");
  const { structuredPatch: hunks } = change;
  if (choices.length !== hunks.length)
    throw refuse(`The change has another number of hunks than were answered: ${hunks.length}.`);
  if (choices.every(({ use }) => use === "new")) return undefined;
  if (!summary.change.isRevisable || change.after === null)
    throw refuse("This change can only be allowed or rejected as a whole.");
  const { after } = change;
  const before = change.before ?? "";
  const content = composeContent({ before, after, hunks, choices });
  const isNothing =
    choices.every(({ use }) => use === "old") || (change.kind === "update" && content === before);
  if (isNothing) throw refuse("Nothing is accepted: reject the change instead.");
  return content === after ? undefined : content;
}

function refuse(sentence: string): ToolError {
  return new ToolError("INPUT_INVALID", sentence);
}
