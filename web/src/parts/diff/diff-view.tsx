/** A diff of one file. However long it is, only what is in sight is in the document. */
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Hunk } from "../../../../src/text/diff/hunks.js";
import { visiblePath } from "../../../../src/text/visible.js";
import { useKeys } from "../use-keys.js";
import { VirtualList, type VirtualListHandle } from "../virtual-list.js";
import { MAX_SHOWN_CHARACTERS } from "./code-text.js";
import { editorHeight, HunkEditor } from "./hunk-editor.js";
import { findEditHindrance } from "./hunk-edits.js";
import { type HunkChoosing, HunkHead } from "./hunk-head.js";
import { lineCells } from "./line-cells.js";
import { buildRows, countColumns, type DiffLayout } from "./rows.js";
import { useColours } from "./use-colours.js";
import { useHunkSteps } from "./use-hunk-steps.js";
import { useMarks } from "./use-marks.js";
import { useShownHunks } from "./use-shown-hunks.js";
import "../code/code.css";
import "./diff.css";

export interface DiffViewProps {
  readonly hunks: readonly Hunk[];
  /** Of the file: its ending says how it is coloured. */
  readonly path: string;
  readonly layout: DiffLayout;
  /** What the diff is of, for those who can't see it. */
  readonly label?: string;
  /** Lets hunks be left out and changed. */
  readonly choosing?: HunkChoosing;
}

const LINE_HEIGHT = 20;
const HEAD_HEIGHT = 36;
/** Several screens of them. */
const MAX_KNOWN_LINES = 400;
/** Five digits; files with more lines have wider columns for their numbers. */
const MAX_NARROW_NUMBER = 99_999;

export function DiffView({ hunks, path, layout, label, choosing }: DiffViewProps): JSX.Element {
  const list = useRef<VirtualListHandle>(null);
  const [editing, setEditing] = useState<number | undefined>(undefined);
  const { shown, parts } = useShownHunks(hunks, choosing?.choices, editing);
  const columns = useMemo(() => countColumns(parts, MAX_SHOWN_CHARACTERS), [parts]);
  const built = useMemo(() => buildRows(parts, { layout, editing }), [parts, layout, editing]);
  const { rows, partners } = built;
  const coloursOf = useColours(parts, path);
  const marksOf = useMarks(partners);
  const steps = useHunkSteps(list, built);
  const edit = (hunk: number | undefined): void => {
    if (hunk === undefined || choosing === undefined) return;
    const proposed = hunks[hunk];
    if (proposed === undefined || findEditHindrance(proposed) !== undefined) return;
    if (choosing.choices[hunk]?.use === "old") choosing.onToggle(hunk);
    setEditing(hunk);
  };
  // Where a diff is only looked at, `j` and `k` belong to the list that it is chosen from.
  const choosingKeys = {
    j: steps.next,
    k: steps.previous,
    e: () => edit(steps.current() ?? (hunks.length === 1 ? 0 : undefined)),
  };
  useKeys({ n: steps.next, p: steps.previous, ...(choosing === undefined ? {} : choosingKeys) });
  useLayoutEffect(() => {
    const head = editing === undefined ? undefined : built.heads[editing];
    if (head !== undefined) list.current?.reveal(head, head + 1);
  }, [editing]);
  const editedHeight = editing === undefined ? 0 : heightOfEditor(hunks, editing, choosing, layout);
  const heightOf = useMemo(
    () => (index: number) => {
      const kind = rows[index]?.kind;
      return kind === "line" ? LINE_HEIGHT : kind === "editor" ? editedHeight : HEAD_HEIGHT;
    },
    [rows, editedHeight],
  );
  const lines = useMemo(createLineCache, [rows, layout, coloursOf, marksOf, choosing?.choices]);
  const renderRow = (index: number): ComponentChildren => {
    const row = rows[index];
    if (row === undefined) return null;
    const choice = choosing?.choices[row.hunk];
    if (row.kind === "head") {
      return (
        <HunkHead
          hunks={shown}
          index={row.hunk}
          choosing={choosing}
          isEditing={editing === row.hunk}
          onEdit={() => edit(row.hunk)}
        />
      );
    }
    if (row.kind === "line") {
      return lines(index, (setUnfinished) => {
        const cells = lineCells(row, layout, (line) => {
          const colours = coloursOf(row.hunk, line);
          if (colours === undefined) setUnfinished();
          return { colours: colours ?? [], marks: marksOf(line) };
        });
        return (
          <div class={`diff-line diff-line-${layout}${choice?.use === "old" ? " diff-left-out" : ""}`}>
            {cells}
          </div>
        );
      });
    }
    const hunk = hunks[row.hunk];
    if (hunk === undefined || choice === undefined) return null;
    return (
      <HunkEditor
        hunk={hunk}
        index={row.hunk}
        choice={choice}
        layout={layout}
        onChoose={(made) => choosing?.onEdit(row.hunk, made)}
        onClose={() => {
          setEditing(undefined);
          steps.goTo(row.hunk);
        }}
      />
    );
  };
  return (
    <VirtualList
      count={rows.length}
      rowHeight={heightOf}
      renderRow={renderRow}
      label={label ?? `Changes of ${visiblePath(path)}`}
      role="table"
      class={`diff diff-${layout} ${lastNumber(hunks) > MAX_NARROW_NUMBER ? "diff-long" : ""}`}
      contentWidth={widthOf(columns, layout)}
      wideContent=".diff-text"
      handle={list}
      fit
    />
  );
}

/** Lines that were rendered are not looked at again for as long as they are in sight, unless they are unfinished. */
function createLineCache(): (
  index: number,
  render: (setUnfinished: () => void) => JSX.Element,
) => JSX.Element {
  const known = new Map<number, JSX.Element>();
  return (index, render) => {
    let isFinished = true;
    const line =
      known.get(index) ??
      render(() => {
        isFinished = false;
      });
    if (known.size > MAX_KNOWN_LINES) known.clear();
    if (isFinished) known.set(index, line);
    return line;
  };
}

/** The widest line behind its numbers, which stay; side by side, each half has its own. */
function widthOf(columns: number, layout: DiffLayout): string {
  const room =
    layout === "split"
      ? "50% - var(--diff-numbers) - var(--diff-sign)"
      : "100% - 2 * var(--diff-numbers) - var(--diff-sign)";
  return `calc(100% + max(0px, ${columns + 2}ch - (${room})))`;
}

function lastNumber(hunks: readonly Hunk[]): number {
  const last = hunks.at(-1);
  return last === undefined ? 0 : Math.max(last.oldStart + last.oldLines, last.newStart + last.newLines);
}

function heightOfEditor(
  hunks: readonly Hunk[],
  editing: number,
  choosing: HunkChoosing | undefined,
  layout: DiffLayout,
): number {
  const [hunk, choice] = [hunks[editing], choosing?.choices[editing]];
  return hunk === undefined || choice === undefined ? 0 : editorHeight(hunk, choice, layout);
}
