/** Runs one peer in a process of its own, so that neither its memory nor its failures touch what is measured beside it. */
import { flatten } from "../answers.js";
import { reasonOf } from "../measure.js";
import type { PeerAdapter, PeerRead, PeerSession } from "./adapter.js";
import type { Peer } from "./catalog.js";
import { openGemini } from "./gemini.js";
import { openPi } from "./pi.js";
import { openServerFilesystem } from "./server-filesystem.js";

export type HostRequest = { readonly id: number } & (
  | { readonly kind: "read"; readonly read: PeerRead }
  /** All reads at once, `repeat` times in a row. */
  | { readonly kind: "sample"; readonly reads: readonly PeerRead[]; readonly repeat: number }
);

export interface HostReply {
  readonly id: number;
  readonly text?: string;
  readonly milliseconds?: number;
  readonly failure?: string;
}

const adapters: Record<Peer["id"], PeerAdapter> = {
  pi: openPi,
  gemini: openGemini,
  "server-filesystem": openServerFilesystem,
};

const [id, directory] = process.argv.slice(2) as [Peer["id"], string];
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
    if (request.kind === "read") return { id: request.id, text: await peer.read(request.read) };
    return { id: request.id, milliseconds: await sample(peer, request.reads, request.repeat) };
  } catch (cause) {
    return { id: request.id, failure: reasonOf(cause) };
  }
}

async function sample(peer: PeerSession, reads: readonly PeerRead[], repeat: number): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < repeat; done += 1) {
    const texts = await Promise.all(reads.map((read) => peer.read(read)));
    for (const text of texts) flatten(text);
  }
  return (performance.now() - startedAt) / repeat;
}
