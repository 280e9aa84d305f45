import type { JSX } from "preact";

/** Comes into sight only after a moment: most answers are there before. */
export function Loading({ what = "Loading" }: { readonly what?: string }): JSX.Element {
  return (
    <p class="loading" role="status">
      {what}…
    </p>
  );
}
