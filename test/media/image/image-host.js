// Child of own-process.test.ts: a host that has one image prepared and watches itself meanwhile.
import { readFileSync } from "node:fs";

/** @type {any} */
const { ImageService } = await import(
  new URL("../../../.build/lib/media/image/image-service.js", import.meta.url).href
);
const bytes = readFileSync(process.argv[2] ?? "");
const service = new ImageService({ idleMs: 600_000 });
const before = process.memoryUsage().rss;
let turns = 0;
let longest = 0;
let last = performance.now();
const timer = setInterval(() => {
  turns += 1;
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
}, 1);
const budget = { maxSide: 2000, maxBytes: 3_750_000, maxTokens: 100_000 };
const { outcome } = await service.prepare(bytes, budget);
clearInterval(timer);
/** @type {any} */
const report = process.report.getReport();
process.stdout.write(
  JSON.stringify({
    outcome,
    turns,
    longest: Math.round(longest),
    grown: Math.round((process.memoryUsage().rss - before) / 2 ** 20),
    libraries: report.sharedObjects.filter((/** @type {string} */ name) => /vips|sharp/.test(name)),
  }),
);
