/** Tokens of single agents: their modes and rules, their use, and their end. */
import type { JSX } from "preact";
import type { RuleChange, RulesData } from "../../../../src/console/contract.js";
import { Button } from "../../parts/button.js";
import { Code } from "../../parts/names.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { TimeLabel } from "../../parts/time-label.js";

interface TokensProps {
  readonly tokens: RulesData["tokens"];
  readonly onRevoke: (change: RuleChange) => void;
}

export function Tokens({ tokens, onRevoke }: TokensProps): JSX.Element {
  return (
    <Section title="Tokens of agents" class="rules-section">
      {tokens.length === 0 && (
        <p class="quiet">
          None. <code>filewright tokens add NAME</code> makes one.
        </p>
      )}
      <ul class="rules-lines">
        {tokens.map(({ name, summary, usedAt, sessions }) => (
          <li key={name}>
            <span>
              <Code text={name} /> <Shown text={summary} />{" "}
              <span class="quiet">
                {usedAt === null ? "never used" : <TimeLabel at={usedAt} />}, open sessions: {sessions}
              </span>
            </span>
            <Button
              aria-label={`Revoke the token of ${name}`}
              onClick={() => onRevoke({ change: "revoke-token", name })}
            >
              Revoke…
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
