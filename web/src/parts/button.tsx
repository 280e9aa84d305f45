import type { JSX } from "preact";

type ButtonProps = JSX.IntrinsicElements["button"] & {
  /** "main" for what a person most likely wants, "danger" for what takes something away. */
  readonly kind?: "plain" | "main" | "danger";
};

export function Button({ kind = "plain", class: more, ...rest }: ButtonProps): JSX.Element {
  const names = ["button", `button-${kind}`, ...(typeof more === "string" ? [more] : [])];
  return <button type="button" {...rest} class={names.join(" ")} />;
}
