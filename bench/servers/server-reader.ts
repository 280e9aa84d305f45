/** A server that reads one file over and over. */
import type { Contestant } from "../measure.js";
import { firstText, memberOf } from "../peers/adapter.js";
import type { ToolCall } from "../peers/tool.js";
import { findProcessorTime } from "./process-figures.js";
import type { Flood } from "./requests.js";

export interface ReadingServer extends Pick<Contestant, "name" | "side"> {
  readonly readCall: (path: string) => ToolCall;
}

/** Whoever speaks to it, over whatever. */
export interface RawClient {
  readonly processId: number;
  /** One request and its answer. */
  ask(method: string, params: object): Promise<string>;
  /** Many requests; how many bytes of answers came back. */
  flood(flood: Flood): Promise<number>;
  close(): Promise<void>;
}

export interface Reading {
  readonly path: string;
  /** Calls in a sample. */
  readonly count: number;
  readonly inFlight: number;
  /** Judges a result: throws when it is wrong, answers with a remark when it is not whole. */
  readonly verify: (result: unknown) => string | undefined;
}

export class ServerReader implements Contestant {
  readonly name: string;
  readonly side: Contestant["side"];
  readonly note?: string;
  /** How many bytes an answer takes for each byte of the text that it shows. */
  readonly wirePerText: number;
  readonly #client: RawClient;
  readonly #call: ToolCall;
  readonly #reading: Reading;
  readonly #answerBytes: number;
  #processorTime = 0;
  #calls = 0;

  private constructor(server: ReadingServer, client: RawClient, reading: Reading, answer: string) {
    const result = resultOf(answer);
    this.name = server.name;
    this.side = server.side;
    const remark = reading.verify(result);
    if (remark !== undefined) this.note = remark;
    this.#client = client;
    this.#call = server.readCall(reading.path);
    this.#reading = reading;
    this.#answerBytes = Buffer.byteLength(answer);
    this.wirePerText = this.#answerBytes / Buffer.byteLength(firstText(result));
  }

  /** Compares an answer with what it must be. */
  static async open(server: ReadingServer, client: RawClient, reading: Reading): Promise<ServerReader> {
    const answer = await client.ask("tools/call", server.readCall(reading.path));
    return new ServerReader(server, client, reading, answer);
  }

  async sample(): Promise<number> {
    const { count, inFlight, verify } = this.#reading;
    const before = findProcessorTime(this.#client.processId) ?? Number.NaN;
    const startedAt = performance.now();
    const bytes = await this.#client.flood({ method: "tools/call", params: this.#call, count, inFlight });
    const elapsed = performance.now() - startedAt;
    this.#processorTime += (findProcessorTime(this.#client.processId) ?? Number.NaN) - before;
    this.#calls += count;
    // All as long as the one that is looked into: nobody has answered less, or with a refusal.
    if (bytes !== count * this.#answerBytes)
      throw new Error(`${this.name} answered with ${bytes} bytes, not ${count * this.#answerBytes}`);
    verify(resultOf(await this.#client.ask("tools/call", this.#call)));
    return elapsed / count;
  }

  /** Milliseconds, over all samples; undefined where the system does not tell. */
  get processorTimePerCall(): number | undefined {
    const time = this.#processorTime / this.#calls;
    return Number.isNaN(time) ? undefined : time;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** The result of a call; throws when it was refused. */
export function resultOf(answer: string): unknown {
  const message: unknown = JSON.parse(answer);
  const result = memberOf(message, "result");
  if (result === undefined || memberOf(result, "isError") === true)
    throw new Error(`refused: ${answer.slice(0, 300)}`);
  return result;
}
