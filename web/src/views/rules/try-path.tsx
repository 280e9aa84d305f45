/** What a call would be answered now, and why. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RulesData } from "../../../../src/console/contract.js";
import type { Explanation } from "../../../../src/toolkit-permissions.js";
import { Button } from "../../parts/button.js";
import { Select } from "../../parts/choices.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Code } from "../../parts/names.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { CodeField } from "./code-field.js";
import { answerWords } from "./rules-model.js";

export interface Trial {
  readonly tool: string;
  readonly path: string;
}

interface TryPathProps {
  readonly data: RulesData;
  readonly explanation: Explanation | undefined;
  readonly failure: unknown;
  readonly onTry: (trial: Trial) => void;
  readonly onAllow: (rule: string) => void;
}

export function TryPath({ data, explanation, failure, onTry, onAllow }: TryPathProps): JSX.Element {
  const [trial, setTrial] = useState<Trial>({
    tool: data.tools[0] ?? "Read",
    path: data.roots[0] === undefined ? "" : `${data.roots[0].replace(/\/+$/, "")}/`,
  });
  return (
    <Section title="Try a path" class="rules-section">
      <form
        class="rules-form"
        onSubmit={(event) => {
          event.preventDefault();
          onTry({ ...trial, path: trial.path.trim() });
        }}
      >
        <Select
          label="Tool"
          value={trial.tool}
          options={data.tools}
          onChange={(tool) => setTrial({ ...trial, tool })}
        />
        <CodeField label="Path" value={trial.path} onChange={(path) => setTrial({ ...trial, path })} />
        <Button kind="main" type="submit">
          Try
        </Button>
      </form>
      <div role="status">
        {failure !== undefined && <FailureNote failure={failure} />}
        {failure === undefined && explanation !== undefined && (
          <Answer explanation={explanation} onAllow={onAllow} />
        )}
      </div>
    </Section>
  );
}

type AnswerProps = { readonly explanation: Explanation } & Pick<TryPathProps, "onAllow">;

function Answer({ explanation, onAllow }: AnswerProps): JSX.Element {
  const { tool, path, realPath, answer, reason, withheld, allowRule } = explanation;
  return (
    <div class={`rules-answer rules-answer-${answer}`}>
      <p>
        <strong>{answerWords[answer]}</strong>: {tool} of <Code text={path} />, because{" "}
        <Shown text={reason} />.
      </p>
      {realPath !== path && (
        <p>
          It really leads to <Code text={realPath} />.
        </p>
      )}
      {withheld !== undefined && (
        <p>
          <Code text={withheld.text} /> would allow it, but{" "}
          <Shown text={withheld.withheld ?? "it does not count"} />.
        </p>
      )}
      {allowRule !== undefined && (
        <p class="rules-offer">
          <span>
            This rule would allow it: <Code text={allowRule} />
          </span>
          <Button onClick={() => onAllow(allowRule)}>Add this rule…</Button>
        </p>
      )}
    </div>
  );
}
