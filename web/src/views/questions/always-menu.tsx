/** For how long an answer holds: this once, unless the person says otherwise, with the very rule that would be added. */
import type { JSX } from "preact";
import type { Suggestion } from "../../../../src/permissions/ask.js";
import { Radios } from "../../parts/choices.js";
import { Code } from "../../parts/names.js";
import { PathLabel } from "../../parts/path-label.js";
import { describeScope } from "./question-words.js";

interface AlwaysMenuProps {
  readonly suggestions: readonly Suggestion[];
  readonly chosen: number | undefined;
  readonly onChoose: (suggestion: number | undefined) => void;
}

const ONCE = "once";

export function AlwaysMenu({ suggestions, chosen, onChoose }: AlwaysMenuProps): JSX.Element {
  return (
    <Radios
      legend="How long your answer holds"
      value={chosen === undefined ? ONCE : String(chosen)}
      options={[
        { value: ONCE, words: "Only this once" },
        ...suggestions.flatMap((suggestion, index) =>
          suggestion.scope === "once"
            ? []
            : [{ value: String(index), words: <Lasting suggestion={suggestion} /> }],
        ),
      ]}
      onChange={(value) => onChoose(value === ONCE ? undefined : Number(value))}
    />
  );
}

function Lasting({ suggestion }: { readonly suggestion: Suggestion }): JSX.Element {
  const { rule, savedTo } = suggestion;
  return (
    <>
      {describeScope(suggestion)}
      {rule !== undefined && (
        <span class="always-rule">
          {"adds the rule "}
          <Code text={rule} />
          {savedTo === undefined ? " to this session alone" : " to "}
          {savedTo !== undefined && <PathLabel path={savedTo} isPlain />}
        </span>
      )}
    </>
  );
}

/** Whether there is anything beyond once. */
export function hasMoreThanOnce(suggestions: readonly Suggestion[]): boolean {
  return suggestions.some(({ scope }) => scope !== "once");
}
