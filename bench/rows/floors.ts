import { readFileSync } from "node:fs";
import { type Contestant, timed } from "../measure.js";

/** What the disk and Node need to give a whole file as text: the floor of every Read. */
export function wholeReadFloor(path: string, repeat: number): Contestant {
  return timed({
    name: "readFileSync utf8",
    side: "floor",
    repeat,
    operation: () => readFileSync(path, "utf8"),
  });
}
