/** What persons have granted to sessions, until these end. */
import type { JSX } from "preact";
import type { EngineSummary, RuleChange } from "../../../../src/console/contract.js";
import { visible } from "../../../../src/text/visible.js";
import { Button } from "../../parts/button.js";
import { Code, Name } from "../../parts/names.js";
import { Section } from "../../parts/section.js";

interface GrantsProps {
  readonly engines: readonly EngineSummary[];
  readonly nameOfSession: (id: string) => string;
  readonly onRevoke: (change: RuleChange & { readonly change: "revoke" }) => void;
}

export function Grants({ engines, nameOfSession, onRevoke }: GrantsProps): JSX.Element {
  const grants = engines.flatMap((engine) =>
    engine.sessions.flatMap((session) => session.grants.map((rule) => ({ engine, session, rule }))),
  );
  return (
    <Section title="Granted to sessions" class="rules-section">
      {grants.length === 0 ? (
        <p class="quiet">
          Nothing. When you answer a question with “for this session”, what you have granted is listed here.
        </p>
      ) : (
        <ul class="rules-lines">
          {grants.map(({ engine, session, rule }) => (
            <li key={`${engine.id}\n${session.id}\n${rule}`}>
              <span>
                <Code text={rule} /> to <Name text={nameOfSession(session.id)} />{" "}
                <span class="quiet">{`process ${engine.pid}`}</span>
              </span>
              <Button
                aria-label={`Take back ${visible(rule)} from ${visible(nameOfSession(session.id))}`}
                onClick={() => onRevoke({ change: "revoke", engine: engine.id, session: session.id, rule })}
              >
                Take back
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
