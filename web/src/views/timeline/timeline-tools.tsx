/** How the timeline is looked at: filter, grouping, what stands. */
import type { JSX } from "preact";
import { Button } from "../../parts/button.js";
import { Check, FilterField, Select } from "../../parts/choices.js";
import type { Grouping } from "./timeline-rows.js";

export interface TimelineChoices {
  readonly text: string;
  readonly grouping: Grouping;
  readonly onlyStanding: boolean;
  /** Whether changes of files outside the roots are listed too. */
  readonly isEverywhere: boolean;
}

interface TimelineToolsProps {
  readonly choices: TimelineChoices;
  readonly onChange: (choices: TimelineChoices) => void;
  readonly areAllClosed: boolean;
  readonly onCloseAll: () => void;
  readonly onMark: () => void;
}

const GROUPINGS = ["time", "file", "session"] as const;

export function TimelineTools(props: TimelineToolsProps): JSX.Element {
  const { choices, onChange, areAllClosed, onCloseAll, onMark } = props;
  return (
    <div class="view-head">
      <h1>Timeline</h1>
      <FilterField
        of="path, tool, session"
        text={choices.text}
        onChange={(text) => onChange({ ...choices, text })}
      />
      <Select
        label="Group by"
        value={choices.grouping}
        options={GROUPINGS}
        onChange={(grouping) => onChange({ ...choices, grouping })}
      />
      <Check
        isChecked={choices.onlyStanding}
        onChange={(onlyStanding) => onChange({ ...choices, onlyStanding })}
      >
        Only applied
      </Check>
      <Check
        isChecked={choices.isEverywhere}
        onChange={(isEverywhere) => onChange({ ...choices, isEverywhere })}
      >
        All projects
      </Check>
      <Button onClick={onCloseAll}>{areAllClosed ? "Open all groups" : "Close all groups"}</Button>
      <Button onClick={onMark}>New checkpoint…</Button>
    </div>
  );
}
