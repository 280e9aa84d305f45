/** The files that one session knows, and how well. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ActivityEvent } from "../../../../src/console/contract.js";
import type { SeenFile, SeenFiles } from "../../../../src/desk/desk.js";
import { getJson, pathOf } from "../../api/request.js";
import { Check, FilterField, Select } from "../../parts/choices.js";
import { EmptyState } from "../../parts/empty-state.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatCount, plural } from "../../parts/quantities.js";
import { VirtualList } from "../../parts/virtual-list.js";
import { usePacedResource } from "../../state/paced-resource.js";
import { describeCoverage } from "./coverage.js";
import { CoverageBar } from "./coverage-bar.js";
import {
  arrangeSeen,
  countStates,
  describeOutdated,
  isOutdated,
  originWords,
  type SeenQuery,
  seenStateMeanings,
  seenStateWords,
} from "./seen-files.js";

interface SeenListProps {
  readonly engine: string;
  readonly session: string;
}

/** Those after which a session knows more, or what it knows may be old. */
const CONCERNING: readonly string[] = ["file-read", "file-changed", "undo"];
const ROW_HEIGHT = 48;
const ORDERS = ["newest", "name"] as const;

export function SeenList({ engine, session }: SeenListProps): JSX.Element {
  const isConcerned = ({ engine: from, event }: ActivityEvent): boolean =>
    from === engine &&
    CONCERNING.includes(event.type) &&
    (event.type !== "file-read" || event["sessionId"] === session);
  const { data, failure, reload } = usePacedResource(
    (signal) => getJson<SeenFiles>(pathOf("seen", engine, session), signal),
    [engine, session],
    isConcerned,
  );
  const [query, setQuery] = useState<SeenQuery>({ text: "", order: "newest", onlyStale: false });
  const files = useMemo(() => arrangeSeen(data?.files ?? [], query), [data, query]);
  return (
    <section class="seen-files" aria-label="Files of the session">
      <SeenTools query={query} onChange={setQuery} />
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined && failure === undefined && <Loading />}
      {data !== undefined && data.files.length === 0 && (
        <EmptyState title="This session has seen no file yet">
          <p>Each file that it reads, edits or writes will be listed here, with the lines that it knows.</p>
        </EmptyState>
      )}
      {data !== undefined && data.files.length > 0 && (
        <>
          <Counts files={data.files} left={data.left} />
          {files.length === 0 ? (
            <EmptyState title="Nothing matches">No file of this session is like that.</EmptyState>
          ) : (
            <div class="seen-list">
              <VirtualList
                count={files.length}
                rowHeight={ROW_HEIGHT}
                label="Files"
                keyOf={(index) => files[index]?.path ?? index}
                renderRow={(index) => {
                  const file = files[index];
                  return file === undefined ? null : <SeenRow file={file} />;
                }}
              />
            </div>
          )}
        </>
      )}
    </section>
  );
}

interface SeenToolsProps {
  readonly query: SeenQuery;
  readonly onChange: (query: SeenQuery) => void;
}

function SeenTools({ query, onChange }: SeenToolsProps): JSX.Element {
  return (
    <div class="view-head">
      <FilterField of="path, state" text={query.text} onChange={(text) => onChange({ ...query, text })} />
      <Select
        label="Sort by"
        value={query.order}
        options={ORDERS}
        onChange={(order) => onChange({ ...query, order })}
      />
      <Check isChecked={query.onlyStale} onChange={(onlyStale) => onChange({ ...query, onlyStale })}>
        Only changed or gone
      </Check>
    </div>
  );
}

function Counts({ files, left }: SeenFiles): JSX.Element {
  const counts = countStates(files);
  const outdated = files.filter(isOutdated).length;
  return (
    <p role="status" class="seen-counts">
      {plural(files.length, "file")}
      {left > 0 && `, ${formatCount(left)} more not listed`}
      {". "}
      {outdated > 0 ? <strong>{describeOutdated(counts)}</strong> : "None changed since."}
    </p>
  );
}

function SeenRow({ file }: { readonly file: SeenFile }): JSX.Element {
  return (
    <div class={`seen-row seen-row-${file.state}`}>
      <span class="seen-line">
        <PathLabel path={file.path} />
        <span class="seen-state" title={seenStateMeanings[file.state]}>
          {isOutdated(file) && <span aria-hidden="true">⚠ </span>}
          {seenStateWords[file.state]}
        </span>
      </span>
      <span class="seen-line seen-facts">
        <CoverageBar file={file} />
        <span class="seen-words">{describeCoverage(file)}</span>
        <span class="seen-origin">{originWords[file.origin]}</span>
      </span>
    </div>
  );
}
