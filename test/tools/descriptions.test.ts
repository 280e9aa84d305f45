import { describe, expect, it } from "vitest";
import { echoTool, touchTool } from "../support/test-tools.js";
import { tempWorkspace } from "../support/workspace.js";

describe("Tools as a host sees them", () => {
  it("finds tools by name, hint and description, best first [CALL-11]", () => {
    const toolkit = tempWorkspace().toolkit({ tools: [echoTool("Echo", {}), touchTool([])] });
    const found = (query: string) => toolkit.searchTools(query).map((tool) => tool.name);
    expect(found("read")[0]).toBe("Read");
    expect(found("overwrite")[0]).toBe("Write");
    expect(found("modify in place")[0]).toBe("Edit");
    expect(found("notebooks")).toEqual(["NotebookEdit", "Read"]);
    expect(found("touch")[0]).toBe("Touch");
    expect(found("repeat words")).toEqual(["Echo"]);
    expect(found("take a TURN!")[0]).toBe("Touch");
    expect(found("xylophone")).toEqual([]);
    expect(found("")).toEqual([]);
  });

  it("describes its tools by the session's limits, under two kilobytes [LIMIT-6]", () => {
    const files = tempWorkspace();
    const describe = (limits: object) => files.toolkit({ limits }).tools[0]?.description ?? "";
    expect(describe({})).toContain("Read the whole file unless it is very large");
    expect(describe({ targetedRangeNudge: true })).toContain("Read only the part you need");
    expect(describe({ includeMaxSizeInPrompt: true })).toContain("A file over 256 KB needs a limit");
    expect(describe({})).not.toContain("256 KB");
    const limits = { targetedRangeNudge: true, includeMaxSizeInPrompt: true };
    const sizes = files.toolkit({ limits }).tools.map(({ description }) => Buffer.byteLength(description));
    expect(Math.max(...sizes)).toBeLessThan(2048);
  });
});
