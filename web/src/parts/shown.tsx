import type { ComponentChildren, JSX } from "preact";
import { toRuns } from "../text/runs.js";

/** Text from a file, a name or a message: shown as text, with what can't be seen made visible. */
export function Shown({ text }: { readonly text: string }): JSX.Element {
  return <>{showText(text)}</>;
}

const PLAIN = /^[\t\x20-\x7e]*$/;

/** More in a row than anyone sets by hand: what is behind them would be out of sight, and nobody look for it. */
const MANY_BLANKS = /([\t\p{Zs}]{64,}|\t{16,})/u;

/** The same without a component of its own, for what is shown in very many pieces. */
export function showText(text: string): ComponentChildren {
  if (PLAIN.test(text) && !MANY_BLANKS.test(text)) return text;
  return toRuns(text).map((run, index) =>
    run.isUnseen ? showUnseen(run.text, index) : showBlanks(run.text),
  );
}

/** With the number of blanks in front of them. */
function showBlanks(text: string): ComponentChildren {
  return text
    .split(MANY_BLANKS)
    .map((part, index) => (index % 2 === 0 ? part : [showUnseen(`${part.length} blanks`, index), part]));
}

function showUnseen(name: string, key: number): JSX.Element {
  return (
    <span key={key} class="unseen" title="What can't be seen, in words">
      {name}
    </span>
  );
}
