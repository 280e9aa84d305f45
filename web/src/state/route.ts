/** Where the person is. The address is the only place where that is kept, so that links, back and reload work. */
import { FIRST_VIEW, parseRoute, type Route, renderRoute } from "../text/route-hash.js";
import { Signal } from "./signal.js";

export const route: Signal<Route> = new Signal<Route>({ view: FIRST_VIEW, rest: [] });

export function followAddress(): void {
  const take = (): void => {
    route.value = parseRoute(location.hash);
  };
  take();
  addEventListener("hashchange", take);
}

export function goTo(view: string, ...rest: readonly string[]): void {
  location.hash = renderRoute(view, ...rest);
}
