/**
 * Code that a page or a module takes from elsewhere: scripts and frames of markup, imports by address, workers. Hosts are
 * named as a machine reads them.
 */
import { hostOf } from "./remote-references.js";

export interface RemoteCode {
  readonly what: "script" | "frame" | "import";
  readonly host: string;
  /** The browser compares it with a digest in the page. */
  readonly isPinned: boolean;
}

const TAG = /<(script|iframe|frame|embed|object)(?=[\s/>])/gi;
const SOURCE_ATTRIBUTE =
  /[\s"'/](?:src|srcdoc|href|xlink:href|data|codebase)\s{0,20}=\s{0,20}["']?\s{0,20}((?:https?|ftp|wss?):[/\\]{1,20}[^\s"'>]{1,2000}|[/\\]{2}[^\s"'>]{1,2000})/i;
const IMPORT =
  /(?:\b(?:import|from|export)\s{0,20}|\b(?:import|importscripts|require|new\s{1,5}(?:shared)?worker|register)\s{0,20}\(\s{0,20})["'`]((?:https?:)?\/\/[^\s"'`]{1,2000})["'`]/gi;
/** A script element that is made by a script, and given an address. */
const MADE_ELEMENT = /createelement\s{0,20}\(\s{0,20}["'`]script["'`]/i;
const GIVEN_ADDRESS = /\.src\s{0,20}=\s{0,20}["'`]((?:https?:)?\/\/[^\s"'`]{1,2000})/gi;
/** A longer tag is looked at so far. */
const MAX_TAG = 4000;
const MAX_TAGS = 5000;
const MAX_FOUND = 50;

export function findRemoteCode(text: string): readonly RemoteCode[] {
  const found = [...findInTags(text)];
  for (const [, address = ""] of text.matchAll(IMPORT))
    found.push({ what: "import", host: hostOf(address), isPinned: false });
  if (MADE_ELEMENT.test(text)) {
    for (const [, address = ""] of text.matchAll(GIVEN_ADDRESS))
      found.push({ what: "script", host: hostOf(address), isPinned: false });
  }
  return found.filter(({ host }) => host !== "").slice(0, MAX_FOUND);
}

function findInTags(text: string): readonly RemoteCode[] {
  const found: RemoteCode[] = [];
  let tags = 0;
  for (const { index, 1: name = "" } of text.matchAll(TAG)) {
    if ((tags += 1) > MAX_TAGS) break;
    const [tag = ""] = text.slice(index, index + MAX_TAG).split(">", 1);
    const address = SOURCE_ATTRIBUTE.exec(tag)?.[1];
    if (address === undefined) continue;
    const what = name.toLowerCase() === "script" ? "script" : "frame";
    found.push({ what, host: hostOf(address), isPinned: /\sintegrity\s{0,20}=/i.test(tag) });
    if (found.length === MAX_FOUND) break;
  }
  return found;
}
