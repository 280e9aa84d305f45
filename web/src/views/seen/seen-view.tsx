/** What each session has read of which files, and whether that is still so. */
import type { JSX } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { EmptyState } from "../../parts/empty-state.js";
import { Loading } from "../../parts/loading.js";
import { engines, server } from "../../state/live.js";
import { goTo, route } from "../../state/route.js";
import { useSessionNames } from "../../state/session-names.js";
import { useValue } from "../../state/signal.js";
import { SeenList } from "./seen-list.js";
import { type EngineSession, listSessions, SessionList } from "./session-list.js";
import "./seen.css";

export function SeenView(): JSX.Element {
  const present = useValue(engines);
  const sessions = useMemo(() => listSessions(present), [present]);
  const isKnown = useValue(server) !== undefined;
  const nameOfSession = useSessionNames();
  const [engine, session] = useChosen(sessions);
  const chosen = sessions.find((each) => each.engine.id === engine && each.session.id === session);
  if (!isKnown) return <Loading />;
  return (
    <div class="view seen">
      <div class="view-head">
        <h1>Files seen</h1>
      </div>
      {sessions.length === 0 ? (
        <EmptyState title="No session is running">
          <p>
            When an agent connects, its session is listed here with every file that it knows: how much of it,
            and whether the file has changed since.
          </p>
        </EmptyState>
      ) : (
        <div class="seen-panes">
          <SessionList
            sessions={sessions}
            chosen={chosen}
            nameOfSession={nameOfSession}
            onChoose={(each) => goTo("seen", each.engine.id, each.session.id)}
          />
          {chosen === undefined ? (
            <EmptyState title="This session has ended">
              <p>What a session knows is gone with it. Choose one that is running.</p>
            </EmptyState>
          ) : (
            <SeenList key={`${engine}/${session}`} engine={chosen.engine.id} session={chosen.session.id} />
          )}
        </div>
      )}
    </div>
  );
}

/** What the address names, else the newest session that there was at first: it does not change under the reader's eyes. */
function useChosen(sessions: readonly EngineSession[]): readonly (string | undefined)[] {
  const first = useRef<EngineSession | undefined>(undefined);
  first.current ??= sessions.find(({ session }) => session.files > 0) ?? sessions[0];
  const { rest } = useValue(route);
  return rest.length > 0 ? rest : [first.current?.engine.id, first.current?.session.id];
}
