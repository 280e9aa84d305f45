/** Asking by form: at most one question is put per round, and earlier answers come back with the client's next one. */
import { type InputRequiredSpec, inputRequired, type ServerContext } from "@modelcontextprotocol/server";
import type { Answer, AskHandler, OpenQuestion } from "../permissions/ask.js";
import { digestQuestion } from "../permissions/question-digest.js";
import type { Arguments, Sealer } from "./conversation.js";
import { readForm, renderForm } from "./elicitation-form.js";
import { digestCall, type GivenAnswer, type RequestState, sealRequestState } from "./request-state.js";

/** The form's name in requests and responses. */
const KEY = "permission";

export interface Asking {
  readonly onAsk: AskHandler;
  /** Whether the client has come with an answer to this question, or has begun to show it part by part. */
  has(question: OpenQuestion): boolean;
  /** Aborted when a question has to go to the client: the call ends, and `form` is what to answer. */
  readonly broken: AbortSignal;
  readonly form: InputRequiredSpec | undefined;
  /** The call that this one goes on with, if it belongs to the session. */
  continuing(sessionId: string): { readonly continues?: string };
}

interface AskedCall {
  readonly name: string;
  readonly args: Arguments;
  readonly context: ServerContext;
}

export function createAsking({ name, args, context }: AskedCall, sealer: Sealer, principal: string): Asking {
  const { mcpReq } = context;
  let digested: string | undefined;
  // Only where a question is or was asked: of a large Write it takes longer than the rest.
  const digest = (): string => (digested ??= digestCall(name, args));
  const state = findState(mcpReq.requestState<RequestState>(), digest, sealer);
  const answers = new Map((state?.answers ?? []).map((each) => [each.question, each as GivenAnswer]));
  const breaking = new AbortController();
  let form: InputRequiredSpec | undefined;

  /** An answer, or the page to show next. */
  function findAnswer(question: OpenQuestion, asked: string): GivenAnswer | number {
    const given = answers.get(asked);
    if (given !== undefined) return given;
    const filled = mcpReq.inputResponses?.[KEY];
    if (state?.question !== asked || filled === undefined) return 0;
    const page = state.page ?? 0;
    const answer = readForm(filled, question, page);
    if (answer === "next") return page + 1;
    answers.set(asked, answer);
    return answer;
  }

  function askClient(question: OpenQuestion, asked: string, page: number): Promise<Answer> {
    const given = [...answers].map(([each, answer]) => ({ ...answer, question: each }));
    // The call keeps the number it had when it first came, however often it is made again.
    const callId = state?.sessionId === question.sessionId ? state.callId : question.callId;
    const { sessionId } = question;
    form = {
      inputRequests: {
        [KEY]: inputRequired.elicit({ mode: "form", ...renderForm(question, page) }),
      },
      requestState: sealRequestState(
        { call: digest(), sessionId, callId, question: asked, page, answers: given },
        { sealer, principal, method: mcpReq.method },
      ),
    };
    breaking.abort(new Error("the user is asked"));
    // Never answered here: the call ends by the signal.
    return new Promise(() => undefined);
  }

  return {
    onAsk(question) {
      const asked = digestQuestion(question);
      const found = findAnswer(question, asked);
      return typeof found === "number" ? askClient(question, asked, found) : found;
    },
    has: (question) => findAnswer(question, digestQuestion(question)) !== 0,
    broken: breaking.signal,
    get form() {
      return form;
    },
    continuing: (sessionId) => (state?.sessionId === sessionId ? { continues: state.callId } : {}),
  };
}

/** A state of another call, or one that was used already, counts as none: the person is asked anew. */
function findState(
  state: RequestState | undefined,
  digest: () => string,
  sealer: Sealer,
): RequestState | undefined {
  if (state === undefined || state.call !== digest()) return undefined;
  return sealer.useOnce(state.once) ? state : undefined;
}
