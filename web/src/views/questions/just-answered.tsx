/** What became of the answers given here, until newer ones take their place. */
import type { JSX } from "preact";
import { Code } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { TimeLabel } from "../../parts/time-label.js";
import { useValue } from "../../state/signal.js";
import { renderRoute } from "../../text/route-hash.js";
import { describeResult, type GivenAnswer } from "./answered.js";
import { givenAnswers } from "./answered-store.js";
import "./just-answered.css";

export function JustAnswered(): JSX.Element | null {
  const given = useValue(givenAnswers);
  if (given.length === 0) return null;
  return (
    <Section title="Just answered" class="just-answered">
      <ul>
        {given.map((each) => (
          <li key={`${each.key} ${each.at}`} class={`given given-${stateOf(each)}`}>
            <span class="given-line">
              <Shown text={each.question.tool} />
              <PathLabel path={each.question.realPath} root={each.question.root} />
              <span class="quiet given-time">
                <TimeLabel at={each.at} />
              </span>
            </span>
            <span class="given-result" role="status">
              {describeResult(each)}
            </span>
            {each.outcome?.kind === "refused" && each.answer === "allow" && (
              <Code class="quiet" text={each.outcome.code} />
            )}
            {each.change !== undefined && (
              <a href={renderRoute("timeline", each.change)}>See it in the timeline</a>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function stateOf({ answer, outcome }: GivenAnswer): "open" | "done" | "denied" | "refused" {
  if (answer === "deny") return "denied";
  return outcome === undefined ? "open" : outcome.kind;
}
