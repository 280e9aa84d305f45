import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeAttributes } from "../../src/cli/commands/doctor/attributes.js";
import type { Check, CheckGround } from "../../src/cli/commands/doctor/finding.js";
import { languageServerCheck } from "../../src/cli/commands/doctor/language-servers.js";
import { checkRipgrep, gitCheck } from "../../src/cli/commands/doctor/programs.js";
import { runCheck } from "../../src/cli/commands/doctor/run-check.js";
import { judgeNode } from "../../src/cli/commands/doctor/runtime.js";
import { checkServer } from "../../src/cli/commands/doctor/server.js";
import { createProcessLife } from "../../src/fs/node/process-life.js";
import { type Outcome, type Seat, type Sitting, takeSeat } from "../support/terminal.js";
import { tempWorkspace } from "../support/workspace.js";

interface Told {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly advice?: string;
}

async function examine(
  seat: Seat,
  words: readonly string[] = [],
  sitting?: Sitting,
): Promise<{ readonly outcome: Outcome; readonly of: (name: string) => readonly Told[] }> {
  const outcome = await seat.run(["doctor", "--json", ...words], sitting);
  const { findings } = JSON.parse(outcome.out) as { readonly findings: readonly Told[] };
  return { outcome, of: (name) => findings.filter((finding) => finding.name === name) };
}

function groundOf(environment: CheckGround["environment"] = {}): {
  readonly ground: CheckGround;
  readonly files: ReturnType<typeof tempWorkspace>;
} {
  const files = tempWorkspace({});
  return { files, ground: { toolkit: files.toolkit(), environment } };
}

describe("The doctor, about extended attributes and access lists", () => {
  it("says whether they are kept [SAFE-142]", () => {
    const of = (...given: Parameters<typeof judgeAttributes>): string => {
      const { state, text } = judgeAttributes(...given);
      return `${state}: ${text}`;
    };
    expect(of(true, true)).toBe("ok: extended attributes and access lists: kept");
    expect(of(false, true)).toBe("ok: extended attributes and access lists: kept, by getfattr and setfattr");
    expect(of(false, false)).toBe(
      "warning: extended attributes and access lists can't be read on this system: files are written in place",
    );
  });
});

describe("filewright doctor", () => {
  it("looks at every part, each in a line, and finds that this installation works [CLI-60]", async () => {
    const seat = takeSeat(tempWorkspace({}).root);
    const { code, out, err } = await seat.run(["doctor"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out
      .trimEnd()
      .split("\n")
      .filter((line) => !line.startsWith("   "));
    expect(lines.slice(0, -1).map((line) => line.slice(9, 27).trim())).toEqual([
      "Node",
      "ripgrep",
      "images",
      "PDFs",
      "tokens",
      "git",
      "sandbox",
      "language servers",
      "state",
      "history",
      "locks",
      "attributes",
      "roots",
      "searches",
      "capitals",
      "settings",
      "MCP server",
    ]);
    expect(out).toContain("sharp decodes them");
    expect(out).toContain("PDFium reads them");
    expect(out).toContain("a vocabulary counts them exactly");
    expect(out).toMatch(/ripgrep +ripgrep \d+\.\d+\.\d+.*, from its package/);
    expect(out).toContain("starts, offers 6 tools, and leaves");
  });

  it("says what to do about settings that can't be used, and goes on with the rest [CLI-61]", async () => {
    const files = tempWorkspace({ ".filewright/settings.json": "{" });
    const { outcome, of } = await examine(takeSeat(files.root));
    expect(outcome.code).toBe(2);
    expect(of("settings")).toEqual([
      {
        name: "settings",
        state: "problem",
        text: expect.stringContaining("settings.json, line 1, column 2"),
        advice: "Mend the file: no tool runs until it can be used.",
      },
    ]);
    expect(of("ripgrep")).toMatchObject([{ state: "ok" }]);
  });

  it("points out a folder that is not trusted and rules that never match [CLI-61]", async () => {
    const permissions = { allow: ["Edit(/src/**)"], deny: ["Write(a)"], dney: [] };
    const files = tempWorkspace({ ".filewright/settings.json": JSON.stringify({ permissions }) });
    const { outcome, of } = await examine(takeSeat(files.root));
    expect(outcome.code).toBe(0);
    expect(of("settings").map(({ state }) => state)).toEqual(["ok", "warning", "warning", "warning"]);
    expect(of("settings")[1]?.advice).toBe("To see them and decide: filewright permissions trust");
  });

  it("finds a state directory that can't be written, wherever it is [CLI-62]", async () => {
    const files = tempWorkspace({ "no-folder": "" });
    const seat = takeSeat(files.root);
    for (const state of [files.path("no-folder"), files.path("no-folder/below"), "/proc/filewright"]) {
      const { outcome, of } = await examine(seat, [], { environment: { FILEWRIGHT_STATE: state } });
      expect(outcome.code).toBe(2);
      expect(of("state")).toMatchObject([
        { state: "problem", advice: expect.stringContaining("FILEWRIGHT_STATE") },
      ]);
    }
  });

  it("tells size, owner and mode of the state directory, and the locks of the dead [CLI-62]", async () => {
    const files = tempWorkspace({ "a.txt": "a\n" });
    const seat = takeSeat(files.root);
    const agent = files.editor({ stateDirectory: seat.stateDirectory });
    await agent.call("Write", { file_path: files.path("b.txt"), content: "b\n" });
    await agent.close();
    // A process that is gone: no process has the largest number.
    const [lock] = await heldLock(seat.stateDirectory);
    symlinkSync(lock, join(seat.stateDirectory, "locks", "0".repeat(32)));
    const { of } = await examine(seat);
    expect(of("state")).toMatchObject([
      { state: "ok", text: expect.stringMatching(/ (KB|bytes), .+ free$/) },
    ]);
    expect(of("history")).toMatchObject([
      { text: expect.stringMatching(/^1 file, .*kept for 30 days, up to 1 GB; no damage$/) },
    ]);
    expect(of("locks")).toMatchObject([{ text: expect.stringContaining("1 left by processes that died") }]);
    chmodSync(seat.stateDirectory, 0o755);
    expect((await examine(seat)).of("state")).toMatchObject([
      { state: "warning", advice: expect.stringContaining("chmod 700") },
    ]);
  });

  it("judges every root: gone, a file, a link, and says where searches look [CLI-63, PATH-341, FIND-340]", async () => {
    const files = tempWorkspace({ "a.txt": "", real: { folder: {} }, link: { link: "real" } });
    const seat = takeSeat(files.root);
    const roots = ["link", "a.txt", "gone"].flatMap((name) => ["--root", files.path(name)]);
    const { outcome, of } = await examine(seat, roots);
    expect(outcome.code).toBe(2);
    expect(of("roots")).toMatchObject([
      { state: "ok", text: `${files.path("link")} (a link to ${files.path("real")})` },
      { state: "problem", text: `The root ${files.path("a.txt")} is not a folder.` },
      { state: "problem", text: `The root ${files.path("gone")} does not exist.` },
    ]);
    expect(of("searches")).toMatchObject([{ text: `without a path look in ${files.path("link")}` }]);
  });

  it("tries the ripgrep that is named [CLI-66]", async () => {
    const files = tempWorkspace({});
    const { outcome, of } = await examine(takeSeat(files.root), ["--ripgrep", "missing"]);
    expect(outcome.code).toBe(2);
    expect(of("ripgrep")).toMatchObject([
      { state: "problem", text: `${files.path("missing")} does not run` },
    ]);
  });

  it("prints no name that could control the terminal [CLI-64]", async () => {
    const files = tempWorkspace({ "x\u001b[2J\nok  \u202e": { folder: {} } });
    const { out, err } = await takeSeat(files.path("x\u001b[2J\nok  \u202e")).run(["doctor"]);
    expect(out + err).not.toMatch(/[^\n\P{Cc}]|\u202e|^ok {3,4}\n/mu);
  });
});

/** The text of a lock whose owner is no process of this machine any more. */
async function heldLock(stateDirectory: string): Promise<[string]> {
  const { readProcessIdentity } = await import("../../src/fs/node/process-life.js");
  const { renderLockOwner } = await import("../../src/locks/lock-owner.js");
  mkdirSync(join(stateDirectory, "locks"), { recursive: true });
  return [renderLockOwner({ ...readProcessIdentity(), pid: 2 ** 31 - 1, nonce: "a", sinceMs: 0 })];
}

describe("A check", () => {
  it("that hangs or fails is a problem, and ends in its time [CLI-65]", async () => {
    const { ground } = groundOf();
    const hanging: Check = { name: "slow", deadlineMs: 20, run: () => new Promise(() => undefined) };
    expect(await runCheck(hanging, ground)).toMatchObject([
      { name: "slow", state: "problem", text: "no answer within 0.02 seconds" },
    ]);
    const failing: Check = { name: "odd", run: () => Promise.reject(new Error("oh")) };
    expect(await runCheck(failing, ground)).toMatchObject([{ state: "problem", text: "failed: oh" }]);
  });

  it("of Node knows versions that are too old [CLI-60]", () => {
    for (const version of ["20.19.0", "20.20.2", "22.0.0"]) {
      expect(judgeNode(version, ">=20.19")).toEqual({ state: "ok", text: version });
    }
    for (const version of ["20.18.3", "18.20.0"]) {
      expect(judgeNode(version, ">=20.19").state).toBe("problem");
    }
  });

  it("of ripgrep tells where it is from, and that searching does not work without it [CLI-66]", async () => {
    const missing = (): Promise<never> => Promise.reject(new Error("not installed"));
    const { files, ground } = groundOf();
    const own = tempWorkspace({});
    const script = "#!/bin/sh\necho ripgrep 99.0\n";
    for (const place of [files, own]) chmodSync(place.write("bin/rg", script), 0o755);
    const inPath = (...folders: string[]): CheckGround => ({
      ...ground,
      environment: { PATH: folders.join(":") },
    });
    expect(await checkRipgrep(inPath("/nowhere"), missing)).toMatchObject({
      state: "problem",
      advice: expect.stringContaining("Glob and Grep do not work"),
    });
    // One that the project brings is not run.
    expect(await checkRipgrep(inPath(files.path("bin")), missing)).toMatchObject({ state: "problem" });
    expect(await checkRipgrep(inPath(files.path("bin"), own.path("bin")), missing)).toEqual({
      state: "ok",
      text: `ripgrep 99.0, ${own.path("bin/rg")}`,
    });
    own.write("bin/rg", "#!/bin/sh\nexit 3\n");
    expect(await checkRipgrep(inPath(own.path("bin")), missing)).toMatchObject({ state: "problem" });
  });

  it("of other programs knows those on the PATH, and never runs a project's [CLI-66] [FIX-141]", async () => {
    const { files, ground } = groundOf();
    const own = tempWorkspace({ "typescript/package.json": '{"name":"typescript","version":"7.0.2"}' });
    for (const name of ["bin/gopls", "typescript/bin/tsc"]) chmodSync(own.write(name, ""), 0o755);
    symlinkSync(own.path("typescript/bin/tsc"), own.path("bin/tsc"));
    for (const name of ["clangd", "git"]) {
      chmodSync(files.write(`bin/${name}`, `#!/bin/sh\ntouch ${files.path("was-run")}\n`), 0o755);
    }
    const seen = { ...ground, environment: { PATH: `${files.path("bin")}:relative:${own.path("bin")}` } };
    expect(await runCheck(languageServerCheck, seen)).toMatchObject([
      {
        state: "ok",
        text: expect.stringMatching(
          new RegExp(
            `^used: typescript \\(${own.path("bin/tsc")}\\), gopls \\(.*/gopls\\); not started, as what lies inside a root is the project's: clangd \\(${files.path("bin/clangd")}\\); not found: (?!.*clangd)`,
          ),
        ),
      },
    ]);
    const off = { ...seen, environment: { ...seen.environment, FILEWRIGHT_LSP: "0" } };
    expect(await runCheck(languageServerCheck, off)).toMatchObject([
      { state: "ok", text: "none is used: FILEWRIGHT_LSP=0 switches them off" },
    ]);
    expect(await runCheck(gitCheck, seen)).toMatchObject([{ state: "warning" }]);
    expect(files.stamp("was-run")).toBeUndefined();
  });

  it("of the server tells one that fails, one that is not there and one that stays [CLI-67]", async () => {
    const { files, ground } = groundOf();
    const answer = JSON.stringify({ jsonrpc: "2.0", id: 2, result: { tools: [{}] } });
    const script = (name: string, text: string): string => files.write(name, text);
    expect(
      await checkServer(
        ground,
        script("broken.cjs", 'process.stderr.write("no memory\\n"); process.exit(1)'),
      ),
    ).toMatchObject({ state: "problem", text: "does not answer: no memory" });
    expect(
      await checkServer(
        ground,
        script("older.cjs", "process.stderr.write(\"error: unknown command 'mcp'\\n\")"),
      ),
    ).toMatchObject({ state: "warning", text: "this version has none" });
    const staying = script(
      "staying.cjs",
      `require("fs").writeFileSync("${files.path("pid")}", String(process.pid));
       setInterval(() => {}, 1000); console.log("garbage"); console.log('${answer}')`,
    );
    expect(await checkServer(ground, staying)).toMatchObject({
      state: "problem",
      text: "offers 1 tool, but does not leave when its input ends",
    });
    const pid = Number(readFileSync(files.path("pid"), "utf8"));
    await expect.poll(() => createProcessLife().isAlive({ pid, start: undefined })).toBe(false);
    writeFileSync(files.path("good.cjs"), `console.log('${answer}')`);
    expect(await checkServer(ground, files.path("good.cjs"))).toEqual({
      state: "ok",
      text: "starts, offers 1 tool, and leaves",
    });
  });
});
