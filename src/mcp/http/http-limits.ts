/** Bounds of the HTTP server: nobody who connects can make it hold, wait or grow without end. */
export interface HttpLimits {
  /** Connections beyond this are closed at once. */
  readonly maxConnections: number;
  /** So much is held of all bodies together that are under way; what each may have in any case is not counted. */
  readonly maxHeldBytes: number;
  /** The same for the bodies of one token. */
  readonly maxHeldBytesPerToken: number;
  /** The same for the bodies of one session, and for all of one token that belong to no session. */
  readonly maxHeldBytesPerSession: number;
  /** Requests that are under way of one session, or without a session by one token under one name in the path. */
  readonly maxCallsPerSession: number;
  /** Requests of one token that are under way, in its sessions and, counted apart, without one. */
  readonly maxCallsPerToken: number;
  /** So long a client may take for its headers, and for a whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How long a client that is not known to have the token may take for a body, and keep a connection that it does not use. */
  readonly anonymousMs: number;
  /** So often those two are looked after. */
  readonly checkMs: number;
  /** So long a connection may wait for its next request. */
  readonly keepAliveMs: number;
  /** Sessions, and conversations of clients without sessions; beyond them a token's own make room first. */
  readonly maxSessions: number;
  readonly maxConversations: number;
  /** A session that nobody uses ends after this. */
  readonly idleMs: number;
  /** The first wrong token is answered after this, each further one after twice as long, up to the last. */
  readonly firstGuessMs: number;
  readonly lastGuessMs: number;
  /** So often an open stream says that it is alive. */
  readonly heartbeatMs: number;
}

export const defaultHttpLimits: HttpLimits = {
  maxConnections: 4096,
  maxHeldBytes: 512 * 1024 * 1024,
  maxHeldBytesPerToken: 384 * 1024 * 1024,
  maxHeldBytesPerSession: 160 * 1024 * 1024,
  maxCallsPerSession: 256,
  maxCallsPerToken: 1024,
  headersMs: 5_000,
  requestMs: 120_000,
  anonymousMs: 5_000,
  checkMs: 1_000,
  keepAliveMs: 65_000,
  maxSessions: 1000,
  maxConversations: 1000,
  idleMs: 30 * 60 * 1000,
  firstGuessMs: 100,
  lastGuessMs: 10_000,
  heartbeatMs: 15_000,
};

export const MAX_HEADER_BYTES: number = 16 * 1024;
