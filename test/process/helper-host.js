// Child of helper-process.test.ts: a host that uses a helper and then does what it is told.
import { closeSync, openSync } from "node:fs";

/** @type {any} */
const { HelperProcess } = await import(
  new URL("../../.build/lib/process/helper-process.js", import.meta.url).href
);
const script = new URL("obedient-helper.js", import.meta.url).pathname;
const helper = new HelperProcess({ script, idleMs: 600_000 });
/** @param {object} header */
const ask = (header) =>
  helper.request({ header, payload: new Uint8Array(3), timeoutMs: 60_000, maxAnswerBytes: 10_000_000 });
/** @param {unknown} value */
const tell = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

/** @type {Record<string, () => Promise<void>>} */
const ways = {
  // Nothing but the end of the program: neither the idle helper nor its pipes nor its timer may hold it.
  "ends by itself": async () => {
    const { header } = await ask({ do: "surroundings" });
    tell(header.pid);
  },
  "waits for the answer": async () => {
    const { header } = await ask({ do: "sleep", ms: 300 });
    tell(header.pid);
  },
  "closes and waits": async () => {
    const { header } = await ask({ do: "surroundings" });
    await helper.close();
    tell(header.pid);
  },
  "is killed while idle": async () => {
    const { header } = await ask({ do: "surroundings" });
    tell(header.pid);
    setInterval(() => undefined, 1000);
  },
  "is killed while busy": async () => {
    const { header } = await ask({ do: "surroundings" });
    void ask({ do: "sleep", ms: 600_000 });
    tell(header.pid);
  },
  "has no descriptors": async () => {
    // What is needed for starting programs at all is loaded before it gets scarce.
    await ask({ do: "exit" });
    const taken = [];
    try {
      for (;;) taken.push(openSync("/dev/null", "r"));
    } catch {
      for (const descriptor of taken.splice(0, 2)) closeSync(descriptor);
    }
    const crowded = await ask({ do: "echo" });
    for (const descriptor of taken) closeSync(descriptor);
    const free = await ask({ do: "echo" });
    tell([crowded.reason, free.outcome]);
  },
};

await ways[process.argv[2] ?? ""]?.();
