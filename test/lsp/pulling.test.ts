import { describe, expect, it } from "vitest";
import { serve, until } from "./server-support.js";

describe("A language server that wants to be asked", () => {
  it.each(["static", "dynamic"] as const)("is asked about each text (%s) [LSP-12]", async (pull) => {
    const { fake, look } = serve({ pull });
    expect(await look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(await look("a.txt", "ERROR(two)")).toEqual(["two"]);
    expect(await look("a.txt", "ERROR(two)")).toEqual(["two"]);
    expect(await look("a.txt", "fine")).toEqual([]);
    const asked = fake.received("textDocument/diagnostic") as { readonly previousResultId?: string }[];
    expect(asked.map(({ previousResultId }) => previousResultId !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it("is asked again while it is busy, and not for ever [LSP-12]", async () => {
    const busy = serve({ pull: "static", cancelPulls: 3 });
    expect(await busy.look("a.txt", "ERROR(one)")).toEqual(["one"]);
    expect(busy.fake.received("textDocument/diagnostic")).toHaveLength(4);
    const always = serve({ pull: "static", cancelPulls: 1000 });
    expect(await always.look("a.txt", "ERROR(one)")).toBe("no-answer");
    expect(always.fake.received("textDocument/diagnostic").length).toBeLessThanOrEqual(10);
  });

  it("is told when an answer is no longer wanted [LSP-12]", async () => {
    const { fake, look } = serve({ pull: "static", delayMs: 60 });
    await look("a.txt", "fine");
    const first = look("a.txt", "ERROR(one)");
    await until(() => fake.received("textDocument/diagnostic").length === 2);
    expect(await Promise.all([first, look("a.txt", "ERROR(two)")])).toEqual(["superseded", ["two"]]);
    expect(fake.received("$/cancelRequest")).toHaveLength(1);
  });

  it("may publish besides: both count [LSP-12]", async () => {
    const { look, others } = serve({ pull: "static", push: "versioned", delayMs: 20 });
    expect((await look("a.txt", "ERROR(one)"))[0]).toBe("one");
    await until(() => others.length > 0);
    expect(others).toEqual([{ name: "a.txt", messages: ["one", "one"] }]);
  });

  it("tells of other documents when it is asked about those that depend on each other [LSP-11]", async () => {
    for (const behaviour of [{ interFile: true }, { tellsOthers: true }]) {
      const { look, others } = serve({ pull: "static", ...behaviour });
      expect(await look("uses.txt", "USES(thing)")).toEqual(["thing is not defined"]);
      expect(await look("same.txt", "ERROR(same)")).toEqual(["same"]);
      expect(await look("defines.txt", "DEFINES(thing)")).toEqual([]);
      await until(() => others.length > 0);
      expect(others).toEqual([{ name: "uses.txt", messages: [] }]);
    }
  });

  it("has its documents looked at again when it says so [LSP-11]", async () => {
    const { fake, look, others } = serve({ pull: "static", refreshMs: 100 });
    expect(await look("a.txt", "USES(thing)")).toEqual(["thing is not defined"]);
    await until(() => others.length > 0);
    expect(others).toEqual([{ name: "a.txt", messages: [] }]);
    expect(fake.received("answer to workspace/diagnostic/refresh")).toMatchObject([{ result: null }]);
  });
});
