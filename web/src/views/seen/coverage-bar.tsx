import type { JSX } from "preact";
import type { SeenFile } from "../../../../src/desk/desk.js";
import { BAR_WIDTH, drawCoverage } from "./coverage.js";

const HEIGHT = 10;

/** Which lines are known, to scale. The words beside it say the same. */
export function CoverageBar({ file }: { readonly file: SeenFile }): JSX.Element {
  return (
    <svg
      class={`seen-bar seen-bar-${file.state}`}
      viewBox={`0 0 ${BAR_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {drawCoverage(file).map(({ start, width }) => (
        <rect key={start} x={start} y={0} width={width} height={HEIGHT} />
      ))}
    </svg>
  );
}
