/**
 * Where requests go that are not the protocol's: to the console, which is opened with the first of them. What it is made of
 * is the business of who starts the server; here is only the way to it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { TokensView } from "./agent-sessions.js";
import { answerRefusal } from "./answers.js";
import type { BodyRoom } from "./body-room.js";
import type { Engine } from "./engine.js";
import type { WrongGuesses } from "./wrong-guesses.js";

export interface ConsoleDoor {
  /** A request whose host and origin are served, and nothing else is known of. */
  handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  /** An address that lets a browser in, once. */
  createLink(): string;
  /** Ends what it has open. */
  close(): Promise<void>;
}

/** What a console is given to stand on. */
export interface ConsoleGround {
  /** The server as a browser names it, such as `http://127.0.0.1:7345`. */
  readonly origin: string;
  readonly version: string;
  readonly roots: readonly string[];
  readonly engine: Engine;
  readonly tokenFile: string;
  readonly isToken: (given: string) => boolean;
  /** Made of the token: what was made with it is void once there is another token. */
  readonly loginSecret: string;
  readonly guesses: WrongGuesses;
  readonly room: BodyRoom;
  /** The tokens of single agents, and how to revoke one. */
  readonly agents: TokensView;
}

export type OpenConsole = (ground: ConsoleGround) => Promise<ConsoleDoor>;

export class LazyConsole {
  readonly #open: () => Promise<ConsoleDoor>;
  #door: Promise<ConsoleDoor> | undefined;

  constructor(open: () => Promise<ConsoleDoor>) {
    this.#open = open;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    this.#find()
      .then((door) => door.handle(request, response))
      .catch(() => fail(response));
  }

  async createLink(): Promise<string> {
    return (await this.#find()).createLink();
  }

  async close(): Promise<void> {
    const door = await this.#door?.catch(() => undefined);
    await door?.close();
  }

  /** One that could not be opened is tried again with the next request. */
  #find(): Promise<ConsoleDoor> {
    this.#door ??= this.#open().catch((cause: unknown) => {
      this.#door = undefined;
      throw cause;
    });
    return this.#door;
  }
}

function fail(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else answerRefusal(response, { status: 500, message: "The console has failed at this." });
}
