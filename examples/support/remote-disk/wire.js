// Messages between the two halves of the remote disk, one a line. They hold bytes, big integers and what is undefined, which
// JSON does not know; both halves need the same Node for it.
import { createInterface } from "node:readline";
import { deserialize, serialize } from "node:v8";

/**
 * @param {NodeJS.WritableStream} output
 * @param {unknown} message
 */
export function send(output, message) {
  output.write(`${serialize(message).toString("base64")}\n`);
}

/**
 * @param {NodeJS.ReadableStream} input
 * @param {(message: any) => unknown} take
 */
export function receive(input, take) {
  createInterface({ input }).on("line", (line) => void take(deserialize(Buffer.from(line, "base64"))));
}
