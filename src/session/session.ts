/** One conversation: its ledger, its limits, its switches. Sessions share a workspace, never a ledger. */
import { randomUUID } from "node:crypto";
import type { ContentReader } from "../content/content-reader.js";
import type { FileSystem } from "../fs/file-system.js";
import { guardPath, type PathSurroundings } from "../fs/guard-path.js";
import type { AbsolutePath, RealPath } from "../fs/paths.js";
import type { FileDiagnostics } from "../lsp/diagnostics-report.js";
import { clip } from "../text/clip.js";
import { LineNumbering } from "../text/numbered-view.js";
import {
  type CountingCall,
  type CountTokens,
  createTokenCounter,
  type TokenCounter,
} from "../tokens/token-counter.js";
import type { Vocabulary } from "../tokens/vocabulary.js";
import { CellMoves } from "./cell-moves.js";
import type { ChangeRules } from "./change-rules.js";
import { ContentCache, type ContentCacheLimits, defaultContentCacheLimits } from "./content-cache.js";
import { assessFreshness, type Freshness } from "./freshness.js";
import { Ledger } from "./ledger.js";
import { type Environment, type LimitFlags, type Limits, limitsOf } from "./limits.js";
import { MediaAllowance } from "./media-allowance.js";
import { restoreLedger, type SavedFile, type SavedLedger, saveEntry, saveLedger } from "./saved-ledger.js";
import { SavedResults } from "./saved-results.js";
import {
  findSettingFaults,
  type GivenSettings,
  resolveSettings,
  type SessionSettings,
} from "./setting-fields.js";

/** What the host can pass on to its model. */
export interface Capabilities {
  /** PDFs as documents: small ones are then sent as they are. */
  readonly pdf?: boolean;
  /** True shows the pages of a PDF as pictures beside their text; false shows no picture of anything. */
  readonly images?: boolean;
}

/** A conversation that was begun in another process, as far as that can't be told from its ledger. */
export interface SessionPast {
  readonly id: string;
  /** How many calls it has issued. */
  readonly calls: number;
  /** The saved results that it may read back. */
  readonly savedResults: readonly string[];
}

export interface SessionOptions extends Partial<ChangeRules> {
  /** The agent that the conversation belongs to, as the host has proved it. */
  readonly agent?: { readonly name: string };
  /** Goes on with a conversation; its ledger is brought by `import`. */
  readonly resumes?: SessionPast;
  readonly limits?: LimitFlags | (() => LimitFlags);
  readonly countTokens?: CountTokens;
  /** False answers every Read in full, for hosts where one session serves several conversations. */
  readonly dedup?: boolean;
  readonly lineNumbers?: "arrow" | "tab";
  readonly contentCache?: ContentCacheLimits;
  readonly capabilities?: Capabilities;
}

/** The parts of a workspace that a session stands on. */
export interface SessionGround {
  readonly fileSystem: FileSystem;
  readonly content: ContentReader;
  readonly surroundings: PathSurroundings;
  readonly stateDirectory: AbsolutePath;
  readonly environment: Environment;
  /** What counts tokens where the host does not. */
  readonly vocabulary: Pick<Vocabulary, "count">;
  /** Tells the host that one of its functions failed. */
  readonly reportHookFailure: (
    hook: "limits",
    error: unknown,
    origin: { readonly sessionId: string; readonly callId: string },
  ) => void;
  readonly listeners: {
    readonly diagnostics: { describe(sessionId: string): readonly FileDiagnostics[] } | undefined;
  };
}

/** A client may call itself anything, at any length. */
const MAX_NAME_CHARACTERS = 120;

export class Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number = Date.now();
  readonly ledger: Ledger;
  readonly numbering: LineNumbering;
  /** Returns the counter for one call. */
  readonly tokensFor: (call: CountingCall) => TokenCounter;
  readonly savedResults: SavedResults;
  readonly capabilities: Capabilities;
  readonly media: MediaAllowance = new MediaAllowance();
  readonly cellMoves: CellMoves = new CellMoves();
  readonly #ground: SessionGround;
  readonly #options: SessionOptions;
  /** What the host has set, as it was at first use. */
  #given: GivenSettings | undefined;
  /** What the settings files say, once they have been looked at. */
  #fromFiles: GivenSettings | undefined;
  #settings: SessionSettings | undefined;
  #limits: Limits | undefined;
  #calls: number;
  #name: string | undefined;

  constructor(ground: SessionGround, options: SessionOptions) {
    const past = options.resumes;
    this.id = past?.id ?? randomUUID();
    this.#calls = past?.calls ?? 0;
    this.#ground = ground;
    this.#options = options;
    this.ledger = new Ledger(new ContentCache(options.contentCache ?? defaultContentCacheLimits));
    this.numbering = new LineNumbering(options.lineNumbers === "tab" ? "\t" : "→");
    this.tokensFor = (call) => createTokenCounter(options.countTokens, ground.vocabulary, call);
    this.savedResults = new SavedResults(ground.fileSystem, ground.stateDirectory, this.id);
    this.savedResults.restore(past?.savedResults ?? []);
    this.capabilities = { ...options.capabilities };
  }

  /** Fixed at first use: a flag that changes later changes nothing in a running session. */
  get limits(): Limits {
    this.#limits ??= limitsOf(this.settings);
    return this.#limits;
  }

  get rules(): ChangeRules {
    return this.settings;
  }

  get isDedupOn(): boolean {
    return this.settings.dedup;
  }

  /** Environment, host and, from the first call on, settings files. */
  get settings(): SessionSettings {
    this.#settings ??= resolveSettings(this.#ground.environment, [this.#readGiven(), this.#fromFiles ?? {}]);
    return this.#settings;
  }

  /** Sentences about invalid values from the environment and the host. */
  get settingFaults(): readonly string[] {
    return findSettingFaults(this.#ground.environment, this.#readGiven());
  }

  /** Whether the settings files have been looked at; from then on nothing changes any more. */
  get isSettled(): boolean {
    return this.#fromFiles !== undefined;
  }

  /** Adds what the settings files say. Only the first time counts. */
  settle(fromFiles: GivenSettings): void {
    if (this.#fromFiles !== undefined) return;
    this.#fromFiles = fromFiles;
    if (Object.keys(fromFiles).length === 0) return;
    this.#settings = undefined;
    this.#limits = undefined;
  }

  #readGiven(): GivenSettings {
    const { limits, dedup, staleEdits, editRequires, matching, trailingBlanks, lineEndings } = this.#options;
    const rules = { dedup, staleEdits, editRequires, matching, trailingBlanks, lineEndings };
    this.#given ??= { ...this.#findLimits(limits), ...rules };
    return this.#given;
  }

  /** A function of the host's that fails or returns no object leaves all limits to the environment and the defaults. */
  #findLimits(limits: SessionOptions["limits"] = {}): LimitFlags {
    if (typeof limits !== "function") return limits;
    try {
      const flags: unknown = limits();
      if (typeof flags === "object" && flags !== null && !("then" in flags)) return flags;
      // A promise that nobody waits for must not end the process when it rejects.
      if (flags instanceof Promise) flags.catch(() => undefined);
      throw new TypeError("limits did not return an object with limits");
    } catch (error) {
      this.#ground.reportHookFailure("limits", error, this.originOf(""));
      return {};
    }
  }

  /** The agent's name, if the host has proved it. */
  get agent(): string | undefined {
    return this.#options.agent?.name;
  }

  /** Whom an event of a call comes from. */
  originOf(callId: string): {
    readonly sessionId: string;
    readonly callId: string;
    readonly agent?: string | undefined;
  } {
    return { sessionId: this.id, callId, agent: this.agent };
  }

  /** What its client calls itself, for people who look on; undefined until someone has said so. */
  get name(): string | undefined {
    return this.#name;
  }

  /** Says on whose behalf the conversation is held. */
  introduce(name: string): void {
    const shown = clip(name.trim(), MAX_NAME_CHARACTERS);
    if (shown !== "") this.#name = shown;
  }

  /** How many calls have been issued. */
  get issuedCalls(): number {
    return this.#calls;
  }

  /** The number of the newest call; a call's id is its number. */
  get lastCall(): number {
    return this.#calls;
  }

  nextCallId(): string {
    this.#calls += 1;
    return `${this.#calls}`;
  }

  /** The id of a call that is made again, if it was one of ours. */
  resumeCallId(given: string | undefined): string | undefined {
    return given !== undefined && /^[1-9]\d*$/.test(given) && Number(given) <= this.#calls
      ? given
      : undefined;
  }

  /** Says that the conversation was compacted: what may be written stays, what counts as visible is forgotten. */
  newContextEpoch(): void {
    this.ledger.newContextEpoch();
    this.media.reset();
  }

  /** Whether the whole present content of a file is known to this session, judged by content. */
  async freshnessOf(filePath: string): Promise<Freshness> {
    const { fileSystem, content, surroundings } = this.#ground;
    const { realPath, stat } = await fileSystem.resolve(guardPath(filePath, surroundings));
    const entry = this.ledger.find(realPath);
    if (entry === undefined) return { state: "unread" };
    if (stat?.kind !== "file") return { state: "stale" };
    return assessFreshness(entry, await content.currentVersion(realPath, stat, entry.version), "whole");
  }

  /** What language servers say of the files that this session has changed, as they are now. */
  diagnostics(): readonly FileDiagnostics[] {
    return this.#ground.listeners.diagnostics?.describe(this.id) ?? [];
  }

  export(): SavedLedger {
    return saveLedger(this.ledger);
  }

  /** What is known of the file at a real path, if anything is. A call can bring it back as what its caller has seen. */
  exportFile(realPath: string): SavedFile | undefined {
    const entry = this.ledger.find(realPath as RealPath);
    return entry === undefined ? undefined : saveEntry(entry);
  }

  /** Replaces the ledger by a saved one; what is not a saved ledger is refused whole. */
  import(saved: unknown): void {
    restoreLedger(this.ledger, saved);
  }
}
