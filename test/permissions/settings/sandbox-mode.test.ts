/** Who decides whether programs run in a sandbox. */
import { describe, expect, it } from "vitest";
import type { ToolkitOptions } from "../../../src/index.js";
import { parseServerWords } from "../../../src/mcp/stdio/server-words.js";
import { errorOf } from "../../support/answers.js";
import { tempWorkspace } from "../../support/workspace.js";

interface Said {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly local?: unknown;
  readonly host?: ToolkitOptions["sandbox"];
  readonly variable?: string;
}

async function modeOf({ user, project, local, host, variable }: Said): Promise<string> {
  const files = tempWorkspace({ "a.txt": "one\n" });
  const write = (path: string, sandbox: unknown): string => files.write(path, JSON.stringify({ sandbox }));
  if (user !== undefined) write("../home/.config/filewright/settings.json", user);
  if (project !== undefined) write(".filewright/settings.json", project);
  if (local !== undefined) write(".filewright/settings.local.json", local);
  const toolkit = files.toolkit({
    ...(host === undefined ? {} : { sandbox: host }),
    ...(variable === undefined ? {} : { environment: { HOME: files.home, FILEWRIGHT_SANDBOX: variable } }),
  });
  return (await toolkit.permissions.overview()).settings.sandbox;
}

describe("The sandbox mode", () => {
  it("is prefer, else as the user, the host or the environment says [HOST-97]", async () => {
    expect(await modeOf({})).toBe("prefer");
    expect(await modeOf({ user: "off" })).toBe("off");
    expect(await modeOf({ user: "off", host: "require" })).toBe("require");
    expect(await modeOf({ host: "off", variable: "require" })).toBe("require");
  });

  it("is made stricter by a project, never looser [HOST-97]", async () => {
    expect(await modeOf({ project: "off" })).toBe("prefer");
    expect(await modeOf({ local: "off" })).toBe("prefer");
    expect(await modeOf({ user: "require", project: "off", local: "prefer" })).toBe("require");
    expect(await modeOf({ project: "require" })).toBe("require");
    expect(await modeOf({ host: "off", local: "prefer" })).toBe("prefer");
    expect(await modeOf({ variable: "off", project: "require" })).toBe("require");
  });

  it("that nobody knows makes settings invalid, and a host's or variable's value an error [HOST-97]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n", ".filewright/settings.json": '{"sandbox": "yes"}' });
    const refused = errorOf(await files.toolkit().call("Read", { file_path: files.path("a.txt") }));
    expect([refused.code, refused.message.includes('"sandbox" must be')]).toEqual(["SETTINGS_INVALID", true]);
    await expect(modeOf({ variable: "yes" })).rejects.toThrow("FILEWRIGHT_SANDBOX must be");
    await expect(modeOf({ host: "yes" as never })).rejects.toThrow("must be");
  });

  it("is a flag of the servers [HOST-97]", () => {
    expect(parseServerWords(["--sandbox-mode", "require"]).sandboxMode).toBe("require");
    expect(() => parseServerWords(["--sandbox-mode", "yes"])).toThrow("is one of");
  });
});
