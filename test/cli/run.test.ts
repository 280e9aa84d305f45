/** `filewright run`, and what the doctor says of the sandbox. */
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { judgeSandbox } from "../../src/cli/commands/doctor/sandbox.js";
import { findSandbox } from "../../src/process/sandbox/sandbox.js";
import { homeless, runProgram } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const offer = findSandbox();
const isConfinable = process.platform === "linux" && typeof offer !== "string" && offer.canHide;
const CANARY = "canary-9a44";

function scene(): TempWorkspace {
  return tempWorkspace({
    "a.txt": "one\n",
    ".env": CANARY,
    ".filewright/settings.json": '{"permissions": {"deny": ["Read(.env)"]}}',
    "../home/secret": CANARY,
  });
}

const shell = (files: TempWorkspace, script: string, ...flags: string[]) =>
  runProgram(["run", ...flags, "--", "sh", "-c", script], files.root);

describe.skipIf(!isConfinable)("filewright run", () => {
  it("changes files inside the roots, and reads neither denied nor outside ones [HOST-104]", async () => {
    const files = scene();
    const script = `echo two > a.txt; cat .env ../home/secret; echo x > ../made; echo t > "$TMPDIR/t" && echo temporary; exit 7`;
    const { code, stdout, stderr } = await shell(files, script);
    expect([code, stdout]).toEqual([7, "temporary\n"]);
    expect(files.read("a.txt")).toBe("two\n");
    expect(stdout + stderr).not.toContain(CANARY);
    expect(() => files.read("../made")).toThrow();
  });

  it("reads and changes what flags allow, and nothing inside the roots with --read-only [HOST-104]", async () => {
    const files = scene();
    const allowed = await shell(files, "cat ../home/secret", "--allow-read", files.path("../home/secret"));
    expect(allowed.stdout).toBe(CANARY);
    await shell(files, "echo two > a.txt", "--read-only");
    expect(files.read("a.txt")).toBe("one\n");
  });

  it("grants no folder around a `bin` of the home directory, and never the state directory [HOST-104]", async () => {
    const files = scene();
    files.write("../home/.local/share/notes", CANARY);
    files.write("../home/.local/bin/tool", "");
    files.write("../state/history/kept", CANARY);
    const environment = homeless(files.root);
    const path = `${files.path("../home/.local/bin")}:${environment["PATH"]}`;
    const script = `cat ../home/.local/share/notes ../state/history/kept; echo ran`;
    const words = ["run", "--allow-read", files.path("../state"), "--", "sh", "-c", script];
    const { stdout, stderr } = await runProgram(words, files.root, { ...environment, PATH: path });
    expect(stdout).toBe("ran\n");
    expect(stdout + stderr).not.toContain(CANARY);
  });

  it("hides denied files below a folder that a flag allows, and what is in folders it can't list [HOST-104]", async () => {
    const files = scene();
    files.write("../home/.ssh/id_rsa", CANARY);
    files.write("../home/plain", "plain");
    files.write(
      "../home/.config/filewright/settings.json",
      '{"permissions": {"deny": ["Read(~/**/id_rsa)"]}}',
    );
    const home = files.path("../home");
    const { stdout, stderr } = await shell(
      files,
      `cat ${home}/plain ${home}/.ssh/id_rsa`,
      "--allow-read",
      home,
    );
    expect(stdout).toBe("plain");
    expect(stderr).not.toContain(CANARY);
  });

  it("uses the network only with --network [HOST-104]", async () => {
    const files = scene();
    const server = createServer((socket) => socket.end("reached"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    const script = `require("net").connect(${port}, "127.0.0.1").on("data", (d) => console.log(String(d))).on("error", (e) => console.log(e.code))`;
    const words = ["--", process.execPath, "-e", script];
    const held = await runProgram(["run", ...words], files.root);
    const free = await runProgram(["run", "--network", ...words], files.root);
    server.close();
    expect(held.stdout).toContain("EACCES");
    expect(free.stdout).toBe("reached\n");
  });
});

describe("The doctor, about the sandbox", () => {
  const whole = {
    canHide: true,
    description: "Landlock 7, seccomp, mount namespaces",
    wrap: () => ({ program: "", arguments: [] }),
  };

  it.each([
    ["prefer", whole, "ok", "in use: Landlock 7, seccomp, mount namespaces, limits"],
    ["require", whole, "ok", "required: Landlock 7"],
    ["off", whole, "warning", "switched off"],
    ["prefer", { ...whole, canHide: false }, "warning", "without mount namespaces"],
    ["prefer", "the kernel has no Landlock", "warning", "none: the kernel has no Landlock"],
    ["require", "the kernel has no Landlock", "problem", "required, and there is none"],
  ] as const)("says what holds with %s [HOST-105]", (mode, found, state, text) => {
    const finding = judgeSandbox(mode, found);
    expect([finding.state, finding.text.includes(text)]).toEqual([state, true]);
  });
});
