import type { CallError, CallResult } from "../../tools/run.js";

/**
 * What a tool throws to say that it failed. The SDK's loops send the message of whatever is thrown as a result with
 * `is_error`; a class of the SDK's own would have to be the very copy of it that the host's client has loaded.
 */
export class CallFailure extends Error {
  override readonly name = "CallFailure";
  /** Code and data, for programs. */
  readonly error: CallError | undefined;

  constructor({ content, error }: CallResult) {
    super(content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"));
    this.error = error;
  }
}
