/** A small file, an edit, and what may become of it. */
interface EditScenario {
  /** Unique among all scenarios. */
  readonly id: string;
  readonly path: string;
  readonly before: string;
  readonly old: string;
  readonly new: string;
  /** The only right content. Undefined if the edit must be refused. */
  readonly expected?: string;
  /** Whether a refusal is right although a content is right, too. */
  readonly mayRefuse?: true;
}

export interface ScenarioFamily {
  readonly id: string;
  readonly scenarios: readonly EditScenario[];
}

/** Lines with a newline after each. */
export function text(...lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

/** Lines as models send them: without the last newline. */
export function part(...lines: readonly string[]): string {
  return lines.join("\n");
}
