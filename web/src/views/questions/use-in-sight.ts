/** Whether something has been in sight for long enough to be looked at, so that nothing is answered that has only just slid in. */
import { useLayoutEffect, useState } from "preact/hooks";

const LOOK_MS = 500;

/** `what` names what is in sight. */
export function useInSight(what: string): boolean {
  const [seen, setSeen] = useState<string | undefined>(undefined);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = (): void => {
      clearTimeout(timer);
      setSeen(undefined);
      if (!document.hidden) timer = setTimeout(() => setSeen(what), LOOK_MS);
    };
    begin();
    document.addEventListener("visibilitychange", begin);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", begin);
    };
  }, [what]);
  return seen === what;
}
