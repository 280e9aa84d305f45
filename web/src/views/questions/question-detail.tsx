/** One question with all that a person needs to decide, and the answer. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { EngineQuestion } from "../../../../src/console/contract.js";
import type { AnswerRequest, QuestionDetail } from "../../../../src/desk/desk.js";
import { getJson, pathOf, RequestFailed } from "../../api/request.js";
import { DiffView } from "../../parts/diff/diff-view.js";
import { diffLayout } from "../../parts/diff/layout-choice.js";
import { DiffLayoutSwitch } from "../../parts/diff/layout-switch.js";
import { describeFailure, FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { useResource } from "../../parts/resource.js";
import { useValue } from "../../state/signal.js";
import { renderRoute } from "../../text/route-hash.js";
import { AnswerBar, type AnswerNote } from "./answer-bar.js";
import { beginDraft, canChooseHunks, editHunk, toAllow, toDeny, toggleHunk } from "./answer-draft.js";
import { giveAnswer } from "./answered-store.js";
import { draftKey, keepDraft, useDraft } from "./draft-store.js";
import { QuestionHead } from "./question-head.js";
import { useInSight } from "./use-in-sight.js";
import "./question-detail.css";

interface QuestionDetailProps {
  readonly question: EngineQuestion;
  /** It still waits for an answer. */
  readonly isOpen: boolean;
  readonly onAnswered: () => void;
}

export function QuestionDetailPane({ question, isOpen, onAnswered }: QuestionDetailProps): JSX.Element {
  const { engine, id, digest } = question;
  const { data, failure, reload } = useResource(
    (signal) => getJson<QuestionDetail>(pathOf("questions", engine, id), signal),
    [engine, id, digest],
  );
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // Whoever has just answered the one before goes on here, and hears what is asked.
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (isFree) place.current?.querySelector<HTMLElement>(".question-wish")?.focus({ preventScroll: true });
  }, []);
  const openedDigest = useRef(digest);
  const isGone = !isOpen || (failure instanceof RequestFailed && failure.status === 404);
  return (
    <article ref={place} class="question-detail" aria-labelledby="question-wish">
      <QuestionHead question={question} />
      <div role="status">
        {digest !== openedDigest.current && (
          <p class="question-over">The question has changed since it was shown; look at it again.</p>
        )}
      </div>
      {data !== undefined && (
        <Decision question={question} detail={data} {...{ isGone, reload, onAnswered }} />
      )}
      {data === undefined && failure === undefined && <Loading what="Loading the change" />}
      {failure !== undefined && !isGone && <FailureNote failure={failure} onRetry={reload} />}
      {isGone && (
        <p class="question-over" role="status">
          This question no longer waits. Someone else has answered it, or the agent has given up.{" "}
          <a href={renderRoute("questions")}>Go on</a>
        </p>
      )}
    </article>
  );
}

interface DecisionProps {
  readonly question: EngineQuestion;
  readonly detail: QuestionDetail;
  readonly isGone: boolean;
  readonly reload: () => void;
  readonly onAnswered: () => void;
}

function Decision({ question, detail, isGone, reload, onAnswered }: DecisionProps): JSX.Element {
  const [isSending, setSending] = useState(false);
  const [note, setNote] = useState<AnswerNote | undefined>(undefined);
  const key = draftKey({ ...detail, engine: question.engine });
  const begun = useDraft(key);
  const draft = begun ?? beginDraft(detail);
  const layout = useValue(diffLayout);
  // Who has begun to make an answer has looked at the question.
  const isLookedAt = useInSight(key) || begun !== undefined;
  const answer = async (request: AnswerRequest): Promise<void> => {
    // A rejection can be made good by the agent; what was accepted unseen can't be unseen.
    if (request.answer === "allow" && !isLookedAt) {
      setNote({ text: "This question has only just come into sight. Look at it first." });
      return;
    }
    setSending(true);
    setNote(undefined);
    try {
      const outcome = await giveAnswer(question, request);
      if (outcome === "answered") onAnswered();
      else if (outcome === "changed") {
        setNote({ text: "The question has changed since it was shown; look at it again." });
        reload();
      } else setNote({ text: "Someone else has answered already, or the agent has given up." });
    } catch (failure) {
      const { message, hint } = describeFailure(failure);
      setNote({ text: message, hint });
    } finally {
      setSending(false);
    }
  };
  const canChoose = canChooseHunks(detail) && !isGone;
  // There is nothing to stand beside a new file.
  const isNew = detail.change?.kind === "create";
  return (
    <>
      {detail.change !== null && (
        <div class="question-diff-head">
          <p class={detail.isWhole ? "quiet" : "question-cut"}>{isGone ? "" : describeShown(detail)}</p>
          {!isNew && <DiffLayoutSwitch />}
        </div>
      )}
      {detail.hunks.length > 0 && (
        <div class="question-diff">
          <DiffView
            key={key}
            hunks={detail.hunks}
            path={detail.realPath}
            layout={isNew ? "unified" : layout}
            {...(canChoose
              ? {
                  choosing: {
                    choices: draft.choices,
                    onToggle: (hunk) => keepDraft(key, toggleHunk(draft, hunk)),
                    onEdit: (hunk, choice) => keepDraft(key, editHunk(draft, hunk, choice)),
                  },
                }
              : {})}
          />
        </div>
      )}
      {!isGone && (
        <AnswerBar
          key={key}
          question={detail}
          draft={draft}
          onDraft={(made) => keepDraft(key, made)}
          isSending={isSending}
          note={note}
          isLookedAt={isLookedAt}
          onAccept={() => void answer(toAllow(draft, detail))}
          onReject={() => void answer(toDeny(draft, detail))}
        />
      )}
    </>
  );
}

function describeShown(detail: QuestionDetail): string {
  if (!detail.isWhole) {
    return "The change is too large to be shown whole, so it can only be rejected. Ask the agent for smaller changes.";
  }
  if (detail.hunks.length === 0) return "The content can't be shown as a diff.";
  return canChooseHunks(detail)
    ? "Leave hunks out or edit them; what you change, the agent is told."
    : "This change can only be accepted or rejected as a whole.";
}
