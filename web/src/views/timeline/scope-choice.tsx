import type { JSX } from "preact";
import { Radios } from "../../parts/choices.js";
import { Name } from "../../parts/names.js";

type Scope = "session" | "roots";

interface ScopeChoiceProps {
  readonly scope: Scope;
  readonly session: string;
  readonly onChange: (scope: Scope) => void;
}

/** Whose later changes a rewind undoes. */
export function ScopeChoice({ scope, session, onChange }: ScopeChoiceProps): JSX.Element {
  const own = (
    <>
      Only what this session changed afterwards (<Name text={session} />)
    </>
  );
  return (
    <Radios<Scope>
      legend="What is undone"
      value={scope}
      options={[
        { value: "session", words: own },
        { value: "roots", words: "Everything in the roots, whoever changed it" },
      ]}
      onChange={onChange}
    />
  );
}
