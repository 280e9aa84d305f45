import { describe, expect, it } from "vitest";
import { readAssets } from "../../../src/console/entry/assets.js";
import { ask, serveConsole, signIn, visit } from "../../support/console-server.js";
import { openSocket, readToEnd } from "../../support/http-server.js";
import { tempWorkspace } from "../../support/workspace.js";

describe("The files of the page", () => {
  it("are those that the package has, with their types; what a name promises to stay is kept [CONSEC-26]", async () => {
    const server = await serveConsole(tempWorkspace());
    const browser = await signIn(server);
    const assets = readAssets();
    expect([...assets.keys()]).toEqual(expect.arrayContaining(["/", "/icon.svg"]));
    expect([...assets.keys()].filter((path) => path.endsWith(".js"))).not.toEqual([]);
    for (const [path, { type, bytes, isHashed }] of assets) {
      const { status, headers, text } = await ask(server, path, { cookie: browser.cookie });
      expect({ path, status, type: headers["content-type"], text }).toEqual({
        path,
        status: 200,
        type,
        text: Buffer.from(bytes).toString("utf8"),
      });
      expect(isHashed).toBe(path.startsWith("/assets/"));
      expect(headers["cache-control"]).toBe(isHashed ? "private, max-age=31536000, immutable" : "no-store");
    }
  });

  it("are none where the package has none, and the page says so [CONSEC-26]", async () => {
    const files = tempWorkspace({ "other.exe": "", "index.html": "<p>", "assets/a.js": "1" });
    expect([...readAssets(files.path("nowhere")).keys()]).toEqual([]);
    expect([...readAssets(files.root).keys()]).toEqual(["/assets/a.js", "/"]);
  });

  it.each([
    "/assets/../index.html",
    "/assets/..%2findex.html",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..\\..\\..\\package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets//etc/passwd",
    "/assets/%00",
    "/assets/index.js%00.css",
    "/assets/",
    "/assets/.",
    "/assets/__proto__",
    "/assets/constructor",
    "//",
    "//etc/passwd",
    "/index.html",
    "/icon.svg/",
    "/ICON.SVG",
    "/package.json",
    "/../../package.json",
    "http://127.0.0.1/",
  ])("are not left by %s [CONSEC-26]", async (path) => {
    const server = await serveConsole(tempWorkspace());
    const { cookie } = await signIn(server);
    // By hand: clients tidy such paths up.
    const socket = await openSocket(server);
    socket.write(
      [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${server.port}`,
        `Cookie: ${cookie}`,
        "Connection: close",
        "",
        "",
      ].join("\r\n"),
    );
    const text = await readToEnd(socket);
    expect(text.slice(0, 12)).toBe("HTTP/1.1 404");
    expect(text).toContain("There is nothing here");
    expect(text).not.toMatch(/root:|devDependencies|<div id="app">/);
  });

  it("need the cookie before it is told whether they are there [CONSEC-4]", async () => {
    const server = await serveConsole(tempWorkspace());
    const answers = await Promise.all(
      [...readAssets().keys(), "/assets/none.js"].map((path) => visit(server, path)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });
});
