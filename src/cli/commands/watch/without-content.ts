import type { EventJson } from "../../../notify/event-json.js";

/** What an event tells besides the texts of files. */
export function withoutContent(event: EventJson): EventJson {
  const { structuredPatch: _patch, before, after, ...others } = event;
  return {
    ...others,
    type: event.type,
    ...(before === undefined ? {} : { before: withoutText(before) }),
    ...(after === undefined ? {} : { after: withoutText(after) }),
  };
}

function withoutText(content: unknown): unknown {
  if (typeof content !== "object" || content === null) return undefined;
  const { text: _text, ...others } = content as { readonly text?: unknown };
  return others;
}
