/** The hunks as they are to be shown: those that a person has changed with their changes. Only what is new is made anew. */
import { useMemo, useRef } from "preact/hooks";
import type { HunkChoice } from "../../../../src/desk/desk.js";
import type { Hunk } from "../../../../src/text/diff/hunks.js";
import { type HunkPart, readHunk } from "./diff-lines-of-hunk.js";
import { replaceNewSide } from "./hunk-edits.js";

export interface ShownHunks {
  readonly shown: readonly Hunk[];
  readonly parts: readonly (readonly HunkPart[])[];
}

export function useShownHunks(
  hunks: readonly Hunk[],
  choices: readonly HunkChoice[] | undefined,
  /** The hunk that is being changed: its lines are not shown meanwhile. */
  editing: number | undefined,
): ShownHunks {
  const known = useMemo(
    () => ({ edited: new WeakMap<HunkChoice, Hunk>(), parts: new WeakMap<Hunk, readonly HunkPart[]>() }),
    [],
  );
  const last = useRef<ShownHunks>({ shown: [], parts: [] });
  const shown = hunks.map((hunk, index) => {
    const choice = choices?.[index];
    if (choice?.use !== "edited" || index === editing) return hunk;
    return remember(known.edited, choice, () => replaceNewSide(hunk, choice.lines));
  });
  const before = last.current.shown;
  const isSame = shown.length === before.length && shown.every((hunk, index) => hunk === before[index]);
  if (!isSame) {
    const parts = shown.map((hunk) => remember(known.parts, hunk, () => readHunk(hunk)));
    last.current = { shown, parts };
  }
  return last.current;
}

function remember<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}
