/** Writes a rule into a settings file. What the server finds wrong with it stands beside the field. */
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { RuleChange } from "../../../../src/console/contract.js";
import { Button } from "../../parts/button.js";
import { Radios, Select } from "../../parts/choices.js";
import { describeFailure } from "../../parts/failure-note.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { CodeField } from "./code-field.js";
import { destinations } from "./rules-model.js";

interface AddRuleProps {
  readonly onChange: (change: RuleChange) => Promise<void>;
}

const LISTS = ["deny", "ask", "allow"] as const;

type Addition = RuleChange & { readonly change: "add" };

export function AddRule({ onChange }: AddRuleProps): JSX.Element {
  const [draft, setDraft] = useState<Addition>({ change: "add", list: "deny", rule: "", to: "local" });
  const [failure, setFailure] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const notes = useId();
  const add = (): void => {
    setBusy(true);
    setFailure(undefined);
    onChange({ ...draft, rule: draft.rule.trim() })
      // What was typed meanwhile is another rule.
      .then(() => setDraft((now) => (now.rule === draft.rule ? { ...now, rule: "" } : now)))
      .catch(setFailure)
      .finally(() => setBusy(false));
  };
  const wrong = failure === undefined ? undefined : describeFailure(failure);
  return (
    <Section title="Add a rule" class="rules-section">
      <form
        class="rules-form"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Select
          label="List"
          value={draft.list}
          options={LISTS}
          onChange={(list) => setDraft({ ...draft, list })}
        />
        <CodeField
          label="Rule"
          placeholder="Read(secrets/**)"
          value={draft.rule}
          wrong={wrong === undefined ? undefined : notes}
          onChange={(rule) => setDraft({ ...draft, rule })}
        />
        <div id={notes} class="rules-wide rules-notes" role="alert">
          {wrong !== undefined && (
            <p class="rules-wrong">
              <strong>Not added: </strong>
              <Shown text={wrong.message} />
              {wrong.hint !== undefined && (
                <>
                  {" "}
                  <Shown text={wrong.hint} />
                </>
              )}
            </p>
          )}
        </div>
        <Radios
          legend="Where to"
          value={draft.to}
          options={destinations.map(({ to, meaning }) => ({ value: to, words: meaning }))}
          onChange={(to) => setDraft({ ...draft, to })}
        />
        <Button kind="main" type="submit" disabled={isBusy}>
          Add
        </Button>
      </form>
      <p class="quiet">
        <code>Read(…)</code> covers Read, Glob and Grep; <code>Edit(…)</code> covers Edit, Write and
        NotebookEdit. Patterns are those of gitignore: <code>/src/**</code> begins at the folder of the
        settings, <code>//etc/**</code> at the root of the disk, <code>~/notes/**</code> at your home.
      </p>
    </Section>
  );
}
