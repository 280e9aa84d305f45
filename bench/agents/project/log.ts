/** A log of 4 MB in which lines of concurrent requests alternate, and one request crashes its worker. */
import { createRandom } from "../../fixture-text.js";

const BYTES = 4 * 1024 ** 2;
const WORKERS = 12;
/** Position of the crash in bytes. */
const CRASH_AT = 0.61 * BYTES;
const MILLISECONDS_BETWEEN = 37;
const ROUTES = "/placements /vessels /invoices /manifests /tariffs/quote /yard/slots".split(" ");

export const CRASH = {
  request: "r-058213",
  cause:
    'ERROR [worker-7] store.sqlite r-058213 cannot lock "yard": held for 31 s by pid 3312 (nightly-vacuum)',
  end: "FATAL [worker-7] supervisor r-058213 worker gave up after 3 attempts, exit code 70",
} as const;

/** The lines of the request that crashes, each after a number of lines of other requests. */
const CRASH_LINES = [
  [0, `INFO  [worker-7] api.routes ${CRASH.request} POST /yard/slots from 10.4.0.19`],
  [3, `WARN  [worker-7] store.sqlite ${CRASH.request} attempt 1 of 3: database is locked`],
  [17, `WARN  [worker-7] store.sqlite ${CRASH.request} attempt 2 of 3: database is locked`],
  [21, CRASH.cause],
  [26, CRASH.end],
] as const;

export function createLog(): Buffer {
  const random = createRandom(58_213);
  const log = new LogWriter();
  const addOthers = (isEnough: (added: number) => boolean): void => {
    for (let added = 0; !isEnough(added); added += 1) log.add(ordinaryLine(random, log.lines));
  };
  addOthers(() => log.length > CRASH_AT);
  for (const [others, text] of CRASH_LINES) {
    addOthers((added) => added === others);
    log.add(text);
  }
  addOthers(() => log.length >= BYTES);
  return log.bytes();
}

class LogWriter {
  length = 0;
  readonly #lines: string[] = [];

  get lines(): number {
    return this.#lines.length;
  }

  add(text: string): void {
    const line = `${timeOf(this.lines)} ${text}\n`;
    this.#lines.push(line);
    this.length += line.length;
  }

  bytes(): Buffer {
    return Buffer.from(this.#lines.join(""));
  }
}

function timeOf(line: number): string {
  return new Date(Date.UTC(2026, 8, 14) + line * MILLISECONDS_BETWEEN).toISOString();
}

/** Some are harmless lines that a careless search for "fatal" or "error" would find. */
function ordinaryLine(random: () => number, line: number): string {
  const worker = Math.floor(random() * WORKERS);
  const request = `r-${String(Math.floor(line / 3)).padStart(6, "0")}`;
  const route = ROUTES[Math.floor(random() * ROUTES.length)] ?? "/";
  const kind = random();
  if (kind < 0.02) return `WARN  [worker-${worker}] store.cache ${request} non-fatal: entry expired early`;
  if (kind < 0.025)
    return `ERROR [worker-${worker}] api.auth ${request} token of client ${Math.floor(random() * 900)} expired`;
  if (kind < 0.4)
    return `DEBUG [worker-${worker}] store.sqlite ${request} ${1 + Math.floor(random() * 40)} rows`;
  return `INFO  [worker-${worker}] api.routes ${request} GET ${route} 200 in ${1 + Math.floor(random() * 90)} ms`;
}
