/** Where in the page a person is, as it stands behind the `#` of the address: `#/timeline/CHANGE`. */
export interface Route {
  readonly view: string;
  /** What the view is asked to show; empty for all. */
  readonly rest: readonly string[];
}

export const FIRST_VIEW = "activity";

export function parseRoute(hash: string): Route {
  const [view = "", ...rest] = hash.replace(/^#\/?/, "").split("/");
  return hash.startsWith("#/") && view !== ""
    ? { view: decode(view), rest: rest.filter((part) => part !== "").map(decode) }
    : { view: FIRST_VIEW, rest: [] };
}

export function renderRoute(view: string, ...rest: readonly string[]): string {
  return `#/${[view, ...rest].map(encodeURIComponent).join("/")}`;
}

/** An address can be typed by hand; what can't be decoded is taken as it stands. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
