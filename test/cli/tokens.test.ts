/** The tokens of single agents at the command line, and what is recorded of their agents. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { as, callIn, stateOf, tokensFileOf } from "../support/agent-tokens.js";
import { typeCommand } from "../support/command-line.js";
import { openSession, serveHttp } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

describe("filewright tokens", () => {
  it("makes a token and prints it once, lists it without, and revokes it [HOST-193]", async () => {
    const { root } = tempWorkspace();
    const words = [
      "tokens",
      "add",
      "docs",
      "--mode",
      "plan",
      "--allow",
      "Edit(/docs/**)",
      "--deny",
      "Read(.env)",
    ];
    const added = await typeCommand(words, root);
    expect(added.code).toBe(0);
    expect(added.stdout).toMatch(/^fwt_[\w-]{43}\n$/);
    expect(added.stderr).toContain("filewright tokens revoke docs");
    const listed = await typeCommand(["tokens", "list"], root);
    expect(listed.stdout).toMatch(
      /^docs {2}added .* never used {2}mode plan; deny Read\(\.env\); allow Edit\(\/docs\/\*\*\)\n$/,
    );
    const json = await typeCommand(["tokens", "list", "--json"], root);
    expect(JSON.parse(json.stdout)).toMatchObject({ tokens: [{ name: "docs", mode: "plan", usedAt: null }] });
    expect(json.stdout).not.toContain("digest");
    expect((await typeCommand(["tokens", "revoke", "docs"], root)).code).toBe(0);
    expect((await typeCommand(["tokens", "revoke", "docs"], root)).code).toBe(1);
    expect((await typeCommand(["tokens", "list", "--json"], root)).stdout).toBe('{"tokens":[]}\n');
  });

  it("refuses bad names, modes, rules and names that are taken, and changes nothing [HOST-193]", async () => {
    const files = tempWorkspace();
    const { root } = files;
    await typeCommand(["tokens", "add", "docs"], root);
    const before = readFileSync(tokensFileOf(files), "utf8");
    for (const words of [
      ["docs"],
      ["a b"],
      ["x", "--mode", "yolo"],
      ["x", "--deny", "Edit("],
      ["x", "--allow", ""],
      ["x", "--ask", "x".repeat(5000)],
    ]) {
      const { code, stdout, stderr } = await typeCommand(["tokens", "add", ...words], root);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).not.toBe("");
    }
    expect(readFileSync(tokensFileOf(files), "utf8")).toBe(before);
  });

  it("lists when a token was last used, after the server has ended [HOST-193]", async () => {
    const files = tempWorkspace();
    const { stdout } = await typeCommand(["tokens", "add", "docs"], files.root);
    const server = await serveHttp(files);
    await openSession(as(server, stdout.trim()));
    await server.http.close();
    const listed = await typeCommand(["tokens", "list", "--json"], files.root);
    const { tokens } = JSON.parse(listed.stdout) as { tokens: readonly { usedAt: number | null }[] };
    expect(tokens[0]?.usedAt).toBeGreaterThan(0);
  });
});

describe("An agent with a token", () => {
  it("is named in history and audit log by its token, whatever its client calls itself [HOST-191]", async () => {
    const files = tempWorkspace({ "a.txt": "one\n" });
    const { stdout } = await typeCommand(["tokens", "add", "docs"], files.root);
    const log = join(stateOf(files), "audit", "audit.jsonl");
    const server = await serveHttp(files, { environment: { FILEWRIGHT_AUDIT: "1" } });
    const agent = as(server, stdout.trim());
    const write = (name: string): object => ({ file_path: files.path(name), content: "x" });
    await callIn(agent, await openSession(agent), "Write", write("by-agent.txt"));
    await callIn(server, await openSession(server), "Write", write("by-owner.txt"));
    await server.http.close();
    const records = readFileSync(log, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; path?: string; agent?: string });
    const of = (name: string) => records.filter(({ path }) => path?.endsWith(name) === true);
    expect(of("by-agent.txt").map(({ event, agent: by }) => [event, by])).toEqual([
      ["file-changed", "docs"],
      ["call-finished", "docs"],
    ]);
    expect(of("by-owner.txt").every((record) => !("agent" in record))).toBe(true);
    const toolkit = files.toolkit({ stateDirectory: stateOf(files) });
    const changes = await toolkit.history.list();
    expect(changes.map(({ record }) => [record.agent, record.client])).toEqual(
      expect.arrayContaining([
        ["docs", "docs (test 1)"],
        [undefined, "test 1"],
      ]),
    );
  });
});
