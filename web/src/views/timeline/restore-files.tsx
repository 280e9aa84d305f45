/** The files that a step is about, each with what will become of it, and the diff of one of them. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { FileRestore } from "../../../../src/mutation/file-restore.js";
import { DiffView } from "../../parts/diff/diff-view.js";
import { diffLayout } from "../../parts/diff/layout-choice.js";
import { DiffLayoutSwitch } from "../../parts/diff/layout-switch.js";
import { PathLabel } from "../../parts/path-label.js";
import { Shown } from "../../parts/shown.js";
import { VirtualList } from "../../parts/virtual-list.js";
import { useValue } from "../../state/signal.js";
import { adviseOn, type Decisions, describePlanned, isInTheWay } from "./restore-review.js";

interface RestoreFilesProps {
  readonly files: readonly FileRestore[];
  readonly decisions: Decisions;
}

const ROW_HEIGHT = 30;

export function RestoreFiles({ files, decisions }: RestoreFilesProps): JSX.Element {
  // What is in the way has to be looked at first.
  const sorted = useMemo(
    () => [...files.filter(isInTheWay), ...files.filter((file) => !isInTheWay(file))],
    [files],
  );
  const [opened, setOpened] = useState<FileRestore | undefined>(undefined);
  const open = opened !== undefined && sorted.includes(opened) ? opened : sorted[0];
  return (
    <>
      <div class="restore-files">
        <VirtualList
          count={sorted.length}
          rowHeight={ROW_HEIGHT}
          label="Files"
          fit
          renderRow={(index) => {
            const file = sorted[index];
            if (file === undefined) return null;
            return (
              <button
                type="button"
                class="restore-file"
                aria-current={file === open}
                onClick={() => setOpened(file)}
              >
                <PathLabel path={file.path} />
                {isInTheWay(file) && (
                  <span class="restore-why">
                    <Shown text={file.reason ?? ""} />
                  </span>
                )}
                <span
                  class={`restore-outcome restore-outcome-${isInTheWay(file) ? "blocked" : file.outcome}`}
                >
                  {describePlanned(file, decisions)}
                </span>
              </button>
            );
          }}
        />
      </div>
      {open !== undefined && <OpenFile file={open} />}
    </>
  );
}

function OpenFile({ file }: { readonly file: FileRestore }): JSX.Element {
  const { path, reason, structuredPatch } = file;
  const layout = useValue(diffLayout);
  return (
    <>
      <div class="restore-open">
        {isInTheWay(file) ? (
          <p class="restore-reason">
            <strong>In the way: </strong>
            <Shown text={reason ?? file.outcome} />. {adviseOn(file)}
          </p>
        ) : (
          <p class="quiet">What will happen to the file:</p>
        )}
        {structuredPatch.length > 0 && <DiffLayoutSwitch />}
      </div>
      <div class="restore-diff">
        {structuredPatch.length > 0 ? (
          <DiffView hunks={structuredPatch} path={path} layout={layout} />
        ) : (
          <p class="timeline-no-diff">{explainNoDiff(file)}</p>
        )}
      </div>
    </>
  );
}

function explainNoDiff(file: FileRestore): string {
  if (isInTheWay(file)) return "Nothing can be done to this file from here.";
  if (file.outcome === "unchanged") return "Nothing: it already has that content.";
  return "There is no diff: the content is not text, or the diff is too large.";
}
