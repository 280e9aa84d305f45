/**
 * The helper's side: answers the requests that come on standard input, one at a time, and dies with its host. The end of
 * the input is that death, however it came. Then the process kills itself, because an ordinary exit first waits for native
 * work that may take for ever.
 */
import { encodeFrame, FrameReader, type HelperMessage } from "./helper-frames.js";

/** The host is trusted to send no more than it can hold itself. */
const bounds = { maxHeaderBytes: 64 * 1024, maxPayloadBytes: 2 ** 31 };

/** `answer` must not reject: what it throws ends the helper, and the host is told that it crashed. */
export function serveRequests(answer: (request: HelperMessage) => Promise<HelperMessage>): void {
  const reader = new FrameReader(bounds);
  const die = (): void => void process.kill(process.pid, "SIGKILL");
  const serve = async (request: HelperMessage): Promise<void> => {
    for (const piece of encodeFrame(await answer(request))) process.stdout.write(piece);
  };
  process.stdout.on("error", die);
  process.stdin.on("error", die).on("end", die);
  process.stdin.on("data", (piece: Buffer) => {
    const request = reader.take(piece);
    if (request === "garbled") die();
    else if (request !== undefined) void serve(request);
  });
}
