import { useEffect } from "preact/hooks";
import { connection } from "../../state/live.js";
import { useValue } from "../../state/signal.js";

/** Calls `reload` from time to time while the page is looked at and the server is there, and at once when that is so again. */
export function useRefresh(reload: () => void, everyMs: number): void {
  const isConnected = useValue(connection) === "connected";
  useEffect(() => {
    if (!isConnected) return undefined;
    const onTime = (): void => {
      if (document.visibilityState === "visible") reload();
    };
    const timer = setInterval(onTime, everyMs);
    document.addEventListener("visibilitychange", onTime);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onTime);
    };
  }, [isConnected, reload, everyMs]);
}
