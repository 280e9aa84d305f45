/** Short messages about what was just done. They stay in the page's corner; failures until they are closed. */
import type { JSX } from "preact";
import { Signal, useValue } from "../state/signal.js";
import { Button } from "./button.js";
import { Shown } from "./shown.js";

export interface ToastContent {
  readonly kind: "good" | "bad" | "info";
  readonly text: string;
  readonly hint?: string | undefined;
}

interface Toast extends ToastContent {
  readonly id: number;
}

const STAYS_MS = 6000;
const MAX_TOASTS = 4;
const SIGNS = { good: "✓", bad: "!", info: "i" } as const;
const toasts = new Signal<readonly Toast[]>([]);
let lastId = 0;

export function showToast(content: ToastContent): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { ...content, id }].slice(-MAX_TOASTS);
  if (content.kind !== "bad") setTimeout(() => closeToast(id), STAYS_MS);
}

function closeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Once in the page, and always there: a live region tells only of what changes in it. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {useValue(toasts).map(({ id, kind, text, hint }) => (
        <div key={id} class={`toast toast-${kind}`}>
          <span class="toast-sign" aria-hidden="true">
            {SIGNS[kind]}
          </span>
          <div class="toast-text">
            <p>
              <Shown text={text} />
            </p>
            {hint !== undefined && (
              <p class="quiet">
                <Shown text={hint} />
              </p>
            )}
          </div>
          <Button aria-label="Close this message" onClick={() => closeToast(id)}>
            ×
          </Button>
        </div>
      ))}
    </div>
  );
}
