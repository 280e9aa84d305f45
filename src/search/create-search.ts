import type { FileSystem, MaybePromise } from "../fs/file-system.js";
import type { RealPath } from "../fs/paths.js";
import type { Sandboxing } from "../process/sandbox/sandbox.js";
import { locateRipgrep } from "./ripgrep/locate.js";
import { Ripgrep } from "./ripgrep/ripgrep.js";
import { Search } from "./site.js";

export interface SearchGround {
  readonly fileSystem: FileSystem;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The ripgrep that the host has chosen, if it has. */
  readonly program: string | undefined;
  readonly sandboxing: Sandboxing;
  readonly isInsideRoots: (path: RealPath) => MaybePromise<boolean>;
}

export function createSearch(ground: SearchGround): Search {
  const { fileSystem, environment, program, isInsideRoots, sandboxing } = ground;
  const locate = async (): Promise<string> =>
    program ?? locateRipgrep({ fileSystem, searchPath: environment["PATH"], isInsideRoots });
  return new Search(fileSystem, new Ripgrep(locate, environment), sandboxing);
}
