/** Requests as text: put together once, so that a client has next to nothing to do for each. */

/** All numbers have as many digits, so that equal answers are equally long. */
const FIRST_ID = 1_000_000_000;
const CLIENT = { name: "bench", version: "1" };

/** The last revision but one, which every server here understands. */
export const SESSION_REVISION = "2025-06-18";
export const INITIALIZE = { protocolVersion: SESSION_REVISION, capabilities: {}, clientInfo: CLIENT };
export const INITIALIZED = '{"jsonrpc":"2.0","method":"notifications/initialized"}';

/** The revision without a handshake, in which every request says for itself what a handshake used to say. */
export const MODERN_REVISION = "2026-07-28";
export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": MODERN_REVISION,
  "io.modelcontextprotocol/clientInfo": CLIENT,
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface Flood {
  readonly method: string;
  readonly params: object;
  readonly count: number;
  /** So many are on their way at any time. */
  readonly inFlight: number;
}

export class RequestWriter {
  #lastId = FIRST_ID;

  /** Each call of what it answers is a request of its own; only their numbers differ. */
  prepare(method: string, params: object): () => string {
    const tail = `,"method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`;
    return () => {
      this.#lastId += 1;
      return `{"jsonrpc":"2.0","id":${this.#lastId}${tail}`;
    };
  }
}
