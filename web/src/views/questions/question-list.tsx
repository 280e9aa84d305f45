/** The questions that wait, newest first. */
import type { JSX } from "preact";
import type { EngineQuestion } from "../../../../src/console/contract.js";
import { Button } from "../../parts/button.js";
import { ChangeSize } from "../../parts/change-size.js";
import { Name } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { formatCount } from "../../parts/quantities.js";
import { Shown } from "../../parts/shown.js";
import { TimeLabel } from "../../parts/time-label.js";
import { useSessionNames } from "../../state/session-names.js";
import { renderRoute } from "../../text/route-hash.js";
import { kindOf, kindWords } from "./question-words.js";
import { keyOf, useSteadyList } from "./use-steady-list.js";

interface QuestionListProps {
  readonly waiting: readonly EngineQuestion[];
  readonly chosen: string | undefined;
}

export function QuestionList({ waiting, chosen }: QuestionListProps): JSX.Element {
  const { rows, held, letIn, watch } = useSteadyList(waiting);
  return (
    <section aria-labelledby="question-list-title">
      <div class="question-list-head">
        <h2 id="question-list-title">{`Waiting (${formatCount(waiting.length)})`}</h2>
        <span role="status">
          {held > 0 && (
            <Button onClick={letIn}>
              {held === 1 ? "1 new question" : `${formatCount(held)} new questions`}
            </Button>
          )}
        </span>
      </div>
      <ul class="question-rows" {...watch}>
        {rows.map(({ key, question }) => (
          <li key={key}>
            {question === undefined ? (
              <p class="question-gone">No longer waiting</p>
            ) : (
              <QuestionRow question={question} isChosen={keyOf(question) === chosen} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface QuestionRowProps {
  readonly question: EngineQuestion;
  readonly isChosen: boolean;
}

function QuestionRow({ question, isChosen }: QuestionRowProps): JSX.Element {
  const { engine, id, tool, realPath, root, change, flags, askedAt, sessionId } = question;
  return (
    <a
      class="question-row"
      href={renderRoute("questions", engine, id)}
      aria-current={isChosen ? "true" : undefined}
    >
      <span class="question-row-line">
        <KindBadge question={question} />
        <Shown text={tool} />
        {change !== null && <ChangeSize added={change.added} removed={change.removed} />}
        {flags.length > 0 && (
          <span class="question-warned" data-risk={flags[0]?.risk}>{`! ${flags.length}`}</span>
        )}
        {flags.length > 0 && (
          <span class="visually-hidden">{flags.length === 1 ? " warning" : " warnings"}</span>
        )}
        <span class="question-row-time quiet">
          <TimeLabel at={askedAt} />
        </span>
      </span>
      <PathLabel path={realPath} root={root} />
      <span class="question-row-session quiet">
        <Name text={useSessionNames()(sessionId)} />
      </span>
    </a>
  );
}

export function KindBadge({ question }: { readonly question: EngineQuestion }): JSX.Element {
  const kind = kindOf(question);
  const [flag] = question.flags;
  const look = flag === undefined ? kind : "overwrite";
  return (
    <span class={`question-kind question-kind-${look}`} data-risk={flag?.risk}>
      {kindWords[kind]}
    </span>
  );
}
