/**
 * The folders that a client says it works in. They may only narrow what the server was started with: a client can't give
 * itself more than its user has. Newer revisions of the protocol have given them up.
 */
import { fileURLToPath } from "node:url";
import type { Server } from "@modelcontextprotocol/server";

/** So long calls wait for a client that has announced folders and does not name them. */
const PATIENCE_MS = 2000;

export const ROOTS_CHANGED = "notifications/roots/list_changed";

export interface RootsFollower {
  /** Puts the client's folders in force. */
  readonly narrow: (folders: readonly string[]) => Promise<void>;
  /** Has calls wait until what the client was asked for is in force, or it has been waited for long enough. */
  readonly hold: (settling: Promise<void>) => void;
}

/** Asks for the client's folders when it is ready, and again whenever it says that they have changed. */
export function followClientRoots(server: Server, { narrow, hold }: RootsFollower): void {
  // oxlint-disable-next-line typescript/no-deprecated -- older clients still have them
  const hasRoots = (): boolean => server.getClientCapabilities()?.roots !== undefined;
  let asked = 0;
  const ask = async (): Promise<void> => {
    asked += 1;
    const turn = asked;
    try {
      // oxlint-disable-next-line typescript/no-deprecated -- older clients still have them
      const { roots } = await server.listRoots(undefined, { timeout: PATIENCE_MS });
      // An answer that a later question has overtaken is out of date.
      if (turn === asked) await narrow(findFolders(roots.map(({ uri }) => uri)));
    } catch {
      // A client that does not answer narrows nothing: the user's own roots stand.
    }
  };
  const follow = (): void => {
    if (hasRoots()) hold(ask());
  };
  server.oninitialized = follow;
  server.setNotificationHandler(ROOTS_CHANGED, follow);
}

/** Folders of this machine among them; other kinds of address mean nothing here. */
export function findFolders(uris: readonly string[]): readonly string[] {
  return uris.flatMap((uri) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      return [];
    }
  });
}
