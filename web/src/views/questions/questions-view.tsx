/** Questions of agents that wait for a person, and their answers. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { EngineQuestion } from "../../../../src/console/contract.js";
import { EmptyState } from "../../parts/empty-state.js";
import { Loading } from "../../parts/loading.js";
import { questions, server } from "../../state/live.js";
import { goTo, route } from "../../state/route.js";
import { computed, useValue } from "../../state/signal.js";
import { renderRoute } from "../../text/route-hash.js";
import { givenAnswers } from "./answered-store.js";
import { dropOldDrafts } from "./draft-store.js";
import { JustAnswered } from "./just-answered.js";
import { QuestionDetailPane } from "./question-detail.js";
import { QuestionList } from "./question-list.js";
import { keyOf } from "./use-steady-list.js";
import "./questions.css";

/** What was answered here is gone at once, also before the server says so. */
const stillWaiting = computed([questions, givenAnswers], () => {
  const answered = new Set(givenAnswers.value.map(({ question }) => keyOf(question)));
  return questions.value.filter((question) => !answered.has(keyOf(question)));
});

/** Where list and question stand side by side. Must be the one of the style sheet. */
const WIDE = "(min-width: 1000px)";

export function QuestionsView(): JSX.Element {
  useEffect(dropOldDrafts, []);
  const waiting = useValue(stillWaiting);
  const isKnown = useValue(server) !== undefined;
  const { chosen, isOpen, isMissing } = useChosen(waiting);
  if (!isKnown) return <Loading />;
  if (waiting.length === 0 && chosen === undefined) {
    return (
      <div class="view">
        <h1>Questions</h1>
        <NothingWaits />
        <JustAnswered />
      </div>
    );
  }
  return (
    <div class="view questions" data-shows={chosen === undefined ? "list" : "detail"}>
      <h1>Questions</h1>
      <div class="questions-sides">
        <div class="questions-side">
          {isMissing && <p class="question-over">The question that the address names no longer waits.</p>}
          <QuestionList waiting={waiting} chosen={chosen === undefined ? undefined : keyOf(chosen)} />
          <JustAnswered />
        </div>
        {chosen !== undefined && (
          <div class="questions-detail">
            <a class="questions-back" href={renderRoute("questions")}>
              All questions
            </a>
            <QuestionDetailPane
              key={keyOf(chosen)}
              question={chosen}
              isOpen={isOpen}
              onAnswered={() => goOn(waiting, chosen)}
            />
          </div>
        )}
      </div>
    </div>
  );
}

/**
 * The question that the address names. Where there is room beside the list, the newest is chosen when none is, and then
 * stays chosen whatever comes. One that goes is still shown, so that nothing else slides into its place.
 */
function useChosen(waiting: readonly EngineQuestion[]): {
  readonly chosen: EngineQuestion | undefined;
  readonly isOpen: boolean;
  /** The address names one that is not there. */
  readonly isMissing: boolean;
} {
  const [engine, id] = useValue(route).rest;
  const last = useRef<EngineQuestion | undefined>(undefined);
  const first = waiting[0];
  const isNoneNamed = engine === undefined || id === undefined;
  useEffect(() => {
    if (!isNoneNamed || first === undefined || !matchMedia(WIDE).matches) return;
    location.replace(renderRoute("questions", first.engine, first.id));
  }, [isNoneNamed, first]);
  if (isNoneNamed) return { chosen: undefined, isOpen: false, isMissing: false };
  const open = waiting.find((question) => question.engine === engine && question.id === id);
  if (open !== undefined) last.current = open;
  const isLast = last.current?.engine === engine && last.current.id === id;
  return { chosen: isLast ? last.current : undefined, isOpen: open !== undefined, isMissing: !isLast };
}

/** To the next one where it is beside the list, else back to the list. */
function goOn(waiting: readonly EngineQuestion[], answered: EngineQuestion): void {
  const index = waiting.findIndex((question) => keyOf(question) === keyOf(answered));
  const left = stillWaiting.value;
  const next = left[Math.min(Math.max(index, 0), left.length - 1)];
  if (next === undefined || !matchMedia(WIDE).matches) goTo("questions");
  else goTo("questions", next.engine, next.id);
}

function NothingWaits(): JSX.Element {
  return (
    <EmptyState title="Nothing waits for you">
      <p>
        While this page is open, agents that need permission to read or change a file ask here, with the
        change in front of you. Without the page they are refused, or ask in their own window.
      </p>
      <p class="quiet">
        What asks is decided by <a href="#/rules">rules and the mode</a>: in <code>default</code> every change
        that no rule allows; in <code>acceptEdits</code> only what lies outside the roots or is protected;{" "}
        <code>plan</code> and <code>dontAsk</code> refuse instead of asking.
      </p>
    </EmptyState>
  );
}
