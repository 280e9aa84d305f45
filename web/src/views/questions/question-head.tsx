/** Who asks, what would happen to which file, and what should give a person pause. */
import type { JSX } from "preact";
import type { EngineQuestion } from "../../../../src/console/contract.js";
import { ChangeSize } from "../../parts/change-size.js";
import { Fact } from "../../parts/fact.js";
import { Name } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { Shown } from "../../parts/shown.js";
import { TimeLabel } from "../../parts/time-label.js";
import { engines } from "../../state/live.js";
import { useSessionNames } from "../../state/session-names.js";
import { useValue } from "../../state/signal.js";
import { baseName } from "../../text/path-parts.js";
import { KindBadge } from "./question-list.js";
import { describeWish, upperFirst } from "./question-words.js";

export function QuestionHead({ question }: { readonly question: EngineQuestion }): JSX.Element {
  const { tool, path, realPath, root, reason, flags, change, askedAt } = question;
  const name = useSessionNames()(question.sessionId);
  const pid = useValue(engines).find(({ id }) => id === question.engine)?.pid;
  return (
    <header class="question-head">
      <h2 class="question-wish" id="question-wish" tabIndex={-1}>
        <KindBadge question={question} />
        <span>
          <Shown text={tool} /> {describeWish(question)}
        </span>
        <PathLabel path={realPath} root={root} />
        {change !== null && <ChangeSize added={change.added} removed={change.removed} />}
      </h2>
      <dl class="question-facts">
        <Fact name="Asked by">
          <Name text={name} />
          {pid !== undefined && <span class="quiet">{` (process ${pid})`}</span>}
          {", "}
          <TimeLabel at={askedAt} />
        </Fact>
        <Fact name="Root">
          {root === null ? (
            <strong class="question-outside">Outside the roots</strong>
          ) : (
            <Name text={baseName(root)} />
          )}
        </Fact>
        <Fact name="Why it asks">
          <Shown text={reason} />
        </Fact>
        {path !== realPath && (
          <Fact name="Asked for as">
            <PathLabel path={path} isPlain />
            <span class="question-outside"> A link leads from there to the file above.</span>
          </Fact>
        )}
      </dl>
      {flags.length > 0 && (
        <ul class="question-flags" aria-label="Warnings">
          {flags.map(({ risk, text }, index) => (
            <li key={index} data-risk={risk}>
              <strong>{risk === "danger" ? "Danger: " : "! "}</strong>
              <Shown text={upperFirst(text)} />
            </li>
          ))}
        </ul>
      )}
    </header>
  );
}
