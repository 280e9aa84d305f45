import type { JSX } from "preact";

interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** It was refused, and the element of this name says why. */
  readonly wrong?: string | undefined;
}

/** For a rule or a path: a text that no browser is to correct or remember. */
export function CodeField({ label, value, onChange, placeholder, wrong }: CodeFieldProps): JSX.Element {
  return (
    <label class="rules-wide">
      {label}
      <input
        type="text"
        class="mono"
        spellcheck={false}
        autocomplete="off"
        required
        placeholder={placeholder}
        value={value}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
