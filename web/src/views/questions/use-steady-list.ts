import { useRef, useState } from "preact/hooks";
import type { EngineQuestion } from "../../../../src/console/contract.js";
import { arrangeList, type SteadyRow } from "./steady-list.js";

export interface SteadyQuestions {
  /** Undefined where one has gone and left its place. */
  readonly rows: readonly { readonly key: string; readonly question: EngineQuestion | undefined }[];
  readonly held: number;
  /** Lets those in that were held back. */
  readonly letIn: () => void;
  /** For the element that holds the list. */
  readonly watch: {
    readonly onPointerEnter: () => void;
    readonly onPointerLeave: () => void;
    readonly onFocusIn: () => void;
    readonly onFocusOut: () => void;
  };
}

export function keyOf({ engine, id }: Pick<EngineQuestion, "engine" | "id">): string {
  return JSON.stringify([engine, id]);
}

export function useSteadyList(waiting: readonly EngineQuestion[]): SteadyQuestions {
  const [hasPointer, setHasPointer] = useState(false);
  const [hasFocus, setHasFocus] = useState(false);
  const [, setRound] = useState(0);
  const shown = useRef<readonly SteadyRow[]>([]);
  const { rows, held } = arrangeList(shown.current, waiting.map(keyOf), { isInUse: hasPointer || hasFocus });
  shown.current = rows;
  const byKey = new Map(waiting.map((question) => [keyOf(question), question]));
  return {
    rows: rows.map(({ key }) => ({ key, question: byKey.get(key) })),
    held,
    letIn: () => {
      shown.current = [];
      setRound((round) => round + 1);
    },
    watch: {
      onPointerEnter: () => setHasPointer(true),
      onPointerLeave: () => setHasPointer(false),
      onFocusIn: () => setHasFocus(true),
      onFocusOut: () => setHasFocus(false),
    },
  };
}
