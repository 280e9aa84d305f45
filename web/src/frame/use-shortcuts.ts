import { useEffect } from "preact/hooks";
import { mayTakeKey } from "../parts/keys.js";
import { goTo } from "../state/route.js";
import { createKeyReader } from "../text/key-sequence.js";
import { views } from "./view-list.js";

/** The keys that hold in every view. */
export function useShortcuts(onHelp: () => void): void {
  useEffect(() => {
    const read = createKeyReader(views);
    const onKey = (event: KeyboardEvent): void => {
      if (!mayTakeKey(event)) return;
      const action = read(event.key, event.timeStamp);
      if (action === undefined) return;
      event.preventDefault();
      if (action.kind === "go") goTo(action.view);
      else if (action.kind === "help") onHelp();
      else document.querySelector<HTMLInputElement>("main input[type=search]")?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
