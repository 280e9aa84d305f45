import type { ComponentChildren, JSX } from "preact";

interface FactProps {
  readonly name: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** One line of a <dl>. */
export function Fact({ name, class: more, children }: FactProps): JSX.Element {
  return (
    <div class={more}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
