/** Whom the user trusts: folders as a whole, and single rules of others. */
export interface FolderTrust {
  readonly isTrusted: boolean;
  /** Allow rules that count in the folder's local settings although the folder is not trusted. */
  readonly granted: readonly string[];
}

export interface TrustBook {
  readonly kind: "trust";
  readonly folders: ReadonlyMap<string, FolderTrust>;
}

export const emptyBook: TrustBook = { kind: "trust", folders: new Map() };

export const stranger: FolderTrust = { isTrusted: false, granted: [] };

/** Of what the user has written or named themselves. */
export const ownersTrust: FolderTrust = { isTrusted: true, granted: [] };
