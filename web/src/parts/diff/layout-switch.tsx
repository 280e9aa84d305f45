import type { JSX } from "preact";
import { hasRoomForTwo } from "../../state/media.js";
import { useValue } from "../../state/signal.js";
import { Button } from "../button.js";
import { chooseLayout, chosenLayout } from "./layout-choice.js";
import type { DiffLayout } from "./rows.js";

const WORDS: Readonly<Record<DiffLayout, string>> = { unified: "Unified", split: "Side by side" };

/** The choice between the layouts; nothing where there is room for one only. */
export function DiffLayoutSwitch(): JSX.Element | null {
  const chosen = useValue(chosenLayout);
  if (!useValue(hasRoomForTwo)) return null;
  return (
    <div class="diff-layout" role="group" aria-label="Layout of the diff">
      {(["unified", "split"] as const).map((layout) => (
        <Button key={layout} aria-pressed={chosen === layout} onClick={() => chooseLayout(layout)}>
          {WORDS[layout]}
        </Button>
      ))}
    </div>
  );
}
