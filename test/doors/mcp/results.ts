/** What a `tools/call` has come to. */

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
}

/** A result as clients hand it on. */
export interface Called {
  readonly content?: readonly Block[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export function textOf({ content = [] }: Called): string {
  return content.map(({ text }) => text ?? "").join("\n");
}

/** The code of a failure; undefined when it is none. */
export function codeOf({ _meta }: Called): string | undefined {
  return (_meta?.["filewright/error"] as { readonly code?: string } | undefined)?.code;
}

/** The text, or the code of the failure. */
export function outcomeOf(called: Called): string {
  return codeOf(called) ?? textOf(called);
}
