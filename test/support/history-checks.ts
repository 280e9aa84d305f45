/** What must hold of a history at any time. */
import { existsSync } from "node:fs";
import { expect } from "vitest";
import type { RealPath, Toolkit } from "../../src/index.js";

/** Per file: each standing change begins where the one before it ended, and the last ended in what is there now. */
export async function expectConsistentHistory(toolkit: Toolkit, checked: Set<string>): Promise<void> {
  const changes = (await toolkit.history.list({ limit: 1_000_000 })).toReversed();
  const lastId = new Map<string, string | undefined>();
  const breaks: string[] = [];
  for (const { record, state } of changes) {
    if (state === "failed") continue;
    const { path, before, after } = record;
    const isFirst = !lastId.has(path);
    if (!isFirst && lastId.get(path) !== before?.id) breaks.push(`${path} at ${record.id} by ${record.tool}`);
    lastId.set(path, after?.id);
    for (const side of ["before", "after"] as const) {
      const image = record[side];
      if (image?.pieces === undefined || checked.has(`${record.id} ${side}`)) continue;
      checked.add(`${record.id} ${side}`);
      const bytes = await toolkit.workspace.history?.readImage(image);
      if (bytes?.length !== image.size) breaks.push(`${side} of ${record.id} can't be read`);
    }
  }
  for (const [path, id] of lastId) {
    const isThere = existsSync(path);
    const present = isThere ? await toolkit.workspace.content.currentVersion(path as RealPath) : undefined;
    if (present?.id !== id) breaks.push(`${path} is not what its last change left`);
  }
  expect(breaks).toEqual([]);
}
