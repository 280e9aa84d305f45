/** People who sit at a client and fill in what is asked. */
import type { Filled, Form, Person } from "./clients.js";

export interface Sitting {
  readonly person: Person;
  /** Every form that was put, in order. */
  readonly forms: Form[];
  /** How the next forms are filled in; without any the person presses the first yes. */
  readonly answers: ((form: Form) => Filled | Promise<Filled>)[];
}

export function sitDown(): Sitting {
  const forms: Form[] = [];
  const answers: Sitting["answers"] = [];
  return {
    forms,
    answers,
    person: (form) => {
      forms.push(form);
      return (answers.shift() ?? yesOnce)(form);
    },
  };
}

export function choicesOf({ requestedSchema }: Form): readonly string[] {
  return requestedSchema.properties["answer"]?.enum ?? [];
}

function yesOnce(): Filled {
  return { action: "accept", content: { answer: "Yes, this once" } };
}

/** Chooses the first answer that begins like this. */
export function choose(beginning: string): (form: Form) => Filled {
  return (form) => {
    const answer = choicesOf(form).find((each) => each.startsWith(beginning));
    if (answer === undefined) throw new Error(`not offered: ${beginning}; ${choicesOf(form).join(" | ")}`);
    return { action: "accept", content: { answer } };
  };
}

export function no(reason?: string): () => Filled {
  return () => ({ action: "accept", content: { answer: "No", ...(reason === undefined ? {} : { reason }) } });
}
