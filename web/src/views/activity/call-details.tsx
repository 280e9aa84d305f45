import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Fact } from "../../parts/fact.js";
import { Name } from "../../parts/names.js";
import { PathText } from "../../parts/path-text.js";
import { Shown } from "../../parts/shown.js";
import type { CallRow } from "../../state/call-row.js";
import { renderRoute } from "../../text/route-hash.js";
import { factsOf, type Surroundings } from "./call-facts.js";
import "./call-details.css";

interface CallDetailsProps extends Surroundings {
  readonly row: CallRow;
  readonly onClose: () => void;
}

/** All that is known of one call. */
export function CallDetails({ row, session, isGone, onClose }: CallDetailsProps): JSX.Element {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <aside
      class="call-details"
      aria-label="Details of the call"
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div class="call-details-head">
        <h2 ref={heading} tabIndex={-1}>
          <Shown text={row.tool === "" ? "Call" : row.tool} />
        </h2>
        <Button aria-label="Close the details" onClick={onClose}>
          ×
        </Button>
      </div>
      {row.change !== undefined && (
        <a href={renderRoute("timeline", row.change)}>Show the change in the timeline</a>
      )}
      {row.state === "waiting" && !isGone && row.question !== undefined && (
        <a href={renderRoute("questions", row.engine, row.question)}>Answer its question</a>
      )}
      <dl>
        {factsOf(row, { session, isGone }).map(([name, value], index) => (
          <Fact key={index} name={name}>
            {name === "Path" ? <PathText path={value} /> : <Name text={value} />}
          </Fact>
        ))}
      </dl>
      <Introduced row={row} />
    </aside>
  );
}

function Introduced({ row: { diagnosed } }: { readonly row: CallRow }): JSX.Element | null {
  if (diagnosed === undefined || diagnosed.introduced === 0) return null;
  const left = diagnosed.introduced - diagnosed.shown.length;
  return (
    <section>
      <h3>New diagnostics</h3>
      <ul class="call-diagnostics">
        {diagnosed.shown.map(({ line, severity, message }, index) => (
          <li key={index}>
            <span class={`call-severity-${severity}`}>{severity}</span>, line {line}: <Shown text={message} />
          </li>
        ))}
        {left > 0 && <li class="quiet">and {left} more</li>}
      </ul>
    </section>
  );
}
