/** A workspace's desk for listeners in other processes: what they ask for by name, checked before it is done. */
import { ToolError } from "../errors/tool-error.js";
import type { OfferedDesk } from "../notify/links/linked-desk.js";
import type { Workspace } from "../workspace.js";
import type { Desk } from "./desk.js";
import { parseAnswerRequest } from "./parse-answer.js";
import { createDesk } from "./workspace-desk.js";

type Fields = Readonly<Record<string, unknown>>;

/** By the names of the desk's own methods. */
const methods: Readonly<Record<string, (desk: Desk, fields: Fields) => unknown>> = {
  sessions: (desk) => desk.sessions(),
  seen: (desk, { session }) => desk.seen(requireText(session)),
  languageServers: (desk) => desk.languageServers(),
  questions: (desk) => desk.questions(),
  question: (desk, { id }) => desk.question(requireText(id)),
  answer: (desk, { id, request }) => desk.answer(requireText(id), parseAnswerRequest(request)),
  revoke: (desk, { session, rule }) => desk.revoke(requireText(session), requireText(rule)),
};

export function offerDesk(workspace: Workspace): OfferedDesk {
  const desk = createDesk(workspace);
  return {
    async request(method, params) {
      const carryOut = Object.hasOwn(methods, method) ? methods[method] : undefined;
      if (carryOut === undefined) throw refuse("This program knows no such request.");
      return carryOut(desk, (params ?? {}) as Fields);
    },
    attend: (onChange) => desk.attend(onChange),
    get isAsking() {
      return workspace.access.questions.open.length > 0;
    },
  };
}

function requireText(value: unknown): string {
  if (typeof value === "string") return value;
  throw refuse("This request lacks something.");
}

function refuse(sentence: string): ToolError {
  return new ToolError("INPUT_INVALID", sentence);
}
