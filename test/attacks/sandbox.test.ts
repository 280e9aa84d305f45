/** What a confined program tries, each with a control that shows that the attempt works without the sandbox. */
import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SandboxPolicy, systemFolders } from "../../src/process/sandbox/policy.js";
import { findSandbox } from "../../src/process/sandbox/sandbox.js";

const sandbox = findSandbox();
const isRoot = process.getuid?.() === 0;
const CANARY = "canary-7f3a";

let base = "";
let root = "";
let outside = "";

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "sandbox-")));
  await chmod(base, 0o755);
  root = join(base, "root");
  outside = join(base, "outside");
  await mkdir(join(root, "private"), { recursive: true });
  await mkdir(outside);
  await writeFile(join(outside, "secret"), CANARY);
  await writeFile(join(root, "plain"), "plain content");
  await writeFile(join(root, ".env"), CANARY);
  await writeFile(join(root, "private", "key"), CANARY);
});

afterAll(() => rm(base, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly said: string;
}

function execute(program: string, words: readonly string[], user: "self" | "nobody" = "self"): Promise<Ran> {
  const identity = user === "nobody" ? { uid: 65534, gid: 65534 } : {};
  return new Promise((resolve) => {
    execFile(
      program,
      words,
      { cwd: root, env: { PATH: "/usr/bin:/bin" }, timeout: 20_000, ...identity },
      (error, out, errors) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, said: out + errors });
      },
    );
  });
}

const readOnly = (): SandboxPolicy => ({
  readable: [...systemFolders, dirname(process.execPath), "/proc", root],
  writable: [],
  hidden: [],
  network: false,
});

const writing = (): SandboxPolicy => ({ ...readOnly(), writable: [root] });

const hiding = (): SandboxPolicy => ({
  ...writing(),
  hidden: [join(root, ".env"), join(root, "private"), join(root, "not-there")],
});

function confined(policy: SandboxPolicy, script: string, user?: "self" | "nobody"): Promise<Ran> {
  if (typeof sandbox === "string") throw new Error(sandbox);
  const { program, arguments: words } = sandbox.wrap(policy, {
    program: "/bin/sh",
    arguments: ["-c", script],
  });
  return execute(program, words, user);
}

function confinedNode(policy: SandboxPolicy, script: string): Promise<Ran> {
  if (typeof sandbox === "string") throw new Error(sandbox);
  const wrapped = sandbox.wrap(policy, { program: process.execPath, arguments: ["-e", script] });
  return execute(wrapped.program, wrapped.arguments);
}

const free = (script: string): Promise<Ran> => execute("/bin/sh", ["-c", script]);

describe.skipIf(process.platform !== "linux" || typeof sandbox === "string")("a confined program", () => {
  it("reads what it may and nothing else [HOST-90]", async () => {
    expect((await free(`cat ${outside}/secret`)).said).toContain(CANARY);
    const { said } = await confined(
      readOnly(),
      `cat plain; cat ${outside}/secret; cat ../outside/secret; ls ${outside}`,
    );
    expect(said).toContain("plain content");
    expect(said).not.toContain(CANARY);
    expect(said).not.toContain("secret\n");
  });

  it("does not follow a link out [HOST-90]", async () => {
    await free(`ln -sfn ${outside}/secret way`);
    expect((await confined(readOnly(), "cat way")).said).not.toContain(CANARY);
  });

  it("changes nothing: content, names, modes and times [HOST-91]", async () => {
    const before = await stat(join(root, "plain"));
    const script =
      "echo x > plain; rm plain; mv plain other; touch new; chmod 777 plain; touch -d 2001-01-01 plain; ln plain twin";
    await confined(readOnly(), script);
    const after = await stat(join(root, "plain"));
    expect([after.mode, after.mtimeMs, after.ino, after.nlink]).toEqual([
      before.mode,
      before.mtimeMs,
      before.ino,
      1,
    ]);
    await expect(stat(join(root, "new"))).rejects.toThrow();
  });

  it("writes only below its writable folders, and executes nothing there [HOST-91]", async () => {
    const policy = { ...writing(), readable: readOnly().readable.filter((path) => path !== root) };
    const script = `echo mine > made; echo x > ${outside}/made; printf '#!/bin/sh\\necho ran' > tool; chmod 755 tool; ./tool`;
    const { said } = await confined(policy, script);
    expect(await readFile(join(root, "made"), "utf8")).toBe("mine\n");
    await expect(stat(join(outside, "made"))).rejects.toThrow();
    expect(said).not.toMatch(/^ran$/m);
  });

  it("opens no sockets: TCP, UDP, Unix [HOST-92]", async () => {
    const server = createServer((socket) => socket.end());
    const path = join(root, "socket");
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const tcp = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve));
    const address = tcp.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const script = `
      const net = require("node:net"), dgram = require("node:dgram");
      const tell = (name) => (error) => console.log(name, error ? error.code : "open");
      const tcp = net.connect(${port}, "127.0.0.1"); tcp.on("error", tell("tcp")); tcp.on("connect", () => { tell("tcp")(); tcp.destroy(); });
      const unix = net.connect(${JSON.stringify(path)}); unix.on("error", tell("unix")); unix.on("connect", () => { tell("unix")(); unix.destroy(); });
      try { const udp = dgram.createSocket("udp4"); udp.on("error", tell("udp")); udp.send("x", ${port}, "127.0.0.1", (e) => { tell("udp")(e); udp.close(); }); } catch (e) { tell("udp")(e); }`;
    const control = await execute(process.execPath, ["-e", script]);
    const held = await confinedNode(readOnly(), script);
    const listening = await confinedNode({ ...readOnly(), network: { listenPort: 1 } }, script);
    server.close();
    tcp.close();
    expect(control.said.match(/open/g)).toHaveLength(3);
    expect(held.said.match(/tcp|unix|udp/g)?.length).toBe(3);
    expect(held.said).not.toContain("open");
    expect(listening.said).not.toContain("open");
  });

  it("listens at its port alone when that is all it may [HOST-92]", async () => {
    const spare = createServer();
    await new Promise<void>((resolve) => spare.listen(0, "127.0.0.1", resolve));
    const address = spare.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await new Promise<void>((resolve) => spare.close(() => resolve()));
    const script = (at: number): string =>
      `const s = require("node:net").createServer(); s.on("error", (e) => console.log(e.code)); s.listen(${at}, "127.0.0.1", () => { console.log("listens"); s.close(); });`;
    const policy = { ...readOnly(), network: { listenPort: port } };
    expect((await confinedNode(policy, script(port))).said).toContain("listens");
    expect((await confinedNode(policy, script(port === 65535 ? port - 1 : port + 1))).said).toContain(
      "EACCES",
    );
  });

  it("reaches no other process: /proc, signals, namespaces, mounts [HOST-93]", async () => {
    const pid = process.pid;
    const script = `cat /proc/${pid}/environ | head -c 1 | wc -c; ls /proc/${pid}/root/ /proc/${pid}/fd; cat /proc/${pid}/root${outside}/secret; kill -0 ${pid} && echo signalled; unshare -Urm echo apart; mount -t tmpfs none /mnt && echo mounted`;
    const { said } = await confined(readOnly(), script);
    expect(said).not.toContain(CANARY);
    expect(said).not.toMatch(/^apart$|^mounted$/m);
    expect(said).toMatch(/^0$/m);
  });

  it("has no shared memory with other processes, and sets no limits of theirs [HOST-93]", async () => {
    const child = spawn("/bin/sleep", ["30"]);
    const shared = (await free("ipcmk --shmem 4096 --mode 0600")).said.match(/\d+/)?.[0] ?? "";
    const script = `import ctypes, resource
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
at = libc.shmat(${shared}, None, 0)
print("shared" if at not in (None, ctypes.c_void_p(-1).value) else "not attached")
try:
    resource.prlimit(${child.pid}, resource.RLIMIT_FSIZE, (0, 0)); print("limited")
except OSError as error: print("not limited")
try:
    import os; os.setpriority(os.PRIO_PROCESS, ${child.pid}, 19); print("slowed")
except OSError as error: print("not slowed")`;
    const file = join(root, "processes.py");
    await writeFile(file, script);
    const python = "/usr/bin/python3";
    const control = await execute(python, [file]);
    const [plain, writes] = [
      await confined(readOnly(), `${python} ${file}`),
      await confined(writing(), `${python} ${file}`),
    ];
    await free(`ipcrm --shmem-id ${shared}`);
    child.kill("SIGKILL");
    expect(control.said).toBe("shared\nlimited\nslowed\n");
    for (const { said } of [plain, writes]) expect(said).toBe("not attached\nnot limited\nnot slowed\n");
  });

  it("reaches no Unix socket, whatever network it may use [HOST-92]", async () => {
    const server = createServer((socket) => socket.end());
    const path = join(root, "service");
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const script = `require("node:net").connect(${JSON.stringify(path)}).on("error", (e) => console.log(e.code)).on("connect", () => { console.log("open"); process.exit(); })`;
    const control = await execute(process.execPath, ["-e", script]);
    const held = await confinedNode({ ...readOnly(), network: true }, script);
    server.close();
    expect(control.said).toContain("open");
    expect(held.said).toContain("EAFNOSUPPORT");
  });

  it("inherits no open files but its three streams [HOST-93]", async () => {
    if (typeof sandbox === "string") return;
    const { program, arguments: words } = sandbox.wrap(readOnly(), {
      program: "/bin/sh",
      arguments: ["-c", "cat <&7"],
    });
    const quoted = [program, ...words].map((word) => `'${word}'`).join(" ");
    expect((await free(`exec 7<${outside}/secret; cat <&7`)).said).toContain(CANARY);
    expect((await free(`exec 7<${outside}/secret; ${quoted}`)).said).not.toContain(CANARY);
  });

  it("does not start when a step of its policy can't be taken [HOST-94]", async () => {
    if (typeof sandbox === "string") return;
    const { program, arguments: words } = sandbox.wrap(readOnly(), {
      program: "/bin/sh",
      arguments: ["-c", "echo ran"],
    });
    for (const bad of [
      ["unknown", "x"],
      ["data", "much"],
      ["network", "99999999999999999999"],
      ["read", ""],
    ]) {
      const { code, said } = await execute(program, [...bad, ...words]);
      expect([code, said.includes("ran")]).toEqual([119, false]);
    }
  });

  it("has the limits it was given [HOST-95]", async () => {
    const limits = { memoryBytes: 64 * 1024 * 1024, openFiles: 40 };
    const { said } = await confined({ ...readOnly(), limits }, "ulimit -d; ulimit -n; ulimit -c");
    expect(said).toBe("65536\n40\n0\n");
    const large = await confinedNode(
      { ...readOnly(), limits: { memoryBytes: 512 * 1024 * 1024 } },
      "Buffer.alloc(1 << 30, 1); console.log('had it')",
    );
    expect(large.said).not.toContain("had it");
  });

  const users = isRoot ? (["self", "nobody"] as const) : (["self"] as const);
  describe.skipIf(typeof sandbox === "string" || !sandbox.canHide)("with hidden files", () => {
    it.each(users)("reads none of them, by any name, as %s [HOST-96]", async (user) => {
      expect((await free("cat .env private/key")).said).toContain(CANARY);
      const script = `cat .env private/key ${root}/.env ${root}/private/key /proc/self/cwd/.env /proc/self/root${root}/.env; umount .env private; umount -l private; rm -rf private; mv .env away; cat away .env private/key; unshare -Urm sh -c 'umount ${root}/.env; cat ${root}/.env'`;
      const { code, said } = await confined(hiding(), script, user);
      expect(code).not.toBe(119);
      expect(said).not.toContain(CANARY);
      expect(await readFile(join(root, ".env"), "utf8")).toBe(CANARY);
    });

    it("changes no attributes outside its writable folders [HOST-96]", async () => {
      const before = (await stat(join(outside, "secret"))).mode;
      await confined(hiding(), `chmod 777 ${outside}/secret`);
      expect((await stat(join(outside, "secret"))).mode).toBe(before);
    });
  });
});
