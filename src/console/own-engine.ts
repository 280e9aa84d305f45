/** The server's own engine under the interface that the others have. */
import type { Desk } from "../desk/desk.js";
import type { EngineInfo, EngineView } from "./engine-view.js";

export function createOwnEngine(info: EngineInfo, desk: Desk): EngineView {
  return {
    info,
    sessions: async () => desk.sessions(),
    seen: async (sessionId) => desk.seen(sessionId),
    languageServers: async () => desk.languageServers(),
    questions: async () => desk.questions(),
    question: async (id) => desk.question(id),
    answer: async (id, request) => desk.answer(id, request),
    revoke: async (sessionId, rule) => desk.revoke(sessionId, rule),
  };
}
