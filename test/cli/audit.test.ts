import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Seat, takeSeat } from "../support/terminal.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const audited = { environment: { FILEWRIGHT_AUDIT: "1" } };

async function worked(): Promise<{ files: TempWorkspace; seat: Seat; file: string }> {
  const files = tempWorkspace({ "a.txt": "one\n" });
  const seat = takeSeat(files.root);
  await seat.run(["read", "a.txt"], audited);
  await seat.run(["edit", "a.txt", "--old", "one", "--new", "two", "--mode", "acceptEdits"], audited);
  await seat.run(["read", "missing.txt"], audited);
  return { files, seat, file: join(seat.stateDirectory, "audit/audit.jsonl") };
}

const columns = (out: string): string[][] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/ {2,}/));

describe("filewright audit", () => {
  it("shows the newest lines [AUDIT-8]", async () => {
    const { files, seat, file } = await worked();
    const { code, out, err } = await seat.run(["audit"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(columns(out)).toEqual([
      [time, "call-finished", "Read", files.path("a.txt")],
      [time, "file-changed", "Edit", "allowed", files.path("a.txt")],
      [time, "call-finished", "Edit", files.path("a.txt")],
      [time, "call-finished", "Read", "FILE_NOT_FOUND", files.path("missing.txt")],
    ]);
    const newest = await seat.run(["audit", "show", "--limit", "1", "--json"]);
    expect(JSON.parse(newest.out)).toMatchObject({ file, records: [{ code: "FILE_NOT_FOUND" }] });
  });

  it("tells that the log is sound, with its last hash [AUDIT-8]", async () => {
    const { seat, file } = await worked();
    const lastHash = (
      JSON.parse(readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "") as { hash: string }
    ).hash;
    const { code, out } = await seat.run(["audit", "verify"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: `4 lines in 1 file, all as they were written.\nLast hash: ${lastHash}\n`,
    });
    expect((await seat.run(["audit", "verify", "--expect", lastHash])).code).toBe(0);
    await seat.run(["read", "a.txt"], audited);
    expect((await seat.run(["audit", "verify", "--expect", lastHash])).code).toBe(0);
    expect((await seat.run(["audit", "verify", "--expect", "f".repeat(64)])).code).toBe(2);
  });

  it("tells the first line that was tampered with [AUDIT-8]", async () => {
    const { seat, file } = await worked();
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, `${lines.toSpliced(1, 1).join("\n")}\n`);
    const { code, out, err } = await seat.run(["audit", "verify"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe(
      `filewright: ${file}, line 2: it does not follow the line before it: lines were taken out, put in or moved. 1 line before it can be believed.\n`,
    );
    const { out: json } = await seat.run(["audit", "verify", "--json"]);
    expect(JSON.parse(json)).toMatchObject({ isSound: false, lines: 1, broken: { file, line: 2 } });
  });

  it("looks at the file that is named, and shows nothing that could control the terminal [AUDIT-8]", async () => {
    const files = tempWorkspace({
      "log.jsonl": '{"event":"\\u001b[31mx\\u202e","path":"a\\nb"}\n\u001b]0;t\u0007\n',
    });
    const seat = takeSeat(files.root);
    const { code, out } = await seat.run(["audit", "--file", "log.jsonl"]);
    expect(code).toBe(0);
    expect(columns(out)).toEqual([["", "\\x1b[31mx\\u{202e}", "a\\nb"], ["\\x1b]0;t\\x07"]]);
    expect((await seat.run(["audit", "verify", "--file", "log.jsonl"])).code).toBe(2);
  });

  it("says how to keep a log where there is none [AUDIT-8]", async () => {
    const files = tempWorkspace();
    const seat = takeSeat(files.root);
    for (const words of [["audit"], ["audit", "verify"]]) {
      const { code, out, err } = await seat.run(words);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain("There is no audit log at");
      expect(err).toContain("FILEWRIGHT_AUDIT=1");
    }
    const { code, err } = await seat.run(["audit", "verfy"]);
    expect(code).toBe(2);
    expect(err).toContain("verify");
  });
});
