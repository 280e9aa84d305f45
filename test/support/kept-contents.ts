/** Everything a history still holds, by content: what stood before and after each change, and what was displaced. */
import type { Toolkit } from "../../src/index.js";

export async function readKeptContents(toolkit: Toolkit): Promise<Set<string>> {
  const { history } = toolkit.workspace;
  if (history === undefined) throw new Error("this workspace keeps no history");
  const kept = new Set<string>();
  for (const { record, displaced } of await toolkit.history.list({ limit: 1_000_000 })) {
    const images = [record.before, record.after, ...displaced.map(({ image }) => image)];
    for (const image of images) {
      const bytes = image === null ? undefined : await history.readImage(image);
      if (bytes !== undefined) kept.add(Buffer.from(bytes).toString("latin1"));
    }
  }
  return kept;
}
