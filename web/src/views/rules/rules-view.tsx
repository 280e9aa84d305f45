/** What is allowed, denied and asked about, why, and how to change it. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ActivityEvent, RuleChange, RulesData } from "../../../../src/console/contract.js";
import type { Explanation } from "../../../../src/toolkit-permissions.js";
import { getJson, postJson } from "../../api/request.js";
import { FailureNote } from "../../parts/failure-note.js";
import { Loading } from "../../parts/loading.js";
import { Section } from "../../parts/section.js";
import { Shown } from "../../parts/shown.js";
import { showToast } from "../../parts/toast.js";
import { engines } from "../../state/live.js";
import { usePacedResource } from "../../state/paced-resource.js";
import { useSessionNames } from "../../state/session-names.js";
import { useValue } from "../../state/signal.js";
import { AddRule } from "./add-rule.js";
import { Grants } from "./grants.js";
import { RuleConfirmation } from "./rule-confirmation.js";
import { RuleTable } from "./rule-table.js";
import { findDeciding, modeMeanings } from "./rules-model.js";
import { Sources } from "./sources.js";
import { Tokens } from "./tokens.js";
import { type Trial, TryPath } from "./try-path.js";
import "./rules.css";

const DONE: Readonly<Record<RuleChange["change"], string>> = {
  add: "The rule was added.",
  remove: "The rule was removed.",
  revoke: "The grant was taken back.",
  "revoke-token": "The token was revoked.",
  trust: "The folder is trusted.",
  untrust: "The folder is no longer trusted.",
};

export function RulesView(): JSX.Element {
  const { data, failure, reload } = usePacedResource(
    (signal) => getJson<RulesData>("/api/rules", signal),
    [],
    mayChangeRules,
  );
  const known = useRef<readonly string[] | undefined>(undefined);
  useEffect(() => {
    known.current = data?.warnings;
  }, [data]);
  const [asked, setAsked] = useState<RuleChange | undefined>(undefined);
  const [tried, setTried] = useState<Trial | undefined>(undefined);
  const [explanation, setExplanation] = useState<Explanation | undefined>(undefined);
  const [refusal, setRefusal] = useState<unknown>(undefined);
  const present = useValue(engines);
  const nameOfSession = useSessionNames();
  const explain = (trial: Trial): void => {
    setTried(trial);
    setRefusal(undefined);
    postJson<Explanation>("/api/rules/explain", trial).then(setExplanation, setRefusal);
  };
  const change = async (what: RuleChange): Promise<void> => {
    const { warnings } = await postJson<RulesData>("/api/rules/change", what);
    // What an earlier change has brought is known, also if the list with it is still on its way.
    const wrong = warnings.filter((warning) => known.current?.includes(warning) === false);
    known.current = warnings;
    showToast({
      kind: wrong.length === 0 ? "good" : "bad",
      text: [DONE[what.change], ...wrong].join(" "),
    });
    reload();
    // What was explained before may be decided otherwise now.
    if (tried !== undefined) explain(tried);
  };
  if (data === undefined) {
    return (
      <div class="view">
        <h1>Rules</h1>
        {failure === undefined ? <Loading /> : <FailureNote failure={failure} onRetry={reload} />}
      </div>
    );
  }
  const deciding = explanation && findDeciding(data.rules, explanation);
  return (
    <div class="view rules">
      <h1>Rules</h1>
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      <Mode data={data} />
      <Warnings warnings={data.warnings} />
      <TryPath
        data={data}
        explanation={explanation}
        failure={refusal}
        onTry={explain}
        onAllow={(rule) => setAsked({ change: "add", list: "allow", rule, to: "local" })}
      />
      <Section title="Rules in the order of deciding" class="rules-section">
        <RuleTable
          rules={data.rules}
          deciding={deciding}
          onRemove={({ list, text, file }) => setAsked({ change: "remove", list, rule: text, file })}
        />
      </Section>
      <AddRule onChange={change} />
      <Tokens tokens={data.tokens} onRevoke={setAsked} />
      <Grants engines={present} nameOfSession={nameOfSession} onRevoke={setAsked} />
      <Sources data={data} onTrust={setAsked} />
      {asked !== undefined && (
        <RuleConfirmation change={asked} onConfirm={change} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

/** "Always" adds a rule; so does whoever edits the settings, which nothing tells of. A call may use a token. */
function mayChangeRules({ event: { type } }: ActivityEvent): boolean {
  return type === "permission-answered" || type === "permission-not-saved" || type === "call-finished";
}

function Mode({ data: { mode, withheldMode } }: { readonly data: RulesData }): JSX.Element {
  return (
    <section class="rules-mode" aria-label="Mode">
      <p>
        Mode <strong>{mode}</strong>: {modeMeanings[mode]}
      </p>
      {withheldMode !== undefined && (
        <p class="quiet">
          Settings ask for the mode <strong>{withheldMode}</strong>, which does not count because their folder
          is not trusted.
        </p>
      )}
    </section>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }): JSX.Element | null {
  if (warnings.length === 0) return null;
  return (
    <Section title="What is wrong with rules and settings" class="rules-warnings">
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <Shown text={warning} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
