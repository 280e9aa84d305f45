/** All the peers that are installed, asked the same. */
import type { Contestant } from "../measure.js";
import { isInstalled, type Peer, peers } from "./catalog.js";
import { HostedPeer, type PeerTask } from "./hosted-peer.js";

export class PeerField {
  readonly #hosted: readonly HostedPeer[];

  private constructor(hosted: readonly HostedPeer[]) {
    this.#hosted = hosted;
  }

  static ofInstalled(directory: string): PeerField {
    return new PeerField(peers.filter(isInstalled).map((peer) => new HostedPeer(peer, directory)));
  }

  static empty(): PeerField {
    return new PeerField([]);
  }

  get peers(): readonly Peer[] {
    return this.#hosted.map(({ peer }) => peer);
  }

  async enter(task: PeerTask): Promise<Contestant[]> {
    const contestants: Contestant[] = [];
    for (const hosted of this.#hosted) contestants.push(await hosted.enter(task));
    return contestants;
  }

  close(): void {
    for (const hosted of this.#hosted) hosted.close();
  }
}
