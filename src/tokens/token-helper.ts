/** The script of the process that tokens are counted in. The vocabulary is loaded with the first text. */
import { serveRequests } from "../process/serve-requests.js";
import { loadVocabulary } from "./load-vocabulary.js";

/** Undefined when no vocabulary is installed. */
export interface CountReply {
  readonly tokens?: number;
}

function serveCounts(): void {
  let loading: ReturnType<typeof loadVocabulary> | undefined;
  serveRequests(async ({ payload }) => {
    loading ??= loadVocabulary();
    const count = await loading;
    // As it stands in memory: UTF-8 has no room for half of a surrogate pair, which a text may end with.
    const text = Buffer.from(payload.buffer, payload.byteOffset, payload.length).toString("utf16le");
    const header: CountReply = count === undefined ? {} : { tokens: count(text) };
    return { header, payload: new Uint8Array(0) };
  });
}

serveCounts();
