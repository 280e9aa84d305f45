/** One change: what, when, who, how it was permitted, what became of it, its diff, and what can be done about it. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { TimelineEntry } from "../../../../src/console/contract.js";
import { Button } from "../../parts/button.js";
import { DiffLayoutSwitch } from "../../parts/diff/layout-switch.js";
import { Fact } from "../../parts/fact.js";
import { Code, Name } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatClock, formatMoment } from "../../parts/quantities.js";
import { Shown } from "../../parts/shown.js";
import { TimeLabel } from "../../parts/time-label.js";
import { baseName } from "../../text/path-parts.js";
import { DiffOfChange } from "./change-diff.js";
import type { RestoreGoal } from "./restore-review.js";
import { canRedo, canUndo, stepOf, type TimelineIndex } from "./timeline-index.js";
import {
  describePermission,
  describeSizes,
  nameDoing,
  nameMaker,
  nameTool,
  stateMeanings,
} from "./timeline-words.js";
import "./change-detail.css";

interface ChangeDetailProps {
  readonly id: string;
  readonly index: TimelineIndex;
  readonly nameOfSession: (id: string) => string;
  readonly onOpen: (id: string) => void;
  readonly onRestore: (goal: RestoreGoal) => void;
  readonly onClose: () => void;
}

export function ChangeDetail(props: ChangeDetailProps): JSX.Element {
  const { id, index, onClose } = props;
  const entry = index.byId.get(id);
  const place = useRef<HTMLElement>(null);
  // Where there is no room for both, it takes the place of the list, and whoever came from there goes on here.
  useEffect(() => {
    if (matchMedia("(max-width: 900px)").matches) place.current?.focus();
  }, [id]);
  return (
    <section class="timeline-detail" aria-label="The change" tabIndex={-1} ref={place}>
      <div class="timeline-detail-head">
        <h2>
          {entry === undefined ? (
            <>
              Change <Shown text={id} />
            </>
          ) : (
            <>
              <Shown text={nameDoing(entry)} /> <Name text={baseName(entry.path)} />
            </>
          )}
        </h2>
        <DiffLayoutSwitch />
        <Button onClick={onClose}>Back to the list</Button>
      </div>
      {entry === undefined ? (
        <p class="quiet">
          It is not in the list: it is older than what is listed, no longer kept, or of a file that permission
          rules deny.
        </p>
      ) : (
        <>
          <Facts {...props} entry={entry} />
          <Actions {...props} entry={entry} />
        </>
      )}
      <div class="timeline-diff">
        <DiffOfChange id={id} path={entry?.path ?? ""} />
      </div>
    </section>
  );
}

type OfEntry = ChangeDetailProps & { readonly entry: TimelineEntry };

function Facts({ entry, index, nameOfSession, onOpen }: OfEntry): JSX.Element {
  const undoer = index.undoneBy.get(entry.id);
  return (
    <dl class="timeline-detail-facts">
      <Fact name="File" class="timeline-fact-wide">
        <PathLabel path={entry.path} />
      </Fact>
      <Fact name="When" class="timeline-fact-wide">
        {formatMoment(entry.at)} (<TimeLabel at={entry.at} />)
      </Fact>
      <Fact name="Who">
        <Name text={nameMaker(entry, nameOfSession)} />
      </Fact>
      <Fact name="Permitted">{describePermission(entry)}</Fact>
      <Fact name="State" class="timeline-fact-wide">
        {stateMeanings[entry.state]}
        {undoer !== undefined && <EntryLink entry={undoer} onOpen={onOpen} />}
      </Fact>
      {entry.undoes !== undefined && (
        <Fact name="Undoes" class="timeline-fact-wide">
          <TakenBack ids={entry.undoes} index={index} onOpen={onOpen} />
        </Fact>
      )}
      <Fact name="Size">{describeSizes(entry)}</Fact>
      {entry.displaced !== undefined && (
        <Fact name="Displaced">a version of another program, which is kept</Fact>
      )}
      <Fact name="Id">
        <Code text={entry.id} />
      </Fact>
    </dl>
  );
}

const MAX_LINKS = 5;

interface TakenBackProps {
  readonly ids: readonly string[];
  readonly index: TimelineIndex;
  readonly onOpen: (id: string) => void;
}

function TakenBack({ ids, index, onOpen }: TakenBackProps): JSX.Element {
  const known = ids.flatMap((id) => index.byId.get(id) ?? []);
  const links = known.slice(0, MAX_LINKS);
  const more = ids.length - links.length;
  return (
    <>
      {links.map((entry) => (
        <EntryLink key={entry.id} entry={entry} onOpen={onOpen} />
      ))}
      {more > 0 && (links.length === 0 ? `${more} that are not listed` : ` and ${more} more`)}
    </>
  );
}

interface EntryLinkProps {
  readonly entry: TimelineEntry;
  readonly onOpen: (id: string) => void;
}

function EntryLink({ entry, onOpen }: EntryLinkProps): JSX.Element {
  return (
    <button type="button" class="timeline-link" onClick={() => onOpen(entry.id)}>
      <Shown text={nameTool(entry)} /> of {formatClock(entry.at)}
    </button>
  );
}

function Actions({ entry, index, onRestore }: OfEntry): JSX.Element {
  const kind = canUndo(entry) ? "undo" : canRedo(entry) ? "redo" : undefined;
  const step = stepOf(index, entry);
  const verb = kind === "undo" ? "Undo" : "Redo";
  return (
    <div class="timeline-actions">
      {kind !== undefined && (
        <Button kind="main" onClick={() => onRestore({ kind, changes: [entry.id] })}>
          {step.length > 1 ? `${verb} this file…` : `${verb}…`}
        </Button>
      )}
      {kind !== undefined && step.length > 1 && (
        <Button onClick={() => onRestore({ kind, changes: step.map(({ id }) => id) })}>
          {`${verb} all ${step.length} files of this step…`}
        </Button>
      )}
      <Button onClick={() => onRestore({ kind: "rewind", to: entry.id, scope: "session" })}>
        Rewind to here…
      </Button>
      {entry.displaced !== undefined && (
        <Button onClick={() => onRestore({ kind: "restore", change: entry.id, side: "displaced" })}>
          Restore the displaced version…
        </Button>
      )}
    </div>
  );
}
