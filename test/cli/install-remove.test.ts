/** `filewright install --remove`: what was installed is gone, and what was there before is there again. */
import { lstatSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientHome } from "../support/client-home.js";

describe("filewright install --remove", () => {
  it("takes a file away that was made for the server alone [CLI-86]", async () => {
    const scene = clientHome();
    await scene.install(["cursor", "--yes"]);
    const { code, err, out } = await scene.install(["cursor", "--yes", "--remove"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: `Took Filewright out of Cursor: ${scene.home}/.cursor/mcp.json\n`,
    });
    expect(err).toContain("Removes ");
    expect(scene.read(".cursor/mcp.json")).toBeUndefined();
    expect((await scene.install(["cursor", "--yes", "--remove"])).out).toContain(
      "Filewright is not in Cursor",
    );
    expect(readdirSync(join(scene.state, "installs"))).toEqual([]);
  });

  it("takes out the entry alone where the file has changed since [CLI-86]", async () => {
    const scene = clientHome({ ".claude.json": "{}" });
    await scene.install(["claude-code", "--yes"]);
    const installed = JSON.parse(scene.read(".claude.json") ?? "");
    scene.write(".claude.json", JSON.stringify({ ...installed, tips: 3 }));
    expect((await scene.install(["claude-code", "--remove", "--yes"])).code).toBe(0);
    expect(scene.read(".claude.json")).toBe('{"mcpServers":{},"tips":3}');
  });

  it("keeps the original where nobody else can read it, over several installations [CLI-86]", async () => {
    const original = '{ "mcpServers": {\r\n\r\n} }';
    const scene = clientHome({ ".claude.json": original });
    await scene.install(["claude-code", "--yes"]);
    await scene.install(["claude-code", "--yes", "--read-only"]);
    const [kept = ""] = readdirSync(join(scene.state, "installs"));
    expect(lstatSync(join(scene.state, "installs", kept)).mode & 0o777).toBe(0o600);
    await scene.install(["claude-code", "--yes", "--remove"]);
    expect(scene.read(".claude.json")).toBe(original);
  });

  it("does without an original that is damaged or another file's [CLI-86]", async () => {
    for (const damage of ["{", "null", '{"path": "/other", "before": "x", "after": "y"}']) {
      const scene = clientHome({ ".claude.json": '{"a": 1}' });
      await scene.install(["claude-code", "--yes"]);
      const [kept = ""] = readdirSync(join(scene.state, "installs"));
      writeFileSync(join(scene.state, "installs", kept), damage);
      expect((await scene.install(["claude-code", "--yes", "--remove"])).code).toBe(0);
      expect(scene.read(".claude.json")).toBe('{"a": 1, "mcpServers": {}}');
    }
  });

  it("gives back the very bytes of any file [CLI-86]", async () => {
    const scene = clientHome();
    const blank = fc.constantFrom("", " ", "\n", "\r\n", "\t", "\n// x\n", "/* y */");
    const json = fc
      .tuple(
        fc.constantFrom("", "\ufeff"),
        blank,
        fc.constantFrom('"a": 1', '"context_servers": {}', ""),
        blank,
        blank,
      )
      .map(
        ([mark, before, member, inside, after]) => `${mark}${before}{${inside}${member}${inside}}${after}`,
      );
    const empty = fc.constantFrom("", "\ufeff", "\r\n", "   ");
    await fc.assert(
      fc.asyncProperty(fc.oneof(json, empty), async (original) => {
        scene.write(".config/zed/settings.json", original);
        expect((await scene.install(["zed", "--yes"])).code).toBe(0);
        expect(scene.read(".config/zed/settings.json")).not.toBe(original);
        expect((await scene.install(["zed", "--yes", "--remove"])).code).toBe(0);
        expect(scene.read(".config/zed/settings.json")).toBe(original);
      }),
      { numRuns: 40 },
    );
  });
});
