/** A tool as a model sees it, and what passes between the two. */

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: object;
}

export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

/** A tool of a peer that is a library. */
export interface HostedTool {
  readonly declaration: ToolDeclaration;
  /** The text a model would see; rejects when the tool refuses or fails. */
  use(input: object): Promise<string>;
}
