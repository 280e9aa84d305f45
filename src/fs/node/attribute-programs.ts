/** Keeps extended attributes by `getfattr` and `setfattr`, where the system calls for it can't be made. */
import fs from "node:fs";
import type { AttributeDump } from "../../process/attribute-dump.js";
import { ExtendedAttributes } from "../../process/extended-attributes.js";
import type { FileStat, MaybePromise } from "../file-system.js";
import type { KeepAttributes } from "./replace-file.js";
import { toFileStat } from "./translate.js";

export interface AttributeKeeper {
  readonly keep: KeepAttributes;
  /** To be called with the new file's stat, so that it is not looked at again. */
  readonly onReplaced?: (stat: FileStat) => void;
}

const UNREADABLE = "its extended attributes and access list can't be read on this system";

export class AttributePrograms {
  readonly #attributes: ExtendedAttributes;

  constructor(attributes: ExtendedAttributes = new ExtendedAttributes()) {
    this.#attributes = attributes;
  }

  /** "attempt" replaces a file whose attributes can't be read, and reports that they were not kept. */
  keeperFor(path: string, need: "require" | "attempt"): MaybePromise<AttributeKeeper> {
    const attributes = this.#attributes;
    const stat = fs.lstatSync(path, { bigint: true, throwIfNoEntry: false });
    const identity = stat === undefined ? undefined : identityOf(toFileStat(stat));
    const found = identity === undefined ? undefined : attributes.find(path, identity);
    const make = (dump: AttributeDump | undefined): AttributeKeeper => {
      const isUnknown = attributes.isAvailable && identity !== undefined && !attributes.knowsNone(identity);
      if (attributes.isMissing || (dump === undefined && isUnknown)) return { keep: () => refuse(need) };
      if (dump !== undefined) return { keep: (_old, _fresh, path) => attributes.apply(dump, path) };
      return { keep: () => [], onReplaced: (fresh) => attributes.rememberNone(identityOf(fresh)) };
    };
    return found instanceof Promise ? found.then(make) : make(found);
  }
}

/** Moves when an attribute is set, because the change time does. */
function identityOf({ device, inode, changedNs }: FileStat): string {
  return `${device}:${inode}:${changedNs}`;
}

function refuse(need: "require" | "attempt"): ReturnType<KeepAttributes> {
  return need === "require" ? { refusal: UNREADABLE } : ["extended attributes and access list"];
}
