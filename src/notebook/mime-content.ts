/** What of a result in several media types is shown: one text, one image, or a line about what there is. */
import { Buffer } from "node:buffer";
import { formatBytes } from "../text/quantities.js";
import { visible } from "../text/visible.js";
import { joinText } from "./outputs.js";
import { renderTerminalText } from "./terminal-text.js";

export interface MimeContent {
  readonly text: string | undefined;
  readonly image: { readonly mimeType: string; readonly base64: string } | undefined;
}

const IMAGES: readonly string[] = ["image/png", "image/jpeg", "image/webp", "image/gif", "image/svg+xml"];
/** The best to read first. */
const TEXTS: readonly string[] = [
  "text/plain",
  "text/markdown",
  "text/latex",
  "application/json",
  "text/html",
];
/** What stands for an object that is better shown itself. */
const OBJECT_NAME = /^<IPython\.core\.display\.\w+ object>$/;
/** What stands for a picture and says nothing that it doesn't. */
const PICTURE_NAME =
  /^(?:<Figure size [^>]* with \d+ Axes>|<IPython\.core\.display\.\w+ object>|<PIL\.[^>]*>|plot with(?:out)? title.*)$/i;

export function chooseContent(data: ReadonlyMap<string, unknown>): MimeContent {
  const text = chooseText(data);
  const type = IMAGES.find((type) => data.has(type));
  if (type === undefined) return { text: text ?? describeTypes(data), image: undefined };
  const base64 = toBase64(type, joinText(data.get(type)));
  if (base64 === undefined) {
    return { text: joinLines(text, `[${type} that is not valid base64]`), image: undefined };
  }
  const caption = text === undefined || PICTURE_NAME.test(text.trim()) ? undefined : text;
  const size = formatBytes(Math.floor((base64.replace(/=+$/, "").length * 3) / 4));
  return { text: joinLines(caption, `[Image: ${type}, ${size}]`), image: { mimeType: type, base64 } };
}

/** The best text there is; an object's name only if nothing says more. */
function chooseText(data: ReadonlyMap<string, unknown>): string | undefined {
  let name: string | undefined;
  for (const type of TEXTS) {
    const value = data.get(type);
    if (value === undefined || isProgram(type, value)) continue;
    const text = renderTerminalText(toText(type, value));
    if (!OBJECT_NAME.test(text)) return text;
    name ??= text;
  }
  return name;
}

/** Types and sizes in one line. */
function describeTypes(data: ReadonlyMap<string, unknown>): string | undefined {
  if (data.size === 0) return undefined;
  const types = [...data].map(([type, value]) => {
    const characters = joinText(value).length;
    return `${visible(type)} (${formatBytes(characters)})`;
  });
  return `[Not shown: ${types.join(", ")}]`;
}

/** A page with scripts, as drawing libraries make it, is nothing to read. */
function isProgram(type: string, value: unknown): boolean {
  return type === "text/html" && /<script\b/i.test(joinText(value));
}

function toText(type: string, value: unknown): string {
  return type === "application/json" && typeof value !== "string" ? JSON.stringify(value) : joinText(value);
}

/** Images are kept as base64, in lines or not; only drawings as the text they are. */
function toBase64(type: string, text: string): string | undefined {
  if (type === "image/svg+xml") return Buffer.from(text, "utf8").toString("base64");
  const base64 = text.replace(/\s+/g, "");
  const isValid = base64 !== "" && base64.length % 4 !== 1 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  return isValid ? base64 : undefined;
}

function joinLines(first: string | undefined, second: string): string {
  return first === undefined || first === "" ? second : `${first.replace(/\n$/, "")}\n${second}`;
}
