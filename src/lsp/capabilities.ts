/** What we tell a language server about ourselves when it starts, and what its answer means to us. */
import { basename } from "node:path";
import { toUri } from "./document-uris.js";
import { asRecord } from "./read-diagnostics.js";

/** Documents and diagnostics is all we speak of. */
const clientCapabilities = {
  general: { positionEncodings: ["utf-16"] },
  textDocument: {
    synchronization: { dynamicRegistration: false, didSave: true, willSave: false, willSaveWaitUntil: false },
    publishDiagnostics: { versionSupport: true, relatedInformation: true },
    diagnostic: { dynamicRegistration: true, relatedDocumentSupport: true },
  },
  window: { workDoneProgress: true },
  workspace: {
    applyEdit: false,
    configuration: true,
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
  },
} as const;

export interface WorkspaceFolder {
  readonly uri: string;
  readonly name: string;
}

export function describeFolder(root: string): WorkspaceFolder {
  return { uri: toUri(root), name: basename(root) };
}

export function describeClient(
  root: string,
  initializationOptions: unknown,
  { isConfined }: { readonly isConfined: boolean },
): object {
  return {
    // A server that watches the process it works for ends with it. From inside a sandbox that process can't be seen, and
    // a server would end at once.
    processId: isConfined ? null : process.pid,
    clientInfo: { name: "filewright" },
    locale: "en",
    rootPath: root,
    rootUri: toUri(root),
    workspaceFolders: [describeFolder(root)],
    capabilities: clientCapabilities,
    initializationOptions,
  };
}

/** How a server wants to be told of documents. */
export interface SyncWishes {
  readonly change: "whole" | "range" | "never";
  readonly save: "never" | "bare" | "with-text";
}

/** How diagnostics are asked for; undefined while the server has not said that they can be. */
export interface PullWishes {
  readonly identifier: string | undefined;
  /** A change of one document may change what is found in another. */
  readonly hasInterFileDependencies: boolean;
}

export function readSyncWishes(capabilities: unknown): SyncWishes {
  const { textDocumentSync: sync } = asRecord(capabilities);
  if (typeof sync === "number") return { change: readChangeKind(sync), save: "bare" };
  const { change, save } = asRecord(sync);
  const wantsText = asRecord(save)["includeText"] === true;
  const isWanted = save === true || (typeof save === "object" && save !== null);
  return { change: readChangeKind(change), save: wantsText ? "with-text" : isWanted ? "bare" : "never" };
}

function readChangeKind(kind: unknown): SyncWishes["change"] {
  return kind === 1 ? "whole" : kind === 2 ? "range" : "never";
}

export function findPullWishes(options: unknown): PullWishes | undefined {
  if (typeof options !== "object" || options === null) return undefined;
  const { identifier, interFileDependencies } = asRecord(options);
  return {
    identifier: typeof identifier === "string" ? identifier : undefined,
    hasInterFileDependencies: interFileDependencies === true,
  };
}
