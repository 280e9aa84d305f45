import type { JSX } from "preact";
import { readingParts } from "../text/path-parts.js";
import { Shown } from "./shown.js";

/** A path whose names stand in their order, whatever letters they are made of. */
export function PathText({ path }: { readonly path: string }): JSX.Element {
  return (
    <>
      {readingParts(path).map((part, index) => (
        <bdi key={index} dir="ltr">
          <Shown text={part} />
        </bdi>
      ))}
    </>
  );
}
