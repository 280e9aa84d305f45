/** The console's requests, once they were let in. What fails is answered with a sentence for the person. */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { ToolError } from "../../errors/tool-error.js";
import type { Failure } from "../contract.js";
import { EngineFailure } from "../engine-view.js";
import { addHealthRoutes } from "./health.js";
import type { Admission, Api, ConsoleParts } from "./parts.js";
import { addQuestionRoutes } from "./questions.js";
import { addRuleRoutes } from "./rules.js";
import { addSeenRoutes } from "./seen.js";
import { addStreamRoute } from "./stream.js";
import { addTimelineRoutes } from "./timeline.js";

export function createApi(parts: ConsoleParts): Api {
  const api: Api = new Hono<{ Bindings: Admission }>();
  addStreamRoute(api, parts);
  addQuestionRoutes(api, parts);
  addTimelineRoutes(api, parts);
  addSeenRoutes(api, parts);
  addRuleRoutes(api, parts);
  addHealthRoutes(api, parts);
  api.notFound((context) => context.json(failure({ message: "There is nothing here." }), 404));
  api.onError((error, context) => {
    if (error instanceof ToolError || error instanceof EngineFailure) {
      const [message = "", ...hint] = error.message.split("\n");
      const more = hint.length === 0 ? {} : { hint: hint.join("\n") };
      const code = error instanceof ToolError ? { code: error.code } : {};
      return context.json(failure({ ...code, message, ...more }), 400);
    }
    // What broke is for the host to read; the page is told where to look.
    const reference = randomUUID().slice(0, 8);
    const origin = { sessionId: parts.toolkit.session.id, callId: "" };
    parts.toolkit.workspace.events.emit(
      { type: "internal-error", tool: "console", reference, error },
      origin,
    );
    return context.json(
      failure({ code: "INTERNAL", message: `Something broke in the server (reference ${reference}).` }),
      500,
    );
  });
  return api;
}

function failure(error: Failure["error"]): Failure {
  return { error };
}
