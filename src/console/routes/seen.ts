import { ToolError } from "../../errors/tool-error.js";
import type { Api, ConsoleParts } from "./parts.js";
import { findEngine } from "./questions.js";

/** What a session knows of files. */
export function addSeenRoutes(api: Api, { engines }: ConsoleParts): void {
  api.get("/api/seen/:engine/:session", async (context) => {
    const seen = await findEngine(engines, context.req.param("engine")).seen(context.req.param("session"));
    if (seen === undefined) throw new ToolError("INPUT_INVALID", "That session has ended.");
    return context.json(seen);
  });
}
