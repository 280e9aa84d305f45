/** The wildcards of `.editorconfig`. The file comes with a project that may be hostile; see `compileGlob` for what that costs. */
import { compileGlob } from "./glob/compile-glob.js";

/** A section too large to be matched matches nothing. */
export function matchesSection(pattern: string, relativePath: string): boolean {
  const matcher = compileGlob(pattern, { isEditorConfig: true, atAnyDepth: !pattern.includes("/") });
  return !("problem" in matcher) && matcher.matches(relativePath);
}
