/** What one change did, as a diff, or why that can't be told. */
import type { JSX } from "preact";
import type { ChangeDiff } from "../../../../src/mutation/change-diff.js";
import { getJson, pathOf } from "../../api/request.js";
import { DiffView } from "../../parts/diff/diff-view.js";
import { diffLayout } from "../../parts/diff/layout-choice.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { useResource } from "../../parts/resource.js";
import { Shown } from "../../parts/shown.js";
import { useValue } from "../../state/signal.js";

interface DiffOfChangeProps {
  readonly id: string;
  readonly path: string;
}

export function DiffOfChange({ id, path }: DiffOfChangeProps): JSX.Element {
  const { data, failure, reload } = useResource(
    (signal) => getJson<ChangeDiff>(pathOf("changes", id), signal),
    [id],
  );
  const layout = useValue(diffLayout);
  if (failure !== undefined) return <FailureNote failure={failure} onRetry={reload} />;
  if (data === undefined) return <Loading />;
  if (data.structuredPatch === undefined) {
    return (
      <p class="timeline-no-diff">
        There is no diff: <Shown text={data.reason ?? "it is not kept"} />.
      </p>
    );
  }
  if (data.structuredPatch.length === 0) {
    return <p class="timeline-no-diff">Not a line of text was changed.</p>;
  }
  return <DiffView hunks={data.structuredPatch} path={path} layout={layout} />;
}
