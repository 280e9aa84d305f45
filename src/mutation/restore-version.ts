/** Puts a version that the history has kept back into its file, whatever the file holds now. */
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { Image } from "../history/records.js";
import { findPresent, planContent, type RestoreDeps, type RestorePlan } from "./restore-plan.js";

/** `image` is the version; null is the state in which there was no file. */
export async function planVersion(
  path: string,
  image: Image | null,
  deps: RestoreDeps,
): Promise<RestorePlan> {
  const present = await findPresent(path as AbsolutePath, deps);
  if (typeof present === "string") return { outcome: "refused", reason: present };
  if (present !== undefined && present.bytes === undefined)
    return { outcome: "unavailable", reason: "the file is too large to be replaced as a whole" };
  const goal = { path: path as RealPath, present };
  if (image === null) return planContent({ ...goal, after: null }, deps);
  const bytes = await (await deps.reader()).readImage(image);
  if (bytes === undefined) {
    const why = image.pieces === undefined ? "is not kept whole" : "is no longer kept";
    return { outcome: "unavailable", reason: `that version ${why}` };
  }
  const after = deps.content.versionOf(bytes);
  if (after.id !== image.id) return { outcome: "unavailable", reason: "that version is damaged" };
  return planContent({ ...goal, after, mode: image.mode }, deps);
}
