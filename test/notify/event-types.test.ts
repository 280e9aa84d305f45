import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { eventTypes } from "../../src/notify/event-types.js";

describe("The types of events", () => {
  it("are all described in the documentation, and no others [EVENT-8]", () => {
    const page = readFileSync(new URL("../../docs/concepts/events.md", import.meta.url), "utf8");
    const [, table = ""] = page.split("| type | tells | fields |\n");
    const rows = table.split("\n\n")[0]?.split("\n").slice(1) ?? [];
    const described = rows.flatMap((row) => /^\| `([\w-]+)` \|/.exec(row)?.[1] ?? row);
    expect(described.toSorted()).toEqual(eventTypes.toSorted());
  });
});
