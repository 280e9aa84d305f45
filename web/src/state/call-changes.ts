/** What one event says of its call, given what is known of it. An end is final, but for a question that is asked later. */
import type { EventJson } from "../../../src/notify/event-json.js";
import { describeRemark } from "./call-notes.js";
import type { CallRow } from "./call-row.js";
import { addDiagnosed, numberIn, readExtentIn, textIn } from "./event-fields.js";

export function changesOf(row: CallRow, event: EventJson): Partial<CallRow> {
  const place = { path: row.path ?? textIn(event, "path") };
  switch (event.type) {
    case "call-finished": {
      const isError = event["isError"] === true;
      return {
        path: textIn(event, "path") ?? row.path,
        tool: textIn(event, "tool") ?? row.tool,
        state: isError ? "failed" : "done",
        durationMs: numberIn(event, "durationMs"),
        characters: numberIn(event, "characters"),
        code: isError ? textIn(event, "code") : undefined,
        endedBy: numberIn(event, "sequence") ?? 0,
      };
    }
    case "file-read":
      return {
        ...place,
        tool: row.tool === "" ? "Read" : row.tool,
        read: readExtentIn(event),
        deduplicated: event["deduplicated"] === true,
        savedTokens: numberIn(event, "savedTokens") ?? 0,
      };
    case "file-changed":
      return {
        ...place,
        tool: textIn(event, "tool") ?? row.tool,
        change: textIn(event, "change"),
        changeKind: textIn(event, "kind"),
        matchTier: textIn(event, "matchTier"),
        userModified: event["userModified"] === true,
      };
    case "permission-asked":
      return {
        ...place,
        tool: textIn(event, "tool") ?? row.tool,
        question: textIn(event, "question"),
        answer: undefined,
        ...((numberIn(event, "sequence") ?? 0) > row.endedBy ? { state: "waiting" as const } : {}),
      };
    case "permission-answered":
      return {
        answer: textIn(event, "answer"),
        ...(row.state === "waiting" ? { state: "running" as const } : {}),
      };
    case "diagnostics":
      return { diagnosed: addDiagnosed(row.diagnosed, event) };
    default: {
      const remark = describeRemark(event);
      return remark === undefined || row.remarks.includes(remark)
        ? {}
        : { remarks: [...row.remarks, remark] };
    }
  }
}
