import type { JSX } from "preact";
import { showText } from "./shown.js";

interface NameProps {
  readonly text: string;
  readonly class?: string;
}

/** A name within a sentence, which its direction of writing does not turn around. */
export function Name({ text, class: more }: NameProps): JSX.Element {
  return <bdi class={more}>{showText(text)}</bdi>;
}

/** The same for what is meant letter by letter: rules, paths, ids. */
export function Code({ text, class: more }: NameProps): JSX.Element {
  return (
    <code class={more}>
      <Name text={text} />
    </code>
  );
}
