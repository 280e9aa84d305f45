import type { JSX } from "preact";
import { useCallback, useState } from "preact/hooks";
import type { CallRow } from "../../state/call-row.js";
import { type CallFilter, everything, filterCalls } from "../../state/filter-calls.js";
import { renderSession } from "../../state/learn-sessions.js";
import { book, engines, server } from "../../state/live.js";
import { sessions } from "../../state/session-names.js";
import { useValue } from "../../state/signal.js";
import { CallDetails } from "./call-details.js";
import { CallFilters } from "./call-filters.js";
import { CallTable } from "./call-table.js";
import { FollowTools } from "./follow-tools.js";
import { NoCalls } from "./no-calls.js";
import { useFollowing } from "./use-following.js";
import "./activity.css";

/** Everything that agents do, as it happens. */
export function ActivityView(): JSX.Element {
  const [filter, setFilter] = useState<CallFilter>(everything);
  const [openKey, setOpenKey] = useState<string | undefined>(undefined);
  const rows = useValue(book.rows);
  const { isFollowing, fresh, setFollowing } = useFollowing(rows);
  const known = useValue(sessions);
  const nameOf = (row: CallRow): string => renderSession(known, row.engine, row.sessionId);
  const present = new Set(useValue(engines).map((engine) => engine.id));
  const isServerKnown = useValue(server) !== undefined;
  const isGone = (row: CallRow): boolean => !present.has(row.engine);
  const shown = filterCalls(rows, filter, nameOf);
  const openRow = openKey === undefined ? undefined : rows.find((row) => row.key === openKey);
  // Whoever looks at one call does not want it to move away.
  const open = useCallback((key: string) => {
    setFollowing("off");
    setOpenKey((before) => (before === key ? undefined : key));
  }, []);
  const close = (): void => {
    setOpenKey(undefined);
    focusCall(openKey);
  };

  return (
    <div class="view activity">
      <div class="view-head">
        <h1>Activity</h1>
        <CallFilters filter={filter} rows={rows} nameOf={nameOf} onFilter={setFilter} />
        <FollowTools isFollowing={isFollowing} fresh={fresh} onFollow={setFollowing} />
      </div>
      {rows.length === 0 ? (
        isServerKnown && <NoCalls />
      ) : (
        <div class="activity-body">
          {shown.length === 0 ? (
            <p class="activity-none">None of the {rows.length} calls passes the filter.</p>
          ) : (
            <CallTable
              rows={shown}
              nameOf={nameOf}
              isGone={isGone}
              openKey={openKey}
              isFollowing={isFollowing}
              onOpen={open}
              onFollow={setFollowing}
            />
          )}
          {openRow !== undefined && (
            <CallDetails
              key={openRow.key}
              row={openRow}
              session={nameOf(openRow)}
              isGone={isGone(openRow)}
              onClose={close}
            />
          )}
        </div>
      )}
    </div>
  );
}

function focusCall(key: string | undefined): void {
  const buttons = document.querySelectorAll<HTMLElement>("[data-call]");
  [...buttons].find((button) => button.dataset["call"] === key)?.focus();
}
