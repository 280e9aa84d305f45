/** The two ways of speaking the protocol, by hand: a handshake once, or an envelope with every request. */
import type { Message, RawServer } from "./raw-server.js";

const NEWEST = "2026-07-28";
const NEWEST_WITH_HANDSHAKE = "2025-11-25";

type Capabilities = Readonly<Record<string, unknown>>;

/** Can be asked by form. */
export const asked: Capabilities = { elicitation: { form: {} } };

/** Opens a connection of an older revision. */
export async function shakeHands(
  server: RawServer,
  {
    capabilities = {},
    protocolVersion = NEWEST_WITH_HANDSHAKE,
  }: { capabilities?: Capabilities; protocolVersion?: string } = {},
): Promise<Message> {
  const answer = await server.request("initialize", {
    protocolVersion,
    capabilities,
    clientInfo: { name: "by-hand", version: "1" },
  });
  await server.notify("notifications/initialized");
  return answer;
}

/** The parameters of a request of the newest revision. */
export function enveloped(params: object, capabilities: Capabilities = asked): object {
  const { _meta = {}, ...others } = params as { readonly _meta?: object };
  return {
    ...others,
    _meta: {
      "io.modelcontextprotocol/protocolVersion": NEWEST,
      "io.modelcontextprotocol/clientInfo": { name: "by-hand", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": capabilities,
      ..._meta,
    },
  };
}
