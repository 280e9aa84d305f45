import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "./button.js";
import { Dialog } from "./dialog.js";
import { FailureNote } from "./failure-note.js";

interface ConfirmDialogProps {
  readonly title: string;
  /** The button's words say what it does. */
  readonly action: string;
  readonly kind?: "main" | "danger";
  readonly run: () => Promise<unknown>;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Asks before something is done, stays until it is, and says so if it could not be. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const { title, action, kind = "main", run, onClose, children } = props;
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(undefined);
  const start = (): void => {
    setBusy(true);
    setFailure(undefined);
    run().then(onClose, (cause: unknown) => {
      setFailure(cause);
      setBusy(false);
    });
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind={kind} disabled={isBusy} onClick={start}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form
        class="dialog-content"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) start();
        }}
      >
        {children}
      </form>
      {failure !== undefined && <FailureNote failure={failure} />}
    </Dialog>
  );
}
