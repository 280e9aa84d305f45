/** Whether diffs are shown in one column or side by side: what the person chose, where there is room for it. */
import { hasRoomForTwo } from "../../state/media.js";
import { keep, read } from "../../state/preferences.js";
import { computed, Signal } from "../../state/signal.js";
import type { DiffLayout } from "./rows.js";

const NAME = "diff-layout";

/** Split is for those who have chosen it. */
export const chosenLayout = new Signal<DiffLayout>(read(NAME, "unified") === "split" ? "split" : "unified");
/** The one to use. */
export const diffLayout = computed<DiffLayout>([hasRoomForTwo, chosenLayout], () =>
  hasRoomForTwo.value ? chosenLayout.value : "unified",
);

export function chooseLayout(layout: DiffLayout): void {
  chosenLayout.value = layout;
  keep(NAME, layout);
}
