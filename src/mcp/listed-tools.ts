/** The tools as `tools/list` shows them. Made once per process: a list must not differ from one connection to the next. */
import type { SessionSettings } from "../session/setting-fields.js";
import type { ToolFace, Traits } from "../tools/define-tool.js";
import { builtInFaces } from "../tools/faces.js";

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object" } & Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  readonly _meta: Readonly<Record<string, unknown>>;
}

export interface ListingOptions {
  readonly settings: SessionSettings;
  readonly isReadOnly: boolean;
  /** Changes a tool's schema on the way out, for what a door adds. */
  readonly extendSchema?: ExtendSchema | undefined;
}

export type ExtendSchema = (tool: string, schema: ListedTool["inputSchema"]) => ListedTool["inputSchema"];

/** What a client may know of a tool besides its words. */
export function annotate(title: string, { readOnly }: Traits): ListedTool["annotations"] {
  return {
    title,
    readOnlyHint: readOnly,
    // Every change can be undone, but it does replace what was there.
    destructiveHint: !readOnly,
    idempotentHint: readOnly,
    openWorldHint: false,
  };
}

/**
 * What clients made by Anthropic read: how long a result may be before they cut it, the words by which a search finds a tool
 * that they load on demand, and that the core tools are never to be loaded on demand.
 */
export function hintsFor(
  { searchHint, traits }: Pick<ToolFace, "searchHint" | "traits">,
  { maxSizeBytes }: Pick<SessionSettings, "maxSizeBytes">,
): ListedTool["_meta"] {
  return {
    "anthropic/maxResultSizeChars": Math.min(traits.maxResultChars, maxSizeBytes),
    "anthropic/searchHint": searchHint,
    ...(traits.deferred ? {} : { "anthropic/alwaysLoad": true }),
  };
}

export function listTools({ settings, isReadOnly, extendSchema }: ListingOptions): readonly ListedTool[] {
  return builtInFaces
    .filter(({ traits }) => traits.readOnly || !isReadOnly)
    .map((face) => describeTool(face, settings, extendSchema));
}

function describeTool(
  face: ToolFace,
  settings: SessionSettings,
  extendSchema: ExtendSchema = (_tool, schema) => schema,
): ListedTool {
  const { name, title, traits } = face;
  return {
    name,
    title,
    description: face.describe(settings),
    inputSchema: extendSchema(name, { ...face.input.jsonSchema }),
    annotations: annotate(title, traits),
    _meta: hintsFor(face, settings),
  };
}
