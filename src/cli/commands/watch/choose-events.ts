/** Which events are shown: those of the wanted types that concern the watched folders. */
import { isInside } from "../../../fs/containment.js";
import type { EventJson } from "../../../notify/event-json.js";
import type { EngineInfo } from "../../../notify/links/protocol.js";

export interface Wanted {
  /** Undefined for everything, wherever it happens. */
  readonly folders: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
}

export function createChoice({
  folders,
  types,
}: Wanted): (event: EventJson, engine: Pick<EngineInfo, "roots">) => boolean {
  const isWatched = (path: string): boolean =>
    folders === undefined || folders.some((folder) => isInside(path, folder));
  const concerns = ({ path, root }: EventJson, { roots }: Pick<EngineInfo, "roots">): boolean => {
    const place = path ?? root;
    if (typeof place === "string") return isWatched(place);
    // What happens in no place in particular happens to whoever works there.
    return (
      folders === undefined ||
      roots.some((each) => isWatched(each) || folders.some((folder) => isInside(folder, each)))
    );
  };
  return (event, engine) => {
    // Whoever is not told that something is missing takes the rest for everything.
    const isType = types === undefined || types.includes(event.type) || event.type === "events-missed";
    return isType && concerns(event, engine);
  };
}
