/** Audit logs as tests find them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { AuditRecord } from "../../src/audit/audit-record.js";
import { verifyChain } from "../../src/audit/chain.js";
import type { TempWorkspace } from "./workspace.js";

/** Where the log of a temporary workspace lies. */
export function logOf(files: TempWorkspace): string {
  return join(files.root, "../state/audit/audit.jsonl");
}

/** The records of a log that hangs together. */
export function readLog(path: string): readonly AuditRecord[] {
  const text = readFileSync(path, "utf8");
  expect(verifyChain(text).broken).toBeUndefined();
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as AuditRecord);
}
