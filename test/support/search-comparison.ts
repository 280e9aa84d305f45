/** A generated repository on the disk, with what ripgrep says of it and what the tools say. */
import * as fc from "fast-check";
import { expect } from "vitest";
import type { ToolOutputs } from "../../src/index.js";
import { plantRepository, type Repository } from "./generated-repository.js";
import { listByRipgrep, placeOf, type RawPlace } from "./raw-search.js";
import type { TempWorkspace } from "./workspace.js";

/** A matcher that says in a line of code what a glob or type says. */
export type Accepts = (name: string) => boolean;
export const acceptsAll: Accepts = () => true;

/** What was found, and whether only ignored files were there to be found. */
export interface Seen {
  readonly names: readonly string[];
  readonly ignoredFiles: true | undefined;
}

/** Ignored files are the answer only when there is no other. */
export function expectSeen(place: RawPlace, accepts: Accepts): Seen {
  const names = listByRipgrep(place).filter(accepts);
  if (names.length > 0) return { names, ignoredFiles: undefined };
  const ignored = listByRipgrep(place, ["--no-ignore"]).filter(accepts);
  return { names: ignored, ignoredFiles: ignored.length > 0 ? true : undefined };
}

export async function seenByGlob(
  workspace: TempWorkspace,
  pattern: string,
  path: string = workspace.root,
): Promise<Seen> {
  const { output, error } = await workspace.toolkit().call("Glob", { pattern, path });
  if (output === undefined) throw new Error(error?.message);
  const { filenames, ignoredFiles, truncated, totalMatches } = output;
  expect({ truncated, totalMatches }).toEqual({ truncated: false, totalMatches: filenames.length });
  return { names: filenames.map((name) => name.slice(path.length + 1)).toSorted(), ignoredFiles };
}

export async function grepWhole(workspace: TempWorkspace, input: object): Promise<ToolOutputs["Grep"]> {
  const { output, error } = await workspace.toolkit().call("Grep", { head_limit: 0, ...input });
  if (output === undefined) throw new Error(error?.message);
  return output;
}

export function compareOnMany<Extra>(
  repositories: fc.Arbitrary<Repository>,
  extra: fc.Arbitrary<Extra>,
  numRuns: number,
  compare: (workspace: TempWorkspace, place: RawPlace, extra: Extra) => Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(repositories, extra, async (repository, more) => {
    const workspace = plantRepository(repository);
    await compare(workspace, placeOf(workspace), more);
  });
  return fc.assert(property, { numRuns });
}
