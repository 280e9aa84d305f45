import { linkSync, mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compileRules } from "../../src/permissions/compile-rules.js";
import { tempWorkspace } from "../support/workspace.js";

const source = { kind: "user", folders: ["/home/me/.config/filewright"] } as const;
const anchors = {
  workingDirectories: ["/w/app"],
  homes: ["/home/me"],
  roots: ["/w/app"],
  platform: "linux",
} as const;

describe("Places that rules deny", () => {
  it.each<[string, readonly string[]]>([
    ["Read(~/.ssh/**)", ["/home/me/.ssh"]],
    ["Read(//etc/shadow)", ["/etc/shadow"]],
    ["Read(//srv/keys/*.pem)", ["/srv/keys"]],
    ["Read(/tokens/**)", ["/home/me/.config/filewright/tokens"]],
    ["Read(//**/.env)", ["/"]],
    ["Read(~/*.pem)", ["/home/me"]],
    ["Read(//home/**)", ["/home"]],
    ["Read(~/**)", ["/home/me"]],
    ["Read(//w/**)", ["/w"]],
    ["Read(.env)", ["/w/app"]],
    ["Read", []],
  ])("by %s are %j [PERM-43, HOST-31]", (text, places) => {
    expect(compileRules([{ text, list: "deny", source }], anchors).deniedPlaces).toEqual(places);
    expect(compileRules([{ text, list: "allow", source }], anchors).deniedPlaces).toEqual([]);
  });

  it("are looked through for other names of a file, also outside the roots [PERM-43]", async () => {
    const files = tempWorkspace({ "b.txt": "harmless" });
    mkdirSync(files.path("../home/.ssh"), { recursive: true });
    writeFileSync(files.path("../home/.ssh/id"), "canary");
    linkSync(files.path("../home/.ssh/id"), files.path("a.txt"));
    const toolkit = files.toolkit({ permissions: { deny: ["Read(~/.ssh/**)"] } });
    const result = await toolkit.call("Read", { file_path: files.path("a.txt") });
    expect(result.error?.code).toBe("PERMISSION_DENIED");
    expect(JSON.stringify(result)).not.toContain("canary");
    expect((await toolkit.call("Grep", { pattern: "canary", path: files.root })).output?.numFiles).toBe(0);
  });
});
