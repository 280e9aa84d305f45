/**
 * The documents that a server has open: what it was last told of each, in which version. Versions only rise, also for a
 * document that was closed in between, so that nothing said about an earlier text can be taken for the present one.
 */
import type { RealPath } from "../fs/paths.js";
import type { SyncWishes } from "./capabilities.js";
import type { CheckedDocument } from "./checked.js";
import { DocumentFindings } from "./document-findings.js";
import { toDocumentKey, toUri } from "./document-uris.js";

export interface OpenDocument {
  readonly key: string;
  readonly path: RealPath;
  readonly uri: string;
  readonly languageId: string;
  readonly findings: DocumentFindings;
  version: number;
  text: string;
  /** When. */
  toldAt: number;
}

interface DocumentsGround {
  readonly notify: (method: string, params: object) => void;
  readonly sync: SyncWishes;
  readonly maxOpen: number;
  /** Someone waits to hear about it: such a document is not closed to make room. */
  readonly isWanted: (key: string) => boolean;
}

export class OpenDocuments {
  readonly #ground: DocumentsGround;
  /** Those used last stand last. */
  readonly #open = new Map<string, OpenDocument>();
  #highestClosed = 0;

  constructor(ground: DocumentsGround) {
    this.#ground = ground;
  }

  find(key: string): OpenDocument | undefined {
    return this.#open.get(key);
  }

  get size(): number {
    return this.#open.size;
  }

  /** Those used last come first. */
  list(): OpenDocument[] {
    return [...this.#open.values()].toReversed();
  }

  /** Tells the server this text, also when it knows it already: then it looks at it anew. */
  bring(checked: CheckedDocument): OpenDocument {
    const key = toDocumentKey(checked.path);
    const known = this.#open.get(key);
    const canChange = known?.languageId === checked.languageId && this.#ground.sync.change !== "never";
    const document =
      known !== undefined && canChange ? this.#change(known, checked.text) : this.#reopen(checked);
    this.#use(document);
    document.findings.expectFor(document.version);
    return document;
  }

  /** The document's file holds what the server was told. */
  save(document: OpenDocument): void {
    this.#use(document);
    const { save } = this.#ground.sync;
    if (save === "never") return;
    const textDocument = { uri: document.uri };
    const text = save === "with-text" ? { text: document.text } : {};
    this.#ground.notify("textDocument/didSave", { textDocument, ...text });
  }

  /** The file is gone, or no longer one to check. */
  forget(path: RealPath): void {
    const key = toDocumentKey(path);
    if (this.#open.has(key)) this.#close(key);
  }

  #change(document: OpenDocument, text: string): OpenDocument {
    const change =
      this.#ground.sync.change === "range" ? { range: wholeRange(document.text), text } : { text };
    document.version += 1;
    document.text = text;
    this.#ground.notify("textDocument/didChange", {
      textDocument: { uri: document.uri, version: document.version },
      contentChanges: [change],
    });
    return document;
  }

  #reopen({ path, languageId, text }: CheckedDocument): OpenDocument {
    const key = toDocumentKey(path);
    if (this.#open.has(key)) this.#close(key);
    this.#makeRoom();
    const version = this.#highestClosed + 1;
    const uri = toUri(path);
    const findings = new DocumentFindings();
    const document: OpenDocument = { key, path, uri, languageId, version, text, toldAt: 0, findings };
    this.#ground.notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
    return document;
  }

  #makeRoom(): void {
    for (const key of this.#open.keys()) {
      if (this.#open.size < this.#ground.maxOpen) return;
      if (!this.#ground.isWanted(key)) this.#close(key);
    }
  }

  #close(key: string): void {
    const document = this.#open.get(key);
    if (document === undefined) return;
    this.#open.delete(key);
    this.#highestClosed = Math.max(this.#highestClosed, document.version);
    document.findings.drop();
    this.#ground.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
  }

  #use(document: OpenDocument): void {
    this.#open.delete(document.key);
    this.#open.set(document.key, document);
  }
}

/** From the beginning to the end of a text, in the protocol's lines. */
function wholeRange(text: string): object {
  const lines = text.split(/\r\n|\r|\n/);
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return { start: { line: 0, character: 0 }, end };
}
