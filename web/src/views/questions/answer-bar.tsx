/** The answer, always in sight: what accepting would do, word for word, or why not. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { QuestionDetail } from "../../../../src/desk/desk.js";
import { Button } from "../../parts/button.js";
import { Code } from "../../parts/names.js";
import { Shown } from "../../parts/shown.js";
import { useKeys } from "../../parts/use-keys.js";
import { AlwaysMenu, hasMoreThanOnce } from "./always-menu.js";
import { type AnswerDraft, acceptsNothing } from "./answer-draft.js";
import { labelAccept } from "./question-words.js";
import "./answer-bar.css";

/** What came of an answer that did not go through. */
export interface AnswerNote {
  readonly text: string;
  readonly hint?: string | undefined;
}

interface AnswerBarProps {
  readonly question: QuestionDetail;
  readonly draft: AnswerDraft;
  readonly onDraft: (draft: AnswerDraft) => void;
  readonly isSending: boolean;
  readonly note: AnswerNote | undefined;
  /** Long enough to be accepted. */
  readonly isLookedAt: boolean;
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

export function AnswerBar(props: AnswerBarProps): JSX.Element {
  const { question, draft, onDraft, isSending, note, isLookedAt, onAccept, onReject } = props;
  const [panel, setPanel] = useState<"always" | "reject" | undefined>(undefined);
  const rejectButton = useRef<HTMLButtonElement>(null);
  const isEmpty = acceptsNothing(draft);
  // Nothing is accepted that was not shown.
  const canAccept = !isSending && !isEmpty && question.isWhole;
  const { text, rule } = labelAccept(question, draft);
  useKeys({
    a: () => {
      if (canAccept) onAccept();
    },
    r: () => setPanel("reject"),
  });
  return (
    <section class="answer-bar" aria-label="Your answer">
      {panel === "always" && (
        <AlwaysMenu
          suggestions={question.suggestions}
          chosen={draft.remember}
          onChoose={(remember) => onDraft({ ...draft, remember })}
        />
      )}
      {panel === "reject" ? (
        <RejectField
          reason={draft.reason}
          onReason={(reason) => onDraft({ ...draft, reason })}
          isSending={isSending}
          onReject={onReject}
          onCancel={() => {
            setPanel(undefined);
            requestAnimationFrame(() => rejectButton.current?.focus());
          }}
        />
      ) : (
        <div class="answer-line">
          <Button
            kind="main"
            class="answer-accept"
            disabled={!canAccept || !isLookedAt}
            aria-keyshortcuts="a"
            onClick={onAccept}
          >
            {text}
            {rule !== undefined && (
              <>
                {" "}
                <Code text={rule} />
              </>
            )}
          </Button>
          <Button
            ref={rejectButton}
            kind="danger"
            disabled={isSending}
            aria-keyshortcuts="r"
            onClick={() => setPanel("reject")}
          >
            Reject…
          </Button>
          {hasMoreThanOnce(question.suggestions) && (
            <Button
              aria-expanded={panel === "always"}
              onClick={() => setPanel(panel === "always" ? undefined : "always")}
            >
              Always…
            </Button>
          )}
          <label class="answer-comment">
            <span>Tell the agent</span>
            <input
              type="text"
              value={draft.comment}
              placeholder="Goes with your answer"
              autocomplete="off"
              onInput={(event) => onDraft({ ...draft, comment: event.currentTarget.value })}
            />
          </label>
        </div>
      )}
      <div role="status">
        {isEmpty && <p class="answer-note">No hunk is left to accept. To refuse them all, reject.</p>}
        {note !== undefined && (
          <p class="answer-note">
            <Shown text={note.text} /> {note.hint !== undefined && <Shown text={note.hint} />}
          </p>
        )}
      </div>
    </section>
  );
}

interface RejectFieldProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly isSending: boolean;
  readonly onReject: () => void;
  readonly onCancel: () => void;
}

function RejectField({ reason, onReason, isSending, onReject, onCancel }: RejectFieldProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  // At once: the next key that is pressed is meant for the field.
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <form
      class="answer-line"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) onReject();
      }}
    >
      <label class="answer-comment">
        <span>Why not? The agent will read this.</span>
        <input
          ref={field}
          type="text"
          value={reason}
          placeholder="May be left empty"
          autocomplete="off"
          onInput={(event) => onReason(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onCancel();
          }}
        />
      </label>
      <Button type="submit" kind="danger" disabled={isSending}>
        Reject
      </Button>
      <Button onClick={onCancel}>Cancel</Button>
    </form>
  );
}
