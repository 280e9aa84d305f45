/**
 * Whom a server without sessions takes a client for: whoever holds the token, under the agent's name in the address and
 * the name the client gives itself. Questions and versions of files are bound to it.
 */
import { hash } from "node:crypto";

/** Longer names are told apart by their beginning. */
const MAX_NAME = 200;

export type NamePrincipal = (agent: string, clientName: unknown) => string;

export function createPrincipals(token: string): NamePrincipal {
  const holder = hash("sha256", `principal:${token}`, "base64url").slice(0, 16);
  return (agent, clientName) =>
    JSON.stringify([holder, agent, typeof clientName === "string" ? clientName.slice(0, MAX_NAME) : ""]);
}
