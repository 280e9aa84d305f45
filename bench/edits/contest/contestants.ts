/** Who takes part. */
import { allPeers, isInstalled, type Peer } from "../../peers/catalog.js";
import type { EditContestant } from "./editor.js";
import { createFilewright } from "./filewright.js";
import { createPeer } from "./peer.js";

export interface ContestantChoice {
  /** A folder with another build of the library. */
  readonly engine: string | undefined;
  readonly usePeers: boolean;
  /** The id of the only contestant; all if undefined. */
  readonly only: string | undefined;
}

export const OURS = "filewright";

/** Edits that these two refuse take up to half a second, because they look for similar text. */
const MOST_EDITS: Partial<Record<Peer["id"], number>> = { "desktop-commander": 2000, gemini: 20_000 };

export function chooseContestants(choice: ContestantChoice): readonly EditContestant[] {
  const peers = choosePeers(choice).map((peer) => createPeer(peer, MOST_EDITS[peer.id]));
  return choice.only === undefined || choice.only === OURS
    ? [createFilewright(OURS, choice.engine), ...peers]
    : peers;
}

/** The installed peers that take part. */
export function choosePeers({ usePeers, only }: ContestantChoice): readonly Peer[] {
  return allPeers.filter((peer) => (only === undefined ? usePeers : only === peer.id) && isInstalled(peer));
}

export const contestantIds: readonly string[] = [OURS, ...allPeers.map(({ id }) => id)];
