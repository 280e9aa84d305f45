import type { JSX } from "preact";
import { visible } from "../../../src/text/visible.js";
import { engines, server } from "../state/live.js";
import { computed, useValue } from "../state/signal.js";
import { baseName, splitPath } from "../text/path-parts.js";
import { Name } from "./names.js";
import { PathText } from "./path-text.js";

interface PathLabelProps {
  readonly path: string;
  /** The root that it is in, null for none; without it the longest that fits is looked for. */
  readonly root?: string | null | undefined;
  /** Shows the whole path, as for a root itself. */
  readonly isPlain?: boolean;
}

const allRoots = computed([server, engines], () => [
  ...new Set([...(server.value?.roots ?? []), ...engines.value.flatMap((engine) => engine.roots)]),
]);

/**
 * A path in one line. Where there is too little room, folders are cut first, so that the file's name is always seen; the
 * whole path is in the title. The root is named where there is more than one.
 */
export function PathLabel({ path, root, isPlain = false }: PathLabelProps): JSX.Element {
  const roots = useValue(allRoots);
  const candidates = root === undefined ? roots : root === null ? [] : [root];
  const parts = splitPath(path, isPlain ? [] : candidates);
  return (
    <span class="path-label" title={visible(path)}>
      {root === null && !isPlain && <span class="path-root path-outside">outside</span>}
      {parts.root !== undefined && roots.length > 1 && <Name class="path-root" text={baseName(parts.root)} />}
      <span class="path-folder">
        <PathText path={parts.folder} />
      </span>
      <span class="path-name">
        <PathText path={parts.name} />
      </span>
    </span>
  );
}
