import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { CheckpointRecord } from "../../../../src/history/records.js";
import { postJson } from "../../api/request.js";
import { ConfirmDialog } from "../../parts/confirm-dialog.js";
import { showToast } from "../../parts/toast.js";

interface MarkDialogProps {
  readonly onMarked: () => void;
  readonly onClose: () => void;
}

const MAX_LABEL = 200;

/** Makes a checkpoint. */
export function MarkDialog({ onMarked, onClose }: MarkDialogProps): JSX.Element {
  const [label, setLabel] = useState("");
  const mark = async (): Promise<void> => {
    await postJson<CheckpointRecord>("/api/checkpoints", { label: label.trim() });
    showToast({ kind: "good", text: "The checkpoint is set. You can rewind to it from the timeline." });
    onMarked();
  };
  return (
    <ConfirmDialog title="New checkpoint" action="Set" run={mark} onClose={onClose}>
      <p>A checkpoint changes nothing. Everything that is changed after it can be undone in one step.</p>
      <label class="timeline-field">
        Name
        <input
          type="text"
          maxLength={MAX_LABEL}
          placeholder="before the refactoring"
          value={label}
          onInput={({ currentTarget }) => setLabel(currentTarget.value)}
        />
      </label>
    </ConfirmDialog>
  );
}
