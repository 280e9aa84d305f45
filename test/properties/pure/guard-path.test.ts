/** What paths are refused by their letters alone, on either kind of system. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolError } from "../../../src/errors/tool-error.js";
import { isInside } from "../../../src/fs/containment.js";
import { guardPath, type PathSurroundings } from "../../../src/fs/guard-path.js";

const posix: PathSurroundings = { platform: "linux", workingDirectory: "/w/app", homeDirectory: "/home/me" };
const win32: PathSurroundings = {
  platform: "win32",
  workingDirectory: "C:\\w\\app",
  homeDirectory: "C:\\Users\\me",
};

function refusalOf(
  path: string,
  surroundings: PathSurroundings,
): { code: string; message: string; data: object } {
  try {
    const guarded = guardPath(path, surroundings);
    throw new Error(`let through as ${guarded}`);
  } catch (cause) {
    if (cause instanceof ToolError) return { code: cause.code, message: cause.message, data: cause.data };
    throw cause;
  }
}

describe("a path on POSIX", () => {
  it.each([
    ["/w/app/a.txt", "/w/app/a.txt"],
    ["/w//app/./b/../a.txt", "/w/app/a.txt"],
    ["//server/share", "/server/share"],
    ["/../../etc", "/etc"],
    ["/w/app/ spaced ", "/w/app/ spaced "],
    ["/w/back\\slash", "/w/back\\slash"],
    ["/C:/x", "/C:/x"],
    ["/w/~", "/w/~"],
    ["/dev/null", "/dev/null"],
    ["/dev/zeros", "/dev/zeros"],
    ["/dev/fd/3", "/dev/fd/3"],
    ["/proc/self/fd/10", "/proc/self/fd/10"],
    ["/proc/self/status", "/proc/self/status"],
    ["/w/dev/zero", "/w/dev/zero"],
  ])("%j is taken as %j [PATH-3, PATH-5]", (path, guarded) => {
    expect(guardPath(path, posix)).toBe(guarded);
  });

  it.each([
    ["~", "/home/me"],
    ["~/", "/home/me"],
    ["~/x/y.txt", "/home/me/x/y.txt"],
    ["~/../you", "/home/you"],
    ["~//etc/passwd", "/home/me/etc/passwd"],
  ])("%s is %s under the home directory [PATH-4]", (path, guarded) => {
    expect(guardPath(path, posix).replace(/\/$/, "")).toBe(guarded);
  });

  it.each([
    ["a.txt", "/w/app/a.txt"],
    ["./a.txt", "/w/app/a.txt"],
    ["../a.txt", "/w/a.txt"],
    ["~bob", "/w/app/~bob"],
    ["~bob/x", "/w/app/~bob/x"],
    ["C:x", "/w/app/C:x"],
    [" /etc/passwd", "/w/app/ /etc/passwd"],
    ["$HOME/x", "/w/app/$HOME/x"],
  ])("%j is refused with the absolute path it would be, %j [PATH-1]", (path, absolute) => {
    expect(refusalOf(path, posix)).toEqual({
      code: "PATH_NOT_ABSOLUTE",
      message: `The path must be absolute. Under the working directory it would be ${absolute}.`,
      data: { path, absolute },
    });
  });

  it.each([
    ["nothing", "", "the path is empty"],
    ["blanks", " \t\n", "the path is empty"],
    ["a NUL", "/w/a\0.txt", "the path contains a NUL byte"],
    ["half a character", "/w/\ud83d.txt", "the path contains half of a surrogate pair"],
    ["too many letters", `/${"x".repeat(4096)}`, "the path is longer than 4096 characters"],
    ["a server", "\\\\server\\share\\x", "network (UNC) paths are not opened"],
    ["a verbatim path", "\\\\?\\C:\\x", "network (UNC) paths are not opened"],
    ["a drive", "C:\\x", "a drive-letter path means nothing on this system"],
    ["a drive with a slash", "c:/x", "a drive-letter path means nothing on this system"],
    ["a URL", "file:///etc/passwd", "a URL is not a path"],
    ["a URL in capitals", "FILE://localhost/x", "a URL is not a path"],
  ])("of %s is refused by string alone [PATH-2]", (_, path, reason) => {
    const refusal = refusalOf(path, posix);
    expect(refusal).toMatchObject({ code: "PATH_INVALID", data: { path, reason } });
    expect(refusal.message).toContain(reason);
    expect(refusal.message.length).toBeLessThanOrEqual(300);
  });

  const devices = ["zero", "random", "urandom", "full", "stdin", "tty", "console", "stdout", "stderr"];
  it.each([
    ...devices.map((name) => `/dev/${name}`),
    ...[0, 1, 2].flatMap((fd) => [`/dev/fd/${fd}`, `/proc/self/fd/${fd}`, `/proc/123/fd/${fd}`]),
    "/proc/thread-self/fd/0",
    "/proc/123/task/124/fd/2",
    "//dev//zero",
    "/dev/../dev/zero",
    "/dev/./zero/",
    "/w/../dev/zero",
    "~/../../dev/zero",
  ])("%s is refused as a device [PATH-3]", (path) => {
    expect(refusalOf(path, posix)).toMatchObject({ code: "DEVICE_BLOCKED", data: { path } });
  });

  it("comes out absolute and in one spelling, or not at all [PATH-5, PATH-2]", () => {
    const parts = fc.constantFrom(
      "a",
      "..",
      ".",
      "",
      "~",
      "dev",
      "zero",
      "\\",
      "C:",
      " ",
      "\0",
      "proc",
      "😀",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), fc.constantFrom("/", "~/", ""), (names, start) => {
        let guarded: string;
        try {
          guarded = guardPath(start + names.join("/"), posix);
        } catch (cause) {
          expect(cause).toBeInstanceOf(ToolError);
          return;
        }
        expect(guarded.startsWith("/")).toBe(true);
        expect(guarded.split("/").filter((name) => name === "." || name === "..")).toEqual([]);
        expect(guardPath(guarded, posix)).toBe(guarded);
      }),
    );
  });
});

describe("a path on Windows", () => {
  it.each([
    ["C:\\w\\a.txt", "C:\\w\\a.txt"],
    ["c:/w/./b/../a.txt", "c:\\w\\a.txt"],
    ["~", "C:\\Users\\me"],
    ["~/x", "C:\\Users\\me\\x"],
  ])("%s is taken as %s [PATH-4, PATH-5]", (path, guarded) => {
    expect(guardPath(path, win32)).toBe(guarded);
  });

  it.each([
    ["a.txt", "C:\\w\\app\\a.txt"],
    ["..\\a.txt", "C:\\w\\a.txt"],
    ["~bob", "C:\\w\\app\\~bob"],
  ])("%s is refused with the absolute path it would be, %s [PATH-1]", (path, absolute) => {
    expect(refusalOf(path, win32)).toMatchObject({ code: "PATH_NOT_ABSOLUTE", data: { path, absolute } });
  });

  it.each([
    "\\\\server\\share\\x",
    "//server/share/x",
    "\\\\?\\UNC\\server\\share",
    "\\\\.\\pipe\\x",
    "//?/C:/x",
    "/\\server\\share\\x",
    "\\/server/share/x",
  ])("%s is refused before a server hears of it [PATH-2]", (path) => {
    expect(refusalOf(path, win32)).toMatchObject({
      code: "PATH_INVALID",
      data: { path, reason: "network (UNC) paths are not opened" },
    });
  });
});

describe("a path inside a folder", () => {
  it.each([
    ["/w/app/a.txt", "/w/app", true],
    ["/w/app", "/w/app", true],
    ["/w/app/deep/down", "/w/app", true],
    ["/w/app-evil/a.txt", "/w/app", false],
    ["/w/ap", "/w/app", false],
    ["/w", "/w/app", false],
    ["/w/other", "/w/app", false],
    ["/w/app/../other", "/w/app", false],
    ["/w/app/..evil", "/w/app", true],
    ["/w/app/...", "/w/app", true],
    ["/w/..app", "/w/app", false],
    ["/etc", "/", true],
    ["/", "/", true],
    ["/", "/w", false],
    ["/w/app/a:b.txt", "/w/app", true],
    ["/w/app/C:/x", "/w/app", true],
  ])("%s in %s: %s [PATH-8]", (path, folder, expected) => {
    expect(isInside(path, folder)).toBe(expected);
  });
});
