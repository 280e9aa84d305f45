/** The desk of an engine in another process, asked over its link. */
import type { ListenerLink } from "../notify/links/listener-link.js";
import { EngineFailure, type EngineView } from "./engine-view.js";
import { checks } from "./remote-shapes.js";

export function createRemoteEngine(link: ListenerLink): EngineView {
  const { engine: id, pid, version, roots, hasDesk } = link.engine;

  async function ask<Result>(method: keyof typeof checks, params: object = {}): Promise<Result> {
    const result = await link.request(method, params).catch(explain);
    if (checks[method](result)) return result as Result;
    throw new EngineFailure(
      "This program answered with something else than it was asked for. Its version may be another one.",
    );
  }

  return {
    info: { id, pid, version, roots, isOwn: false },
    // An older one tells what happens, and takes no questions.
    sessions: async () => (hasDesk ? ask("sessions") : []),
    languageServers: async () => (hasDesk ? ask("languageServers") : []),
    questions: async () => (hasDesk ? ask("questions") : []),
    seen: async (session) => (hasDesk ? ((await ask("seen", { session })) ?? undefined) : undefined),
    question: async (id) => (hasDesk ? ((await ask("question", { id })) ?? undefined) : undefined),
    answer: async (id, request) => (hasDesk ? ask("answer", { id, request }) : "over"),
    revoke: async (session, rule) => hasDesk && ask("revoke", { session, rule }),
  };
}

function explain(cause: Error): never {
  throw new EngineFailure(cause.message, { cause });
}
