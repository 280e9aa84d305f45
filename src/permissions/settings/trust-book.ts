/** Whom the user trusts: folders as a whole, and single rules of others. */

/** Which folder it is, whatever its name: another one that gets the same path has another identity. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
}

/** What the user has said about a folder, as it is stored. */
export interface TrustEntry {
  readonly isTrusted: boolean;
  /** Allow rules that count in the folder's local settings although the folder is not trusted. */
  readonly granted: readonly string[];
  /** The folder that was meant; absent from entries of earlier versions, which do not count any more. */
  readonly identity?: FolderIdentity;
  /** Digests of the settings files that were there when the folder was trusted, by the files' names. */
  readonly settings: ReadonlyMap<string, string>;
}

/** Why something that was trusted is not trusted any more. */
type TrustDoubt = "earlier-version" | "other-folder" | "changed-settings";

/** What counts now, for a folder or for one of its settings files. */
export interface FolderTrust {
  readonly isTrusted: boolean;
  readonly granted: readonly string[];
  readonly doubt?: TrustDoubt;
}

export interface TrustBook {
  readonly kind: "trust";
  readonly folders: ReadonlyMap<string, TrustEntry>;
}

export const emptyBook: TrustBook = { kind: "trust", folders: new Map() };

export const stranger: TrustEntry = { isTrusted: false, granted: [], settings: new Map() };

/** Of what the user has written or named themselves. */
export const ownersTrust: FolderTrust = { isTrusted: true, granted: [] };

export function identityOf(stat: { readonly device: bigint; readonly inode: bigint }): FolderIdentity {
  return { device: String(stat.device), inode: String(stat.inode) };
}

export function isSameFolder(left: FolderIdentity | undefined, right: FolderIdentity | undefined): boolean {
  return left !== undefined && left.device === right?.device && left.inode === right.inode;
}

/** Trust is the folder's own: one that has taken its path has to be trusted anew. */
export function judgeFolder(
  entry: TrustEntry | undefined,
  identity: FolderIdentity | undefined,
): FolderTrust {
  if (entry === undefined) return { isTrusted: false, granted: [] };
  const { isTrusted, granted } = entry;
  if (isSameFolder(entry.identity, identity)) return { isTrusted, granted };
  const doubt = entry.identity === undefined ? "earlier-version" : "other-folder";
  return { isTrusted: false, granted: [], ...(isTrusted || granted.length > 0 ? { doubt } : {}) };
}

/** Of a settings file in a folder. `digest` is that of its content, `undefined` if there is no such file. */
export function judgeSettings(
  folder: FolderTrust,
  entry: TrustEntry | undefined,
  name: string,
  digest: string | undefined,
): FolderTrust {
  if (!folder.isTrusted || digest === undefined || entry?.settings.get(name) === digest) return folder;
  return { isTrusted: false, granted: folder.granted, doubt: "changed-settings" };
}
