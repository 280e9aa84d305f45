/** The sessions of all engines. */
import type { JSX } from "preact";
import type { EngineSummary } from "../../../../src/console/contract.js";
import type { SessionSummary } from "../../../../src/desk/desk.js";
import { Name } from "../../parts/names.js";
import { plural } from "../../parts/quantities.js";
import { TimeLabel } from "../../parts/time-label.js";

export interface EngineSession {
  readonly engine: EngineSummary;
  readonly session: SessionSummary;
}

/** Newest first. */
export function listSessions(engines: readonly EngineSummary[]): readonly EngineSession[] {
  return engines
    .flatMap((engine) => engine.sessions.map((session) => ({ engine, session })))
    .toSorted((left, right) => right.session.startedAt - left.session.startedAt);
}

interface SessionListProps {
  readonly sessions: readonly EngineSession[];
  readonly chosen: EngineSession | undefined;
  readonly nameOfSession: (id: string) => string;
  readonly onChoose: (chosen: EngineSession) => void;
}

export function SessionList({ sessions, chosen, nameOfSession, onChoose }: SessionListProps): JSX.Element {
  return (
    <ul class="seen-sessions" aria-label="Sessions">
      {sessions.map((each) => {
        const { engine, session } = each;
        return (
          <li key={`${engine.id}/${session.id}`}>
            <button type="button" aria-current={each === chosen} onClick={() => onChoose(each)}>
              <Name class="seen-session-name" text={nameOfSession(session.id)} />
              <span class="quiet">
                {`${plural(session.files, "file")}, ${plural(session.calls, "call")}`}
              </span>
              <span class="quiet">
                {`process ${engine.pid}${engine.isOwn ? " (this server)" : ""}, began `}
                <TimeLabel at={session.startedAt} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
