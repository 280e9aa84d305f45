/** `filewright console`, beside real servers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { homeless, program, runProgram, typeCommand } from "../support/command-line.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

interface Serving {
  readonly url: string;
  readonly origin: string;
  readonly port: string;
  readonly tokenFile: string;
  readonly console: string | undefined;
  readonly token: string;
  readonly stderr: () => string;
  readonly end: (signal?: NodeJS.Signals) => Promise<unknown>;
}

async function serve(files: TempWorkspace, words: readonly string[] = []): Promise<Serving> {
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--json", ...words], {
    cwd: files.root,
    env: homeless(files.root),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "close");
  const end = (signal: NodeJS.Signals = "SIGTERM"): Promise<unknown> => {
    child.kill(signal);
    return exited;
  };
  onTestFinished(async () => void (await end("SIGKILL")));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [line] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  const said = JSON.parse(line) as { url: string; tokenFile: string; console?: string };
  const { origin, port } = new URL(said.url);
  const token = readFileSync(said.tokenFile, "utf8").trim();
  await expect.poll(() => stderr).toContain("Press Ctrl-C");
  return { ...said, console: said.console, origin, port, token, stderr: () => stderr, end };
}

const runningOf = (files: TempWorkspace): string => join(files.root, "..", "state", "serve", "running");
const openedWith = async (link: string): Promise<number> =>
  (await fetch(link, { redirect: "manual" })).status;

describe("filewright serve", () => {
  it("prints a link to the console, says how to get another, and keeps the token to itself [CONSEC-30, FIX-180]", async () => {
    const server = await serve(tempWorkspace());
    expect(server.console).toMatch(new RegExp(`^${server.origin}/open/[\\w-]{43}$`));
    expect(server.stderr()).toContain(`  console  ${server.console}\n`);
    expect(server.stderr()).toMatch(
      /opens once, within 10 minutes\. For another link run:\n +node \S+filewright\.cjs console\n/,
    );
    expect(server.stderr()).not.toContain(server.token);
    expect(await openedWith(server.console ?? "")).toBe(303);
    expect(await openedWith(server.console ?? "")).toBe(403);
  });

  it("with --no-console has none [CONSEC-29]", async () => {
    const files = tempWorkspace();
    const server = await serve(files, ["--no-console"]);
    expect([server.console, server.stderr().includes("/open/")]).toEqual([undefined, false]);
    expect((await fetch(server.origin)).status).toBe(404);
    const { code, stderr } = await typeCommand(["console"], files.root);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `The server at ${server.origin} has no console: it was started with --no-console`,
    );
  });
});

describe("filewright console", () => {
  it("prints a link of the server that runs, which works once [CONSEC-32]", async () => {
    const files = tempWorkspace();
    const server = await serve(files);
    const shown = await runProgram(["console"], files.root);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toMatch(new RegExp(`^${server.origin}/open/[\\w-]{43}\n$`));
    expect(shown.stderr).toContain("opens once, within 10 minutes");
    const { code, stdout, stderr } = await typeCommand(["console", "--json"], files.root);
    const { url } = JSON.parse(stdout) as { url: string };
    expect([code, stderr]).toEqual([0, ""]);
    expect([await openedWith(url), await openedWith(url)]).toEqual([303, 403]);
    expect(await openedWith(shown.stdout.trim())).toBe(303);
    for (const text of [shown.stdout, shown.stderr, stdout]) expect(text).not.toContain(server.token);
  });

  it("says how to start one where none runs, and fails [CONSEC-32]", async () => {
    const files = tempWorkspace();
    const none = {
      code: 2,
      stdout: "",
      stderr:
        "filewright: No server is running. Start one, which prints a link by itself: filewright serve\n",
    };
    expect(await typeCommand(["console"], files.root)).toMatchObject(none);
    const server = await serve(files);
    expect(readdirSync(runningOf(files))).toHaveLength(1);
    await server.end();
    expect(readdirSync(runningOf(files))).toEqual([]);
    expect(await typeCommand(["console"], files.root)).toMatchObject(none);
    expect(await typeCommand(["console", "--port", "x"], files.root)).toMatchObject({ code: 2 });
  });

  it("takes what a killed server has left for nothing, and removes it [CONSEC-33]", async () => {
    const files = tempWorkspace();
    const server = await serve(files);
    await server.end("SIGKILL");
    expect(readdirSync(runningOf(files))).toHaveLength(1);
    expect(await typeCommand(["console"], files.root)).toMatchObject({ code: 2 });
    expect(readdirSync(runningOf(files))).toEqual([]);
  });

  it("of several servers takes that of the working directory, or of the port, and else names them [CONSEC-33]", async () => {
    const files = tempWorkspace({ "one/a.txt": "", "two/b.txt": "", "three/c.txt": "" });
    const one = await serve(files, ["--root", files.path("one")]);
    const two = await serve(files, ["--root", files.path("two")]);
    const from = async (folder: string, words: readonly string[] = []) =>
      typeCommand(["console", ...words], files.root, { workingDirectory: files.path(folder) });
    expect((await from("one")).stdout).toContain(`${one.origin}/open/`);
    expect((await from("two")).stdout).toContain(`${two.origin}/open/`);
    expect((await from("two", ["--port", one.port])).stdout).toContain(`${one.origin}/open/`);
    const { code, stderr } = await from("three");
    expect(code).toBe(2);
    expect(stderr).toContain("Several servers run. Name one with --port:");
    for (const { port } of [one, two]) expect(stderr).toContain(`--port ${port}`);
  });

  it("believes no record that others could have written, nor one of another kind [CONSEC-33, CONSEC-35]", async () => {
    const files = tempWorkspace();
    const server = await serve(files);
    const folder = runningOf(files);
    const [name = ""] = readdirSync(folder);
    const file = join(folder, name);
    const text = readFileSync(file, "utf8");
    expect([statSync(folder).mode & 0o777, statSync(file).mode & 0o777]).toEqual([0o700, 0o600]);
    expect(text).not.toContain(server.token);
    for (const [change, restore] of [
      [() => chmodSync(file, 0o644), () => chmodSync(file, 0o600)],
      [() => chmodSync(folder, 0o755), () => chmodSync(folder, 0o700)],
      [() => writeFileSync(file, "{"), () => writeFileSync(file, text)],
      [() => writeFileSync(file, '{"url":"nowhere"}'), () => writeFileSync(file, text)],
      [
        () =>
          writeFileSync(
            file,
            text.replace(/"host":"/, () => '"host":"other-'),
          ),
        () => writeFileSync(file, text),
      ],
    ] as const) {
      change();
      expect(await typeCommand(["console"], files.root)).toMatchObject({ code: 2 });
      restore();
    }
    expect(await typeCommand(["console"], files.root)).toMatchObject({ code: 0 });
  });

  it("shows the token to no stranger at a port, unless its file is named, and says when it is not taken [CONSEC-35]", async () => {
    const files = tempWorkspace();
    const server = await serve(files);
    const seen: (string | undefined)[] = [];
    const stranger = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end(JSON.stringify({ url: "http://evil.test/open/x" }));
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void stranger.close());
    await once(stranger, "listening");
    const port = `${(stranger.address() as AddressInfo).port}`;
    const refused = await typeCommand(["console", "--port", port], files.root);
    expect([refused.code, seen]).toEqual([2, []]);
    expect(refused.stderr).toContain(
      `No server of yours is known at port ${port}. There is:\n  --port ${server.port}`,
    );
    const tokenFile = join(files.root, "..", "other-token");
    writeFileSync(tokenFile, "x".repeat(40), { mode: 0o600 });
    const named = ["console", "--token-file", tokenFile];
    const odd = await typeCommand([...named, "--port", port], files.root);
    expect([odd.code, odd.stdout, seen]).toEqual([2, "", [`Bearer ${"x".repeat(40)}`]]);
    expect(odd.stderr).toContain("is no server of Filewright's");
    const wrong = await typeCommand([...named, "--port", server.port], files.root);
    expect([wrong.code, wrong.stderr.includes("does not take the token")]).toEqual([2, true]);
    chmodSync(tokenFile, 0o644);
    const open = await typeCommand([...named, "--port", server.port], files.root);
    expect([open.code, open.stderr.includes("can be read by others")]).toEqual([2, true]);
    const none = await typeCommand([...named.slice(0, 2), "none", "--port", server.port], files.root);
    expect([none.code, none.stderr.includes("there is no token file")]).toEqual([2, true]);
  });

  it("asks a server that it is told of, although it has left no word here [CONSEC-35]", async () => {
    const [files, elsewhere] = [tempWorkspace(), tempWorkspace()];
    const server = await serve(files);
    const words = ["console", "--port", server.port, "--token-file", server.tokenFile];
    const { code, stdout } = await typeCommand(words, elsewhere.root);
    expect([code, stdout.startsWith(`${server.origin}/open/`)]).toEqual([0, true]);
  });

  it("opens the browser with a file that only the user can read, and no secret among its words [CONSEC-34]", async () => {
    const files = tempWorkspace();
    await serve(files);
    const bin = join(files.root, "..", "bin");
    const words = join(bin, "words");
    mkdirSync(bin);
    for (const name of ["xdg-open", "open"])
      writeFileSync(
        join(bin, name),
        `#!/bin/sh\nprintf '%s\\n' "$@" > ${words}.new && mv ${words}.new ${words}\n`,
        {
          mode: 0o755,
        },
      );
    const environment = { ...homeless(files.root), PATH: `${bin}:/usr/bin:/bin` };
    const { code, stdout } = await typeCommand(["console", "--open"], files.root, { environment });
    expect(code).toBe(0);
    await expect
      .poll(() => readIfThere(words), { timeout: 10_000 })
      .toMatch(/^file:\/\/\S+\/serve\/open\.html\n$/);
    const opened = readFileSync(words, "utf8").trim();
    const file = fileURLToPath(opened);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toContain(`content="0;url=${stdout.trim()}"`);
    expect(await openedWith(stdout.trim())).toBe(303);
  });

  it("prints the link all the same where no browser can be started, and says so [CONSEC-34]", async () => {
    const files = tempWorkspace();
    const server = await serve(files);
    const planted = files.path("node_modules/.bin/xdg-open");
    files.write("node_modules/.bin/xdg-open", "#!/bin/sh\n");
    chmodSync(planted, 0o755);
    const environment = { ...homeless(files.root), PATH: `${files.path("node_modules/.bin")}:.:` };
    const { code, stdout, stderr } = await typeCommand(["console", "--open"], files.root, { environment });
    expect([code, stdout.startsWith(`${server.origin}/open/`)]).toEqual([2, true]);
    expect(stderr).toContain("No browser could be started. Open the link yourself.");
  });
});

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
