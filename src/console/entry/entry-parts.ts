/** What the entry stands on, and what its ways in share. */
import type { IncomingMessage } from "node:http";
import type { ConsoleGround } from "../../mcp/http/console-door.js";
import type { BodyPlace } from "../../mcp/http/read-body.js";
import type { Login, Logins } from "./logins.js";
import type { OneTimeLinks } from "./one-time-links.js";

export type EntryGround = Pick<
  ConsoleGround,
  "origin" | "tokenFile" | "isToken" | "loginSecret" | "guesses" | "room"
>;

/** All bodies that the console reads are counted together. */
export function placeOf({ room }: Pick<EntryGround, "room">): BodyPlace {
  return { room, holder: { token: "console" } };
}

export interface EntryParts extends EntryGround {
  readonly cookieName: string;
  readonly links: OneTimeLinks;
  readonly logins: Logins;
  readonly createLink: () => string;
  readonly findLogin: (request: IncomingMessage) => Login | undefined;
}
