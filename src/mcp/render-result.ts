/** A tool's result in the protocol's words: what the model sees as content, what programs may want beside it. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { SavedFile } from "../session/saved-ledger.js";
import type { Block } from "../tools/define-tool.js";
import type { CallResult } from "../tools/run.js";
import type { ServerParts } from "./conversation.js";
import { META, machineDataOf } from "./machine-data.js";

export interface ShownVersion {
  /** The version of the file that was read or changed. */
  readonly version: string;
  /** Whether the model is told of it too. */
  readonly isShown: boolean;
}

export function renderResult(result: CallResult, shown?: ShownVersion): CallToolResult {
  const content = result.content.map(renderBlock);
  if (shown?.isShown === true) content.push({ type: "text", text: `file_version: ${shown.version}` });
  const data = machineDataOf(result);
  return {
    content,
    ...(result.isError ? { isError: true } : {}),
    _meta: shown === undefined ? data : { ...data, [META.version]: shown.version },
  };
}

/** Adds the version of the file that the call read or changed, or whose whole change a refusal showed, if versions are issued. */
export function renderWithVersion(
  result: CallResult,
  known: SavedFile | undefined,
  { versions, principal, showsVersions: isShown = false }: ServerParts,
): CallToolResult {
  if (versions === undefined || known === undefined) return renderResult(result);
  return renderResult(result, { version: versions.issue(known, principal), isShown });
}

function renderBlock(block: Block): CallToolResult["content"][number] {
  if (block.type !== "document") return block;
  const { data, mimeType, name } = block;
  return { type: "resource", resource: { uri: `file:///${encodeURIComponent(name)}`, mimeType, blob: data } };
}
