import { writeFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type StreamRequest, type StreamResult, streamProgram } from "../../src/process/stream-program.js";
import { tempWorkspace } from "../support/workspace.js";

/** Runs a script of this Node. */
function run(script: string, options: Partial<StreamRequest> = {}): Promise<StreamResult> {
  return streamProgram({
    program: process.execPath,
    arguments: ["-e", script],
    workingDirectory: "/",
    environment: {},
    timeoutMs: 60_000,
    onOutput: () => false,
    ...options,
  });
}

/** Waits, without counting on how long it takes, until a process is gone. */
async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await delay(10);
  }
  return false;
}

describe("A program that is listened to", () => {
  it("is shown to whoever looks after it, who can end it [SEARCH-7]", async () => {
    const pids: number[] = [];
    const result = await run("setInterval(() => undefined, 1000)", {
      onStart: ({ pid, stop }) => {
        pids.push(pid);
        setImmediate(stop);
      },
    });
    expect(result.end).toEqual({ kind: "stopped" });
    expect(pids).toEqual([expect.any(Number)]);
    expect(await isGone(pids[0] ?? 0)).toBe(true);
    const unstarted = await run("", { program: "/nowhere", onStart: ({ pid }) => pids.push(pid) });
    expect(unstarted.end.kind).toBe("failed");
    expect(pids).toHaveLength(1);
  });

  it("is heard to its end, with its code and what it complains about [SEARCH-7]", async () => {
    let output = "";
    const result = await run(
      'process.stdout.write("out"); process.stderr.write("err"); process.exitCode = 3',
      {
        onOutput: (piece) => {
          output += Buffer.from(piece).toString();
          return false;
        },
      },
    );
    expect(result).toEqual({ end: { kind: "exited", exitCode: 3 }, errors: "err" });
    expect(output).toBe("out");
  });

  it("gets no environment, no input and no shell [SEARCH-2]", async () => {
    let output = "";
    const script =
      'process.stdin.on("data", () => {}).on("end", () => console.log(JSON.stringify([process.env.HOME, process.env.PATH, process.argv[1], process.cwd()])))';
    await run(script, {
      arguments: ["-e", script, "$(echo no) `no` * ;"],
      workingDirectory: "/tmp",
      environment: { HOME: "/nowhere" },
      onOutput: (piece) => {
        output += Buffer.from(piece).toString();
        return false;
      },
    });
    expect(JSON.parse(output)).toEqual(["/nowhere", null, "$(echo no) `no` * ;", "/tmp"]);
  });

  it.each<[string, Partial<StreamRequest>, string]>([
    ["when its reader has enough", { onOutput: () => true }, "stopped"],
    ["when its time is up", { timeoutMs: 400 }, "timed-out"],
  ])("is killed %s, although it ignores what it is told [SEARCH-7]", async (_, options, kind) => {
    let pid = 0;
    const script =
      'process.on("SIGTERM", () => {}); console.log(process.pid); setInterval(() => console.log("more"), 5)';
    const result = await run(script, {
      ...options,
      onOutput: (piece) => {
        pid ||= Number.parseInt(Buffer.from(piece).toString(), 10);
        return options.onOutput?.(piece, () => false) ?? false;
      },
    });
    expect(result.end.kind).toBe(kind);
    expect(await isGone(pid)).toBe(true);
  });

  it("is killed by either signal, and not started by one that came before [SEARCH-7]", async () => {
    for (const [name, kind] of [
      ["signal", "cancelled"],
      ["stopSignal", "stopped"],
    ] as const) {
      const controller = new AbortController();
      let pid = 0;
      const result = await run("console.log(process.pid); setInterval(() => {}, 1000)", {
        [name]: controller.signal,
        onOutput: (piece) => {
          pid = Number.parseInt(Buffer.from(piece).toString(), 10);
          controller.abort();
          return false;
        },
      });
      expect(result.end.kind).toBe(kind);
      expect(await isGone(pid)).toBe(true);
    }
    const files = tempWorkspace();
    const touch = `require("fs").writeFileSync(${JSON.stringify(files.path("started"))}, "")`;
    expect((await run(touch, { signal: AbortSignal.abort() })).end.kind).toBe("cancelled");
    expect(files.stamp("started")).toBeUndefined();
  });

  it("tells why it could not be started, or what ended it [SEARCH-10]", async () => {
    const files = tempWorkspace();
    writeFileSync(files.path("plain"), "no program");
    for (const options of [
      { program: files.path("missing") },
      { program: files.path("plain") },
      { arguments: ["-e", "a\0b"] },
      { workingDirectory: files.path("missing") },
    ]) {
      const { end } = await run("", options);
      expect(end).toEqual({ kind: "failed", reason: expect.any(String) as string });
    }
    const killed = await run('process.kill(process.pid, "SIGKILL")');
    expect(killed.end).toEqual({ kind: "failed", reason: "ended by SIGKILL" });
  });

  it("keeps only the beginning of endless complaints [SEARCH-10]", async () => {
    const { errors } = await run('process.stderr.write(`${"e".repeat(999)}\\n`.repeat(3000))');
    expect(errors.length).toBeLessThanOrEqual(1024 * 1024);
    expect(new Set(errors.trimEnd().split("\n"))).toEqual(new Set(["e".repeat(999)]));
  });

  it("passes on what its reader throws, and is killed [SEARCH-7]", async () => {
    const failing = run("setInterval(() => console.log(1), 5)", {
      onOutput: () => {
        throw new Error("reader");
      },
    });
    await expect(failing).rejects.toThrow("reader");
  });
});
