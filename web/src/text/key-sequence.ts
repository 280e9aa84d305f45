/** What keys mean that are pressed outside of text fields: `g` and a letter lead to a view, others act at once. */
export type KeyAction =
  | { readonly kind: "go"; readonly view: string }
  | { readonly kind: "help" }
  | { readonly kind: "filter" };

export interface KeyedView {
  readonly name: string;
  readonly key: string;
}

/** Whoever waits longer did not mean the two keys together. */
const SEQUENCE_MS = 1500;

/** Answers what a key means, given when it was pressed and what came before it. */
export function createKeyReader(
  views: readonly KeyedView[],
): (key: string, at: number) => KeyAction | undefined {
  let leadAt = Number.NEGATIVE_INFINITY;
  return (key, at) => {
    const isSecond = at - leadAt <= SEQUENCE_MS;
    leadAt = Number.NEGATIVE_INFINITY;
    if (isSecond) {
      const view = views.find((each) => each.key === key);
      if (view !== undefined) return { kind: "go", view: view.name };
    }
    if (key === "g") leadAt = at;
    if (key === "?") return { kind: "help" };
    if (key === "/") return { kind: "filter" };
    return undefined;
  };
}
