/** Language servers that mean harm, and projects that would make servers do it. */
import { describe, expect, it } from "vitest";
import { renderDiagnostics } from "../../src/lsp/render-diagnostics.js";
import { serve, until } from "../lsp/server-support.js";

/** Says that it is ready, asks for all of its settings again and again, and never reads an answer. */
const GREEDY = `
const send = (message) => {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body);
};
process.stdin.once("data", (head) => {
  process.stdin.pause();
  send({ id: Number(/"id":(\\d+)/.exec(String(head))?.[1] ?? 0), result: { capabilities: {} } });
  const items = Array.from({ length: 100 }, () => ({ section: "" }));
  for (let id = 1; id <= 50; id += 1) send({ id, method: "workspace/configuration", params: { items } });
});
setInterval(() => undefined, 1000);
`;

describe("A language server", () => {
  it("that asks and does not listen is ended before its answers fill our memory [FIX-122]", async () => {
    const spec = {
      program: process.execPath,
      arguments: ["-e", GREEDY],
      settings: { fake: "x".repeat(100_000) },
    };
    const { server, states, check } = serve({}, { spec });
    void check("a.txt", "one");
    await until(() => states.includes("ended: no longer takes what it is told"));
    expect(server.state).toBe("waiting");
  });

  it("can't keep us busy with the spaces in its messages [FIX-123]", () => {
    const message = `one${" ".repeat(1990)}two \r\n \n  three`;
    const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const introduced = Array.from({ length: 1000 }, () => ({
      ...place,
      severity: "error" as const,
      message,
    }));
    const report = { path: "/w/app/a.ts", state: "fresh" as const, introduced, resolved: [], isLate: false };
    // Looking for line ends behind spaces from every space took two thousand million steps.
    const files = Array.from({ length: 5 }, () => report);
    expect(renderDiagnostics(files)?.split("\n")).toHaveLength(20);
  });
});
