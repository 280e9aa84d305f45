/** Another program that changes a file without asking anybody, in one of seven ways, and knows what became of it. */
import { execFileSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { setTimeout as rest } from "node:timers/promises";
import { LINES, monotonicMs, type WriterJob } from "../core/race.js";
import { Random } from "../core/random.js";
import { parseParts, renderVersion } from "../core/self-describing.js";

const job = JSON.parse(process.argv[2] as string) as WriterJob;
const random = new Random(job.seed);
const lines = LINES[job.form];
const appends = job.kind === "append" || job.kind === "held-append";
const REOPEN_EVERY = 20;
let held: number | undefined;
let heldWrites = 0;

function report(message: object): void {
  writeSync(1, `${JSON.stringify(message)}\n`);
}

function writeWhole(flags: string, content: string): void {
  const descriptor = openSync(job.path, flags);
  writeSync(descriptor, content, 0);
  if (flags === "r+") ftruncateSync(descriptor, content.length);
  closeSync(descriptor);
}

function append(tag: string): void {
  const descriptor = job.kind === "append" ? openSync(job.path, "a") : (held ??= openSync(job.path, "a"));
  writeSync(descriptor, `append ${tag}\n`);
  heldWrites += 1;
  if (job.kind === "held-append" && heldWrites % REOPEN_EVERY !== 0) return;
  closeSync(descriptor);
  held = undefined;
}

/** A new file takes the name; a second name, if the file had one, is given to it as well. */
function moveIntoPlace(from: string, content: string): void {
  writeFileSync(from, content);
  if (job.form === "linked") {
    rmSync(`${job.path}.link`, { force: true });
    linkSync(from, `${job.path}.link`);
  }
  if (job.kind === "move" && random.below(4) === 0) execFileSync("mv", ["-f", from, job.path]);
  else renameSync(from, job.path);
}

function write(tag: string): void {
  if (appends) return append(tag);
  const content = renderVersion(tag, lines);
  if (job.kind === "truncate") return writeWhole("w", content);
  if (job.kind === "overwrite") return writeWhole("r+", content);
  if (job.kind === "rename") return moveIntoPlace(`${job.root}/.formatter-${tag}`, content);
  if (job.kind === "move") return moveIntoPlace(`${job.base}/moved-${tag}`, content);
  execFileSync("git", ["-C", job.root, "checkout", "--quiet", `refs/tags/${tag}`, "--", "."], {
    stdio: "ignore",
  });
}

/** What stands in the file just now; a mixture can only be told where nobody writes in place. */
function look(): string {
  const present = readFileSync(job.path, "utf8");
  if (job.form !== "linked" && parseParts(present) === undefined) {
    report({ kind: "mixture", present: `${present.length} bytes: ${present.slice(0, 60)}` });
  }
  return present;
}

const end = performance.now() + job.milliseconds;
let last: { tag: string; begunAt: number; endedAt: number } | undefined;
for (let count = 1; performance.now() < end; count += 1) {
  if (!appends) {
    const present = look();
    if (last !== undefined) {
      const isReplacedByWriter = present === renderVersion(last.tag, lines);
      report({ kind: "write", write: { ...last, isReplacedByWriter } });
    }
  }
  const tag = `${job.name}-${count}`;
  const begunAt = monotonicMs();
  try {
    write(tag);
  } catch {
    // git and mv give up when the file changes under them; then there is no such version.
    last = undefined;
    continue;
  }
  last = { tag, begunAt, endedAt: monotonicMs() };
  if (appends) report({ kind: "write", write: { ...last, isReplacedByWriter: false } });
  // Bursts, and rests that are long enough for a change to come through.
  await rest(random.below(4) === 0 ? job.restMs : random.next() * job.pauseMs);
}
if (!appends && last !== undefined) report({ kind: "write", write: { ...last, isReplacedByWriter: false } });
