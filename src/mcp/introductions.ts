/** What server and client say of themselves. */
import type { ClientCapabilities, Implementation } from "@modelcontextprotocol/server";
import { clip } from "../text/clip.js";
import type { ServerParts } from "./conversation.js";

/** What the server calls itself. */
export function identityOf({ version }: Pick<ServerParts, "version">): Implementation {
  return { name: "filewright", title: "Filewright", version };
}

/** What it can do beyond what everyone can. */
export const capabilities = { tools: {} } as const;

/** Neither part may leave no room for the other. */
const MAX_NAME_CHARACTERS = 50;

/** What a client calls itself, and the agent's name in the address if it has one; empty when neither says anything. */
export function nameClient(client: unknown, agent: string = ""): string {
  const { name, version } = (client ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  const words = [name, version].filter((word): word is string => typeof word === "string" && word !== "");
  const shown = clip(words.join(" "), MAX_NAME_CHARACTERS);
  if (agent === "" || shown === "") return agent === "" ? shown : clip(agent, MAX_NAME_CHARACTERS);
  return `${clip(agent, MAX_NAME_CHARACTERS)} (${shown})`;
}

/** A client that names no kind of elicitation means forms. */
export function canFillForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
