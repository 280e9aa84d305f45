import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

interface SectionProps {
  readonly title: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A part of a view that goes by its heading. */
export function Section({ title, class: name, children }: SectionProps): JSX.Element {
  const heading = useId();
  return (
    <section class={name} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
