/** Attack 9: what the system offers below /proc and /dev as other names of open files, folders and secrets of processes. */
import { closeSync, existsSync, openSync, symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  aimsAt,
  attempt,
  CANARY,
  expectFencedOff,
  type Fence,
  fencedWorkspace,
  SECRET,
} from "../support/fenced-workspace.js";

const isLinux = process.platform === "linux";
const self = `/proc/${process.pid}`;

function plant(): Fence {
  return fencedWorkspace({ "in/mine.txt": "mine\n", "out/secret.txt": SECRET });
}

/** The number of an open file outside, as `/proc` and `/dev/fd` know it. */
function openOutside(fence: Fence, name = "secret.txt"): number {
  const descriptor = openSync(fence.files.path("out", name), "a+");
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

/** All of it by its own name, and by a link inside the root. */
async function expectFencedOffTwice(fence: Fence, path: string, realPath: string): Promise<void> {
  await expectFencedOff(fence, path, realPath);
  symlinkSync(path, fence.files.path("in/way"));
  fence.remember();
  await expectFencedOff(fence, `${fence.inside}/way`, realPath);
  unlinkSync(fence.files.path("in/way"));
  fence.remember();
}

describe.runIf(isLinux)("A way around through the system", () => {
  it.each([
    ["this process", "/proc/self"],
    ["a process by its number", self],
    ["this thread", "/proc/thread-self"],
  ])("by the root or the working directory of %s is where it leads [ATTACK-9]", async (_name, start) => {
    const fence = plant();
    const secret = fence.files.path("out/secret.txt");
    await expectFencedOffTwice(fence, `${start}/root${secret}`, secret);
    await expectFencedOffTwice(fence, `${start}/root/etc/passwd`, "/etc/passwd");
    await expectFencedOffTwice(fence, `${start}/cwd/package.json`, `${process.cwd()}/package.json`);
    await expectFencedOffTwice(fence, `${start}/root${fence.files.path("out")}`, fence.files.path("out"));
  });

  it("by dots behind a link of the system is taken by its letters [ATTACK-9]", async () => {
    const fence = plant();
    await expectFencedOff(fence, `/proc/self/cwd/../root/etc/passwd`, "/etc/passwd");
    const climbing = await attempt(
      fence,
      aimsAt(`/proc/self/cwd/../../../../${fence.files.path("out/secret.txt")}`),
    );
    for (const { tool, result } of climbing)
      expect(tool === "Glob" ? [undefined, "PERMISSION_DENIED"] : ["PERMISSION_DENIED"]).toContain(
        result.error?.code,
      );
    await fence.expectUnheard(climbing);
  });

  it("by the number of an open file is that file [ATTACK-9]", async () => {
    const fence = plant();
    const descriptor = openOutside(fence);
    const secret = fence.files.path("out/secret.txt");
    for (const way of ["/proc/self/fd", `${self}/fd`, `${self}/task/${process.pid}/fd`, "/dev/fd"])
      await expectFencedOffTwice(fence, `${way}/${descriptor}`, secret);
  });

  it("by the number of an open folder is that folder [ATTACK-9]", async () => {
    const fence = plant();
    const descriptor = openSync(fence.files.path("out"), "r");
    onTestFinished(() => closeSync(descriptor));
    await expectFencedOffTwice(fence, `/proc/self/fd/${descriptor}`, fence.files.path("out"));
    const secret = fence.files.path("out/secret.txt");
    await expectFencedOffTwice(fence, `/proc/self/fd/${descriptor}/secret.txt`, secret);
    await expectFencedOffTwice(fence, `/dev/fd/${descriptor}/new.txt`, fence.files.path("out/new.txt"));
  });

  it("by the number of an open file inside is that file too [ATTACK-9]", async () => {
    const fence = plant();
    const descriptor = openSync(fence.files.path("in/mine.txt"), "r");
    onTestFinished(() => closeSync(descriptor));
    const read = await fence.toolkit().call("Read", { file_path: `/dev/fd/${descriptor}` });
    expect(read.output).toMatchObject({ type: "text" });
  });

  it("by the number of a file that has lost its name shows and changes nothing [ATTACK-9]", async () => {
    const fence = plant();
    fence.files.write("out/gone.txt", SECRET);
    const descriptor = openOutside(fence, "gone.txt");
    unlinkSync(fence.files.path("out/gone.txt"));
    symlinkSync(`/proc/self/fd/${descriptor}`, fence.files.path("in/way"));
    fence.remember();
    for (const path of [`/proc/self/fd/${descriptor}`, `/dev/fd/${descriptor}`, `${fence.inside}/way`]) {
      const everyone = { answer: () => ({ answer: "allow" }) as const };
      const attempts = [
        ...(await attempt(fence, aimsAt(path))),
        ...(await attempt(fence, aimsAt(path), everyone)),
      ];
      for (const { tool, result } of attempts) expect(tool === "Glob" || result.isError).toBe(true);
      await fence.expectUnheard(attempts);
      await fence.expectIntact();
    }
    expect(existsSync(fence.files.path("out/gone.txt"))).toBe(false);
  });

  it.each(["environ", "cmdline", "maps", "auxv", "mem", "stack", "fdinfo/3", "task/1/environ"])(
    "to what %s tells of a process is refused, whatever a person would answer [ATTACK-9, PERM-73]",
    async (name) => {
      const fence = plant();
      for (const path of [`/proc/self/${name}`, `${self}/${name}`, `/proc/1/${name}`]) {
        const answer = () => ({ answer: "allow" }) as const;
        const attempts = [
          ...(await attempt(fence, aimsAt(path))),
          ...(await attempt(fence, aimsAt(path), { answer })),
        ];
        // A Glob asks about the folder, and finds nothing of this kind in it.
        for (const { result, questions } of attempts.filter(({ tool }) => tool !== "Glob")) {
          expect([result.isError, questions]).toEqual([true, []]);
        }
        await fence.expectUnheard(attempts);
      }
      await fence.expectIntact();
    },
  );

  it.each(["status", "task"])("to what %s tells of a process needs permission [ATTACK-9]", async (name) => {
    const fence = plant();
    for (const start of ["/proc/self", self]) {
      await expectFencedOffTwice(fence, `${start}/${name}`, `${self}/${name}`);
    }
    await expectFencedOffTwice(fence, `/proc/1/${name}`, `/proc/1/${name}`);
    await expectFencedOffTwice(fence, "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/core_pattern");
  });

  it("by the standard streams is refused by name and through links [ATTACK-9]", async () => {
    const fence = plant();
    symlinkSync("/proc/self/fd/0", fence.files.path("in/stdin"));
    symlinkSync("/dev/stdout", fence.files.path("in/stdout"));
    fence.remember();
    const everyone = { answer: () => ({ answer: "allow" }) as const };
    for (const path of [
      "/dev/stdin",
      "/dev/fd/1",
      "/proc/self/fd/2",
      `${self}/fd/0`,
      `${self}/task/${process.pid}/fd/1`,
    ]) {
      for (const { tool, input, result } of await attempt(fence, aimsAt(path), everyone)) {
        // As a pattern it is a name in a folder, which may be looked into when somebody allows that.
        if (tool !== "Glob" || "path" in input) expect(result.error?.code).toBe("DEVICE_BLOCKED");
      }
    }
    for (const name of ["stdin", "stdout"]) {
      for (const { tool, result } of await attempt(fence, aimsAt(`${fence.inside}/${name}`)))
        expect(tool === "Glob" ? [undefined, "PERMISSION_DENIED"] : ["PERMISSION_DENIED"]).toContain(
          result.error?.code,
        );
    }
    await fence.expectIntact();
  });
});

describe.runIf(isLinux)("A root of /proc", () => {
  it("holds what lies there, and nothing that is reached through it [ATTACK-9]", async () => {
    const fence = plant();
    const descriptor = openOutside(fence);
    const ways = [`/proc/self/root${fence.files.path("out/secret.txt")}`, `/proc/self/fd/${descriptor}`];
    for (const path of ways) {
      const attempts = await attempt(fence, aimsAt(path), { roots: ["/proc"], workingDirectory: "/proc" });
      for (const { tool, result } of attempts)
        expect(tool === "Glob" ? [undefined, "PERMISSION_DENIED"] : ["PERMISSION_DENIED"]).toContain(
          result.error?.code,
        );
      expect(JSON.stringify(attempts)).not.toContain(CANARY);
    }
    await fence.expectIntact();
  });
});
