/** Runs one peer in a process of its own, so that neither its memory nor its failures touch what is measured beside it. */
import { flatten } from "../answers.js";
import { reasonOf } from "../measure.js";
import type { PeerAdapter, PeerCall, PeerSession } from "./adapter.js";
import type { RowPeer } from "./catalog.js";
import { openGemini } from "./gemini.js";
import { openPi } from "./pi.js";
import { openServerFilesystem } from "./server-filesystem.js";

export type HostRequest = { readonly id: number } & (
  | { readonly kind: "try"; readonly step: PeerStep }
  | { readonly kind: "sample"; readonly steps: readonly PeerStep[]; readonly repeat: number }
);

/** Calls that are made at once. */
export type PeerStep = readonly PeerCall[];

export interface HostReply {
  readonly id: number;
  readonly text?: string;
  readonly milliseconds?: number;
  readonly failure?: string;
}

const adapters: Record<RowPeer["id"], PeerAdapter> = {
  pi: openPi,
  gemini: openGemini,
  "server-filesystem": openServerFilesystem,
};

const [id, directory] = process.argv.slice(2) as [RowPeer["id"], string];
const session = adapters[id](directory);

process.on("message", (request: HostRequest) => {
  void answer(request).then((reply) => process.send?.(reply));
});
process.on("disconnect", () => {
  void session.then((open) => open.close()).finally(() => process.exit());
});

async function answer(request: HostRequest): Promise<HostReply> {
  try {
    const peer = await session;
    if (request.kind === "try") return { id: request.id, text: (await take(peer, request.step))[0] ?? "" };
    return { id: request.id, milliseconds: await sample(peer, request.steps, request.repeat) };
  } catch (cause) {
    return { id: request.id, failure: reasonOf(cause) };
  }
}

/** All steps in order, `repeat` times; the time of one step. */
async function sample(peer: PeerSession, steps: readonly PeerStep[], repeat: number): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < repeat; done += 1) {
    for (const step of steps) for (const text of await take(peer, step)) flatten(text);
  }
  return (performance.now() - startedAt) / (repeat * steps.length);
}

function take(peer: PeerSession, step: PeerStep): Promise<string[]> {
  return Promise.all(step.map((call) => makeCall(peer, call)));
}

function makeCall(peer: PeerSession, call: PeerCall): Promise<string> {
  switch (call.kind) {
    case "read":
      return peer.read(call);
    case "edit":
      return peer.edit(call);
    case "write":
      return peer.write(call);
    case "find":
      return peer.find(call);
    default:
      return peer.grep(call);
  }
}
