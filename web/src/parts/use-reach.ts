/**
 * How far content reaches beyond the cells that cut it off, in pixels. It is measured, because only the browser knows how wide
 * a character is: whatever else would count too little has an end of a line that can't be scrolled to.
 */
import { useLayoutEffect, useState } from "preact/hooks";

/** So that the end is seen to be the end. */
const SPARE = 16;

/** Of what the selector finds; the most that has been seen so far. */
export function useReach(
  element: { readonly current: HTMLElement | null },
  selector: string | undefined,
): number {
  const [reach, setReach] = useState(0);
  const measure = (): void => {
    if (selector === undefined || element.current === null) return;
    let most = 0;
    for (const content of element.current.querySelectorAll<HTMLElement>(selector)) {
      const beyond = content.offsetWidth - (content.parentElement?.clientWidth ?? 0);
      if (beyond > 0) most = Math.max(most, beyond + SPARE);
    }
    setReach((before) => Math.max(before, most));
  };
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    // More of a line may be shown when it is asked for.
    const measureSoon = (): void => void requestAnimationFrame(measure);
    const scroller = element.current;
    scroller?.addEventListener("click", measureSoon);
    return () => scroller?.removeEventListener("click", measureSoon);
  }, [element, selector]);
  return reach;
}
