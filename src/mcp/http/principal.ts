/**
 * Whom a server without sessions takes a client for: whoever holds the token, under the agent's name in the address and
 * the name the client gives itself. Questions and versions of files are bound to it.
 */
import { hash } from "node:crypto";
import type { Caller } from "./lanes.js";

/** Longer names are told apart by their beginning. */
const MAX_NAME = 200;

export type NamePrincipal = (caller: Caller, clientName: unknown) => string;

export function createPrincipals(token: string): NamePrincipal {
  const nameHolder = (secret: string): string =>
    hash("sha256", `principal:${secret}`, "base64url").slice(0, 16);
  const own = nameHolder(token);
  return ({ agent, token: theirs }, clientName) =>
    JSON.stringify([
      theirs === undefined ? own : nameHolder(theirs.digest),
      agent,
      typeof clientName === "string" ? clientName.slice(0, MAX_NAME) : "",
    ]);
}
