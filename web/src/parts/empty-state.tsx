import type { ComponentChildren, JSX } from "preact";

interface EmptyStateProps {
  readonly title: string;
  /** What to do. */
  readonly children: ComponentChildren;
}

/** In the place of content that there is none of yet. */
export function EmptyState({ title, children }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty-state">
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  );
}
