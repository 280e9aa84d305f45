import { chmod, copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { probeLinux } from "../../../src/process/sandbox/linux.js";
import { type SandboxPolicy, stricterSandbox } from "../../../src/process/sandbox/policy.js";
import { type Sandbox, Sandboxing, SandboxUnavailable } from "../../../src/process/sandbox/sandbox.js";
import { renderSeatbeltProfile, wrapForSeatbelt } from "../../../src/process/sandbox/seatbelt.js";

const policy: SandboxPolicy = {
  readable: ["/usr", '/a "b"'],
  writable: ["/w"],
  hidden: ["/w/.env"],
  network: false,
};
const command = { program: "/bin/true", arguments: ["x"] };

describe("the sandbox", () => {
  it("lets a source only tighten the mode [HOST-97]", () => {
    expect(stricterSandbox("require", "off")).toBe("require");
    expect(stricterSandbox("off", "prefer")).toBe("prefer");
  });

  const confining = (mode: "require" | "prefer" | "off", offer: Sandbox | string): Sandboxing =>
    new Sandboxing(
      () => mode,
      () => offer,
    );
  const wrapped = { program: "/launcher", arguments: [] };
  const whole: Sandbox = { canHide: true, description: "all", wrap: () => wrapped };

  it("confines a command unless it is off [HOST-97]", async () => {
    expect(await confining("off", whole).confine(policy)).toBeUndefined();
    expect((await confining("prefer", whole).confine(policy))?.(command)).toBe(wrapped);
    expect((await confining("require", whole).confine(policy))?.(command)).toBe(wrapped);
  });

  it("refuses when it is required and missing, and is done without when it is preferred [HOST-97]", () => {
    expect(confining("prefer", "no Landlock").confine(policy)).toBeUndefined();
    expect(() => confining("require", "no Landlock").confine(policy)).toThrow(SandboxUnavailable);
    const partial = { ...whole, canHide: false };
    expect(() => confining("require", partial).confine(policy)).toThrow(/hidden/);
    expect(confining("require", partial).confine({ ...policy, hidden: [] })).toBeDefined();
  });

  it("keeps the rest of a preferred policy where files can't be hidden [HOST-97]", async () => {
    const wrapped: SandboxPolicy[] = [];
    const wrap: Sandbox["wrap"] = (given, inner) => {
      wrapped.push(given);
      return inner;
    };
    const confine = await confining("prefer", { ...whole, canHide: false, wrap }).confine(policy);
    expect(confine?.(command)).toBe(command);
    expect(wrapped).toEqual([{ ...policy, hidden: [] }]);
  });

  it("says why there is none when the launcher can't be executed [HOST-98]", async () => {
    expect(probeLinux("/nowhere/launcher")).toContain("is missing or can't be executed");
    const folder = await mkdtemp(join(tmpdir(), "launcher-"));
    await copyFile("package.json", join(folder, "launcher"));
    await chmod(join(folder, "launcher"), 0o755);
    expect(typeof probeLinux(join(folder, "launcher"))).toBe("string");
    await rm(folder, { recursive: true });
  });

  it("is a Seatbelt profile on macOS, hidden paths last [HOST-99]", () => {
    const lines = renderSeatbeltProfile(policy).trim().split("\n");
    expect(lines.slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
    expect(lines).toContain('(allow file-read* process-exec (subpath "/usr") (subpath "/a \\"b\\""))');
    expect(lines.at(-1)).toBe('(deny file-read* file-write* process-exec (subpath "/w/.env"))');
    expect(lines.join()).not.toContain("network");
    expect(renderSeatbeltProfile({ ...policy, network: { listenPort: 80 } })).toContain("localhost:80");
    expect(wrapForSeatbelt(policy, command).arguments.slice(2)).toEqual(["/bin/true", "x"]);
  });
});
