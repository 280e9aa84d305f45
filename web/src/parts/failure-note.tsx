import type { JSX } from "preact";
import { RequestFailed } from "../api/request.js";
import { Button } from "./button.js";
import { Code } from "./names.js";
import { Shown } from "./shown.js";

interface FailureNoteProps {
  readonly failure: unknown;
  readonly onRetry?: (() => void) | undefined;
}

/** What went wrong, what can be done about it, and a way to try again. */
export function FailureNote({ failure, onRetry }: FailureNoteProps): JSX.Element {
  const { message, code, hint } = describeFailure(failure);
  return (
    <div class="failure-note" role="alert">
      <p>
        <strong>Failed: </strong>
        <Shown text={message} />
        {code !== undefined && (
          <>
            {" "}
            <Code text={code} />
          </>
        )}
      </p>
      {hint !== undefined && (
        <p class="quiet">
          <Shown text={hint} />
        </p>
      )}
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

export interface DescribedFailure {
  readonly message: string;
  readonly code: string | undefined;
  readonly hint: string | undefined;
}

export function describeFailure(failure: unknown): DescribedFailure {
  if (failure instanceof RequestFailed) {
    const { message, code, hint } = failure;
    return { message, code, hint };
  }
  const message = failure instanceof Error ? failure.message : String(failure);
  return { message, code: undefined, hint: undefined };
}
