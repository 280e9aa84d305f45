// Child of helper-process.test.ts: does what the header of a request says, good or bad.
import { setTimeout as delay } from "node:timers/promises";

/** @type {any} */
const { serveRequests } = await import(
  new URL("../../.build/lib/process/serve-requests.js", import.meta.url).href
);

/** @type {Record<string, (payload: Uint8Array, header: any) => unknown>} */
const commands = {
  echo: () => ({ said: "echo" }),
  surroundings: () => ({
    environment: process.env,
    folder: process.cwd(),
    options: process.execArgv,
    pid: process.pid,
  }),
  sleep: (_, { ms }) => delay(ms, { pid: process.pid }),
  spin: () => {
    for (;;);
  },
  exit: () => {
    process.stderr.write("last words\n");
    process.exit(7);
  },
  fall: () => process.kill(process.pid, "SIGSEGV"),
  throw: () => {
    throw new Error("a defect");
  },
  complain: () => {
    process.stderr.write("x".repeat(1_000_000));
    return {};
  },
  babble: () => {
    process.stdout.write("Hello! This is no frame, and it is long enough to be told from one.");
    return delay(60_000);
  },
  boast: (_, { lengths }) => {
    const front = Buffer.alloc(8);
    front.writeUInt32BE(lengths[0], 0);
    front.writeUInt32BE(lengths[1], 4);
    process.stdout.write(front);
    return delay(60_000);
  },
  repeat: () => {
    setTimeout(() => process.stdout.write(Buffer.alloc(8)), 20);
    return {};
  },
};

serveRequests(async (/** @type {any} */ { header, payload }) => {
  const answer = await commands[header.do]?.(payload, header);
  return { header: answer, payload };
});
