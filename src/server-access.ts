/** What rules keep from programs: what the workspace's rules deny or ask about, and what any of its sessions denies or asks about. */
import { isInside, type Roots } from "./fs/containment.js";
import type { FileStat, FileSystem } from "./fs/file-system.js";
import type { PathSurroundings } from "./fs/guard-path.js";
import type { AbsolutePath } from "./fs/paths.js";
import { unlessUnavailable } from "./fs/unless-unavailable.js";
import type { KeptFiles, ServerAccess } from "./lsp/confinement.js";
import { findReadGuard, type Policy } from "./permissions/decide.js";
import { UnreadableFileFinder } from "./permissions/unreadable-files.js";
import type { WorkspaceAccess } from "./workspace-access.js";
import type { Participant } from "./workspace-participants.js";

export interface ServerAccessDeps {
  readonly fileSystem: FileSystem;
  readonly roots: Roots;
  readonly access: WorkspaceAccess;
  readonly stateDirectory: AbsolutePath;
  readonly surroundings: Pick<PathSurroundings, "homeDirectory">;
  /** Files and folders besides the roots that programs may read. */
  readonly besides?: readonly string[];
}

/** More would take too long to hide, and too many words of the command that starts a server. */
const MAX_HIDDEN = 2000;

export function createServerAccess(
  deps: ServerAccessDeps,
  listParticipants: () => readonly Pick<Participant, "permissions">[] = () => [],
): ServerAccess {
  const { fileSystem, roots, access, stateDirectory, besides = [] } = deps;
  const { homeDirectory } = deps.surroundings;
  const finder = new UnreadableFileFinder(fileSystem);

  const loadPolicies = async (): Promise<readonly Policy[]> => {
    await access.findState();
    const options = { isExact: false };
    const sessions = listParticipants().map(({ permissions }) => permissions.policy(options));
    return [await access.loadPolicy(options), ...(await Promise.all(sessions))];
  };

  return {
    async find(options) {
      const policies = await loadPolicies();
      const { folders } = await roots.lookUp();
      const real = folders.map((folder) => folder.real);
      const isStateInside = real.some((root) => isInside(stateDirectory, root));
      const hasRules = isStateInside || policies.some(restrictsReading);
      if (!hasRules) return { hasRules, paths: [], identity: "", problem: undefined };
      const named = policies.flatMap(({ sets }) => sets.flatMap((set) => set.deniedPlaces));
      // What contains the home directory or a root is too large to walk: the roots are, and the rest can't be read.
      const isBroad = (place: string): boolean =>
        [homeDirectory, ...real].some((folder) => folder !== place && isInside(folder, place)) ||
        place === homeDirectory;
      const places = [...new Set(named)].filter((place) => !isBroad(place)).concat(besides);
      const search = {
        roots: real,
        places: places as AbsolutePath[],
        isUnreadable: (path: string, kind: "file" | "folder") => isUnreadable(access, policies, path, kind),
        isLinked: named.some(isBroad) ? (stat: FileStat) => isLinked(access, policies, stat) : undefined,
        revision: describeGuards(policies),
      };
      const { paths, identity, isComplete } = await finder.find(search, options);
      return { hasRules, paths, identity, problem: findProblem(paths, isComplete) };
    },

    async createJudge() {
      const policies = await loadPolicies();
      const isKept = (path: string): boolean => isUnreadable(access, policies, path, "file");
      return {
        hasRules: policies.some(restrictsReading),
        isKept,
        async mayQuote(path, isPublic) {
          const resolved = await unlessUnavailable(() => fileSystem.resolve(path as AbsolutePath));
          if (resolved === undefined || isKept(path) || isKept(resolved.realPath)) return false;
          return isPublic(resolved.realPath) || (await roots.contains(resolved.realPath));
        },
      };
    },
  };
}

function restrictsReading({ sets }: Policy): boolean {
  return sets.some((set) => set.restrictsReading);
}

function isUnreadable(
  access: WorkspaceAccess,
  policies: readonly Policy[],
  path: string,
  kind: "file" | "folder",
): boolean {
  if (access.findClosedPlace("read", path, path) !== undefined) return true;
  return policies.some((policy) => findReadGuard(policy, { path, kind }) !== undefined);
}

async function isLinked(
  access: WorkspaceAccess,
  policies: readonly Policy[],
  stat: FileStat,
): Promise<boolean> {
  for (const policy of policies) {
    if ((await access.findTwin(stat, "read", policy, undefined)) !== undefined) return true;
  }
  return false;
}

function describeGuards(policies: readonly Policy[]): string {
  const guards = policies.flatMap(({ sets }) =>
    sets.flatMap(({ rules }) => rules.filter(({ list }) => list !== "allow")),
  );
  return JSON.stringify(guards.map(({ list, text, source }) => [list, text, source.folders]));
}

function findProblem(paths: readonly string[], isComplete: boolean): KeptFiles["problem"] {
  if (!isComplete)
    return "the roots have too many files to look through for those that rules deny, or names that are not UTF-8";
  return paths.length > MAX_HIDDEN ? `rules deny more than ${MAX_HIDDEN} files one by one` : undefined;
}
