import { parseAnswerRequest } from "../../desk/parse-answer.js";
import { ToolError } from "../../errors/tool-error.js";
import type { Answered, Failure } from "../contract.js";
import type { EngineView } from "../engine-view.js";
import type { Engines } from "../engines.js";
import type { Api, ConsoleParts } from "./parts.js";

/** Questions in full, and their answers. */
export function addQuestionRoutes(api: Api, { engines }: ConsoleParts): void {
  api.get("/api/questions/:engine/:id", async (context) => {
    const question = await findEngine(engines, context.req.param("engine")).question(context.req.param("id"));
    if (question !== undefined) return context.json(question);
    const message = "This question is no longer open: it was answered, or its call has ended.";
    return context.json({ error: { message } } satisfies Failure, 404);
  });
  api.post("/api/questions/:engine/:id", async (context) => {
    const request = parseAnswerRequest(context.env.body);
    const engine = engines.find(context.req.param("engine"));
    const outcome = (await engine?.answer(context.req.param("id"), request)) ?? "over";
    return context.json({ outcome } satisfies Answered);
  });
}

export function findEngine(engines: Engines, id: string): EngineView {
  const engine = engines.find(id);
  if (engine !== undefined) return engine;
  throw new ToolError("INPUT_INVALID", "That process has ended.");
}
