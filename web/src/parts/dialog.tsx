import type { ComponentChildren, JSX } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.js";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Buttons below the content; without any there is one that closes. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** In front of the page for as long as it is rendered. The browser keeps the focus inside, and gives it back. */
export function Dialog({ title, onClose, actions, children }: DialogProps): JSX.Element {
  const place = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    // Closed before it is removed, or the focus would be lost.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={place}
      class="dialog"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div class="dialog-box">
        <h2 id={heading}>{title}</h2>
        <div class="dialog-content">{children}</div>
        <div class="dialog-actions">{actions ?? <Button onClick={onClose}>Close</Button>}</div>
      </div>
    </dialog>
  );
}
