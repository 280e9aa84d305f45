/** What an old text may stand for once noise is removed from it: as it is, after one rewrite, or after two. */
import type { Relaxation } from "../tiers.js";
import { desanitized } from "./desanitized.js";
import { entities } from "./entities.js";
import { escapes } from "./escapes.js";
import { fence } from "./fence.js";
import { lineNumbers } from "./line-numbers.js";
import type { Reading, Rewrite } from "./rewrite.js";

/** The outermost noise first: escapes hide fences, and fences enclose numbered lines. */
const REWRITES: readonly Rewrite[] = [escapes, fence, lineNumbers, entities, desanitized];

export interface RelaxedReading extends Reading {
  readonly relaxations: readonly Relaxation[];
}

export function listReadings(oldText: string): readonly RelaxedReading[] {
  const asSent: RelaxedReading = {
    oldText,
    isWholeLines: false,
    relaxations: [],
    rewriteNew: (newText) => newText,
  };
  const once = REWRITES.flatMap((rewrite) => applyRewrite(rewrite, asSent));
  const twice = once.flatMap((reading) => {
    const outer = REWRITES.findIndex(({ relaxation }) => reading.relaxations.includes(relaxation));
    return REWRITES.slice(outer + 1).flatMap((rewrite) => applyRewrite(rewrite, reading));
  });
  return [asSent, ...once, ...twice];
}

function applyRewrite({ relaxation, readings }: Rewrite, base: RelaxedReading): RelaxedReading[] {
  return readings(base.oldText).map((reading) => ({
    oldText: reading.oldText,
    isWholeLines: base.isWholeLines || reading.isWholeLines,
    relaxations: [...base.relaxations, relaxation],
    rewriteNew(newText, file) {
      const rewritten = base.rewriteNew(newText, file);
      return rewritten === undefined ? undefined : reading.rewriteNew(rewritten, file);
    },
  }));
}
