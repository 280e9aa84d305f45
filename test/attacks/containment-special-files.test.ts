/** Attack 10: pipes, sockets and devices under names that promise files. Whoever waited for one would wait for ever. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, lstatSync, openSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { aimsAt, attempt, type Fence, fencedWorkspace } from "../support/fenced-workspace.js";

const everyone = { answer: () => ({ answer: "allow" }) as const };
/** What no tool may take for a file: the words say what it is, or that it is not what the tool is for. */
const refusals = ["NOT_REGULAR_FILE", "NOT_DIRECTORY", "NOTEBOOK_INVALID", "USE_NOTEBOOK_EDIT"];

const plant = (): Fence => fencedWorkspace({ "in/mine.txt": "mine\n", "in/sub/mine.txt": "mine\n" });

function plantPipe(fence: Fence, name: string): void {
  execFileSync("mkfifo", [fence.files.path("in", name)]);
}

async function plantSocket(fence: Fence, name: string): Promise<void> {
  const server = createServer();
  server.listen(fence.files.path("in", name));
  await once(server, "listening");
  onTestFinished(() => void server.close());
}

const plantLink =
  (target: string) =>
  (fence: Fence, name: string): void =>
    symlinkSync(target, fence.files.path("in", name));

const kinds: ReadonlyMap<string, (fence: Fence, name: string) => void | Promise<void>> = new Map([
  ["a pipe", plantPipe],
  ["a socket", plantSocket],
  ["a link to a device that never ends", plantLink("/dev/zero")],
  ["a link to a device of noise", plantLink("/dev/urandom")],
  ["a link to a device that is always full", plantLink("/dev/full")],
  ["a link to a terminal", plantLink("/dev/tty")],
  ["a link to where terminals are made", plantLink("/dev/ptmx")],
]);
const names = [
  "file.txt",
  "notes.ipynb",
  "photo.png",
  "paper.pdf",
  "drawing.svg",
  "noextension",
  "archive.zip",
];

/** Refused by everyone, allowed or not, and nothing is left of the attempt. */
async function expectRefused(fence: Fence, name: string): Promise<void> {
  const path = fence.files.path("in", name);
  const before = lstatSync(path);
  fence.remember();
  const attempts = await attempt(fence, aimsAt(path), everyone);
  for (const { tool, input, result } of attempts) {
    const label = `${tool} ${JSON.stringify(input)}`;
    if (tool === "Glob" && !("path" in input))
      expect([0, undefined], label).toContain(countOf(result.output));
    else expect(refusals, label).toContain(result.error?.code);
  }
  for (const { tool, input, result } of await attempt(fence, aimsAt(path))) {
    const isPattern = tool === "Glob" && !("path" in input);
    if (!isPattern) expect([...refusals, "PERMISSION_DENIED"]).toContain(result.error?.code);
  }
  await fence.expectIntact();
  expect(lstatSync(path).mode).toBe(before.mode);
}

function countOf(output: unknown): unknown {
  return typeof output === "object" && output !== null && "numFiles" in output ? output.numFiles : undefined;
}

describe("What is no file", () => {
  it.each([...kinds])("is refused at once under every name: %s [ATTACK-10]", async (_kind, plantSpecial) => {
    const fence = plant();
    for (const name of names) {
      await plantSpecial(fence, name);
      await expectRefused(fence, name);
    }
  });

  it("is refused at once through links and linked folders [ATTACK-10]", async () => {
    const fence = plant();
    plantPipe(fence, "sub/pipe.txt");
    await plantSocket(fence, "sub/socket.txt");
    symlinkSync("sub/pipe.txt", fence.files.path("in/link.txt"));
    symlinkSync("link.txt", fence.files.path("in/chain.txt"));
    symlinkSync("sub/socket.txt", fence.files.path("in/socket.md"));
    symlinkSync("sub", fence.files.path("in/way"));
    for (const name of ["link.txt", "chain.txt", "socket.md", "way/pipe.txt", "way/socket.txt"])
      await expectRefused(fence, name);
  });

  it("is refused also as a device of the system, whoever allows it [ATTACK-10]", async () => {
    const fence = plant();
    for (const path of [
      "/dev/zero",
      "/dev/random",
      "/dev/full",
      "/dev/tty",
      "/dev/console",
      "/dev/ptmx",
      "/dev/kmsg",
    ]) {
      for (const { tool, input, result } of await attempt(fence, aimsAt(path), everyone)) {
        if (tool === "Glob" && !("path" in input)) continue;
        expect([...refusals, "DEVICE_BLOCKED", "FILE_NOT_FOUND"], `${tool} ${path}`).toContain(
          result.error?.code,
        );
      }
    }
    await fence.expectIntact();
  });

  it("is passed over by every search [ATTACK-10]", async () => {
    const fence = plant();
    let number = 0;
    for (const plantSpecial of kinds.values()) {
      for (const folder of ["", "sub/"]) {
        number += 1;
        await plantSpecial(fence, `${folder}mine-${number}.txt`);
      }
    }
    const toolkit = fence.toolkit();
    const mine = [fence.files.path("in/mine.txt"), fence.files.path("in/sub/mine.txt")];
    for (const input of [
      { pattern: "**/*" },
      { pattern: "*" },
      { pattern: "**/mine*.txt" },
      { pattern: "sub/*" },
    ]) {
      const { output } = await toolkit.call("Glob", input);
      expect(mine).toEqual(expect.arrayContaining([...(output?.filenames ?? [""])]));
      expect([output?.timedOut, output?.unreadable]).toEqual([undefined, undefined]);
    }
    for (const output_mode of ["files_with_matches", "content", "count"]) {
      for (const pattern of ["mine", "[m]ine", "m\\S+"]) {
        const { output } = await toolkit.call("Grep", { pattern, output_mode });
        expect(output?.filenames.toSorted()).toEqual(mine);
      }
    }
  });

  it("in the place of a settings file does not stop a read or a search [ATTACK-10]", async () => {
    for (const plantSpecial of [plantPipe, plantLink("/dev/zero")]) {
      const fence = plant();
      await plantSpecial(fence, ".editorconfig");
      // Settings are asked for where a file does not tell its encoding by itself.
      const file_path = fence.files.write("in/old.txt", Buffer.from("caf\xe9\n", "latin1"));
      const toolkit = fence.toolkit();
      expect((await toolkit.call("Read", { file_path })).error).toBeUndefined();
      const { output } = await toolkit.call("Grep", { pattern: "caf", output_mode: "content" });
      expect(output?.filenames).toEqual([file_path]);
    }
  });
});

describe("A program that waits at a pipe", () => {
  it("is not woken by any tool [ATTACK-10]", async () => {
    const fence = plant();
    plantPipe(fence, "pipe.txt");
    // Its open for writing ends as soon as anyone opens the pipe for reading.
    const writer = spawn("sh", ["-c", 'exec 3> "$1"', "sh", fence.files.path("in/pipe.txt")], {
      stdio: "ignore",
    });
    onTestFinished(() => void writer.kill("SIGKILL"));
    let isAwake = false;
    writer.on("exit", () => {
      isAwake = true;
    });
    await once(writer, "spawn");
    await expectRefused(fence, "pipe.txt");
    const walks = [
      { tool: "Glob", input: { pattern: "**/*" } },
      { tool: "Grep", input: { pattern: "mine" } },
      { tool: "Grep", input: { pattern: "[m]ine", output_mode: "content" } },
    ];
    for (const { result } of await attempt(fence, walks)) expect(result.error).toBeUndefined();
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAwake).toBe(false);
    // It was waiting all right.
    const descriptor = openSync(fence.files.path("in/pipe.txt"), constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(descriptor));
    await once(writer, "exit");
  });
});
