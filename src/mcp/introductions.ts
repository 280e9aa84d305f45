/** What server and client say of themselves. */
import type { ClientCapabilities, Implementation } from "@modelcontextprotocol/server";
import type { ServerParts } from "./conversation.js";

/** What the server calls itself. */
export function identityOf({ version }: Pick<ServerParts, "version">): Implementation {
  return { name: "filewright", title: "Filewright", version };
}

/** What it can do beyond what everyone can. */
export const capabilities = { tools: {} } as const;

/** A client that names no kind of elicitation means forms. */
export function canFillForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}
