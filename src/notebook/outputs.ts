/** What code cells put out, and what Markdown cells carry, taken from decoded JSON as far as it can be understood. */
import type { Attachment } from "./notebook.js";

export type Output =
  | { readonly type: "stream"; readonly name: string; readonly text: string }
  | {
      readonly type: "execute_result" | "display_data";
      /** By media type, in the order of the file. */
      readonly data: ReadonlyMap<string, unknown>;
    }
  | {
      readonly type: "error";
      readonly name: string;
      readonly message: string;
      readonly traceback: readonly string[];
    }
  | { readonly type: "unknown"; readonly name: string; readonly characters: number };

export function decodeOutputs(value: unknown): Output[] {
  return Array.isArray(value) ? value.map(decodeOutput) : [];
}

export function decodeAttachments(value: unknown): Attachment[] {
  return isObject(value) ? Object.entries(value).map(([name, data]) => ({ name, data: toBundle(data) })) : [];
}

/** Strings and arrays of them are text; anything else is shown as the JSON it is. */
export function joinText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.map(joinItem).join("") : JSON.stringify(value);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function joinItem(item: unknown): string {
  return typeof item === "string" ? item : JSON.stringify(item);
}

function decodeOutput(value: unknown): Output {
  const output = isObject(value) ? value : {};
  switch (output["output_type"]) {
    case "stream":
      return { type: "stream", name: joinText(output["name"]), text: joinText(output["text"]) };
    case "execute_result":
    case "display_data":
      return { type: output["output_type"], data: toBundle(output["data"]) };
    case "error":
      return {
        type: "error",
        name: joinText(output["ename"]),
        message: joinText(output["evalue"]),
        traceback: Array.isArray(output["traceback"])
          ? output["traceback"].map(joinItem)
          : [joinText(output["traceback"])],
      };
    default:
      return {
        type: "unknown",
        name: joinText(output["output_type"] ?? "unknown"),
        characters: JSON.stringify(value).length,
      };
  }
}

function toBundle(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(isObject(value) ? Object.entries(value) : []);
}
