import type { ComponentChildren, JSX } from "preact";
import { Fact } from "../../parts/fact.js";

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

export function Facts({ facts }: FactsProps): JSX.Element {
  return (
    <dl class="health-facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
