/** Controls with their words: a box to check, one of several to choose, a list to choose from, words to look for. */
import type { ComponentChildren, JSX } from "preact";
import "./choices.css";

interface CheckProps {
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly children: ComponentChildren;
}

export function Check({ isChecked, onChange, children }: CheckProps): JSX.Element {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

interface RadiosProps<Value extends string> {
  readonly legend: string;
  /** Undefined while none is chosen. */
  readonly value: Value | undefined;
  readonly options: readonly { readonly value: Value; readonly words: ComponentChildren }[];
  readonly onChange: (value: Value) => void;
}

export function Radios<Value extends string>(props: RadiosProps<Value>): JSX.Element {
  const { legend, value, options, onChange } = props;
  return (
    <fieldset class="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} class="choice">
          <input
            type="radio"
            name={legend}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.words}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  readonly onChange: (value: Value) => void;
}

export function Select<Value extends string>(props: SelectProps<Value>): JSX.Element {
  const { label, value, options, onChange } = props;
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

interface FilterFieldProps {
  /** What is looked through: "path, tool, session". */
  readonly of: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

export function FilterField({ of, text, onChange }: FilterFieldProps): JSX.Element {
  return (
    <input
      type="search"
      class="filter-field"
      aria-label={`Filter by ${of}`}
      placeholder={`Filter: ${of}`}
      value={text}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
