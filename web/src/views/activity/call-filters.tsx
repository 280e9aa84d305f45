import type { JSX } from "preact";
import { visible } from "../../../../src/text/visible.js";
import { FilterField } from "../../parts/choices.js";
import type { CallRow } from "../../state/call-row.js";
import type { CallFilter } from "../../state/filter-calls.js";
import { sessionKey } from "../../state/learn-sessions.js";

interface CallFiltersProps {
  readonly filter: CallFilter;
  readonly rows: readonly CallRow[];
  readonly nameOf: (row: CallRow) => string;
  readonly onFilter: (filter: CallFilter) => void;
}

interface Choice {
  readonly value: string;
  readonly text: string;
}

const KINDS: readonly (Choice & { readonly value: CallFilter["kind"] })[] = [
  { value: "all", text: "Everything" },
  { value: "failures", text: "Only failures" },
  { value: "changes", text: "Only changes" },
];

export function CallFilters({ filter, rows, nameOf, onFilter }: CallFiltersProps): JSX.Element {
  const { tools, sessions } = choicesIn(rows, nameOf);
  return (
    <div class="call-filters" role="search" aria-label="Filter the calls">
      <FilterField
        of="tool, path, session, code"
        text={filter.text}
        onChange={(text) => onFilter({ ...filter, text })}
      />
      <Select
        label="Tool"
        value={filter.tool}
        choices={[{ value: "", text: "All tools" }, ...tools]}
        onChoose={(tool) => onFilter({ ...filter, tool })}
      />
      <Select
        label="Session"
        value={filter.session}
        choices={[{ value: "", text: "All sessions" }, ...sessions]}
        onChoose={(session) => onFilter({ ...filter, session })}
      />
      <Select
        label="Show"
        value={filter.kind}
        choices={KINDS}
        onChoose={(value) =>
          onFilter({ ...filter, kind: KINDS.find((kind) => kind.value === value)?.value ?? "all" })
        }
      />
    </div>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChoose: (value: string) => void;
}

function Select({ label, value, choices, onChoose }: SelectProps): JSX.Element {
  // What was chosen stays a choice, also when the last row of it has gone.
  const isThere = choices.some((choice) => choice.value === value);
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {(isThere ? choices : [...choices, { value, text: value }]).map((choice) => (
        <option key={choice.value} value={choice.value}>
          {visible(choice.text)}
        </option>
      ))}
    </select>
  );
}

interface Choices {
  readonly tools: readonly Choice[];
  readonly sessions: readonly Choice[];
}

function choicesIn(rows: readonly CallRow[], nameOf: (row: CallRow) => string): Choices {
  const tools = new Set<string>();
  const sessions = new Map<string, CallRow>();
  for (const row of rows) {
    if (row.tool !== "") tools.add(row.tool);
    if (row.sessionId !== "") sessions.set(sessionKey(row.engine, row.sessionId), row);
  }
  return {
    tools: [...tools].toSorted().map((tool) => ({ value: tool, text: tool })),
    sessions: [...sessions].map(([value, row]) => ({ value, text: nameOf(row) })),
  };
}
