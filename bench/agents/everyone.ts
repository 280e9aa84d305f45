/** Plays the stories for filewright and every installed peer. */
import { allPeers, isInstalled, type Peer } from "../peers/catalog.js";
import { launcher } from "../servers/stdio-server.js";
import type { StoryContestant } from "./contestants/contestant.js";
import { desktopCommander } from "./contestants/desktop-commander.js";
import { createFilewright } from "./contestants/filewright.js";
import { gemini } from "./contestants/gemini.js";
import { pi } from "./contestants/pi.js";
import { serverFilesystem } from "./contestants/server-filesystem.js";
import { playStories, type SessionResult } from "./play.js";
import { stories } from "./stories/all.js";

export const peerContestants: Readonly<Record<Peer["id"], StoryContestant>> = {
  "server-filesystem": serverFilesystem,
  "desktop-commander": desktopCommander,
  gemini,
  pi,
};

export async function playForEveryone({ usePeers }: { readonly usePeers: boolean }): Promise<{
  sessions: SessionResult[];
  peers: readonly Peer[];
}> {
  const peers = usePeers ? allPeers.filter(isInstalled) : [];
  const sessions: SessionResult[] = [];
  for (const contestant of [createFilewright(launcher), ...peers.map(({ id }) => peerContestants[id])])
    sessions.push(await playStories(contestant, stories));
  return { sessions, peers };
}
