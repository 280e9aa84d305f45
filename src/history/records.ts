/** The journal's records, as plain data. Records are only added; a later one may revoke an earlier one. */

/** A content a file had. Small ones are kept whole under their hash, larger ones in pieces or not at all. */
export interface Image {
  /** The version's name, as `ContentVersion` gives it. */
  readonly id: string;
  readonly size: number;
  /** Hashes of the kept pieces, in order; absent when the content is not kept. */
  readonly pieces?: readonly string[];
  readonly mode?: number;
}

/** The replaced places of a file too large to be kept whole; from them either content can be made of the other. */
export interface KeptSplices {
  /** Offset in the old content, bytes removed there, bytes inserted there; in order. */
  readonly places: readonly (readonly [start: number, removed: number, inserted: number])[];
  /** Hashes of the pieces of all that was removed, one place after another. */
  readonly removed: readonly string[];
  readonly inserted: readonly string[];
}

/** What every record has. */
interface Sequenced {
  /** Orders records across all processes, whatever their clocks say. */
  readonly seq: number;
}

export interface ChangeRecord extends Sequenced {
  readonly kind: "change";
  readonly id: string;
  /** Milliseconds since 1970, by the clock of the process that made it. For people; nothing is ordered by it. */
  readonly at: number;
  readonly sessionId: string;
  readonly callId: string;
  readonly tool: string;
  readonly path: string;
  /** Null when there was no file, or is none afterwards. */
  readonly before: Image | null;
  readonly after: Image | null;
  readonly splices?: KeptSplices;
  /** Where the new content waits until it takes its place; a crash may leave it behind. */
  readonly temporary?: string;
  /** The topmost folder that was made for the file. */
  readonly createdFolder?: string;
  /** The changes that this one takes back. */
  readonly undoes?: readonly string[];
  /** The step that this change belongs to: changes of several files, made and undone together. */
  readonly step?: string;
  /** How the call was permitted: by rule, or by a person's answer. */
  readonly decision?: "allowed" | "approved";
  /** What the session's client called itself: sessions end, and nobody knows them by their ids. */
  readonly client?: string;
  /** The agent, where its name was proved. */
  readonly agent?: string;
}

/** A file is about to be filled beside the one it will replace; a crash may leave it behind. */
interface StagingRecord extends Sequenced {
  readonly kind: "staging";
  readonly at: number;
  readonly temporary: string;
}

/** The change did not reach the disk after all. */
interface FailedRecord extends Sequenced {
  readonly kind: "failed";
  readonly change: string;
  readonly reason: string;
}

/** The change is about to be written into the very file that is there, which a crash may tear. */
export interface InPlaceRecord extends Sequenced {
  readonly kind: "in-place";
  readonly change: string;
  /** Both contents whole, where the change itself is kept by less: a torn file can't be put right from parts. */
  readonly before?: Image;
  readonly after?: Image;
}

/** Another program's version that a change displaced by accident; kept for the person. */
export interface DisplacedRecord extends Sequenced {
  readonly kind: "displaced";
  readonly change: string;
  readonly at: number;
  readonly image: Image;
}

export interface CheckpointRecord extends Sequenced {
  readonly kind: "checkpoint";
  readonly id: string;
  readonly at: number;
  readonly sessionId: string;
  readonly label: string;
}

/**
 * Changes of several files are about to be made as one step. If its writer dies before the group's end is recorded, recovery
 * rolls the group's changes back.
 */
export interface GroupRecord extends Sequenced {
  readonly kind: "group";
  /** The `step` of the changes that belong to it. */
  readonly id: string;
  readonly at: number;
  readonly paths: readonly string[];
}

/** The group is settled: all its changes are in place, or nothing more is to be rolled back. */
interface GroupEndRecord extends Sequenced {
  readonly kind: "group-end";
  readonly group: string;
  readonly at: number;
}

/** Who writes the file from here on. */
export interface OwnerRecord extends Sequenced {
  readonly kind: "owner";
  readonly at: number;
  readonly owner: string;
  /** Whether the writer locks the file for as long as it lives. */
  readonly isLocked?: boolean;
}

/** Every change up to here is known to be applied or failed. */
interface ClosedRecord extends Sequenced {
  readonly kind: "closed";
  /** The file of a process that died, after recovery; without it, the file that holds this record. */
  readonly file?: string;
}

export type JournalRecord =
  | ChangeRecord
  | StagingRecord
  | FailedRecord
  | InPlaceRecord
  | DisplacedRecord
  | CheckpointRecord
  | GroupRecord
  | GroupEndRecord
  | OwnerRecord
  | ClosedRecord;

/** A record about to be written; the store gives it its sequence number. */
export type RecordDraft = JournalRecord extends infer Each
  ? Each extends JournalRecord
    ? Omit<Each, "seq">
    : never
  : never;

/** A parsed record, and its ordinal in its file, by which missing ones are noticed. */
export interface ParsedRecord {
  readonly record: JournalRecord;
  readonly ordinal: number | undefined;
}

/** `undefined` for JSON that is not a record, or one that a newer version may have written. */
export function parseRecord(json: string): ParsedRecord | undefined {
  const record = findRecord(json);
  if (record === undefined) return undefined;
  const { n, seq } = record as { readonly n?: unknown; readonly seq?: unknown };
  if (typeof seq !== "number") return undefined;
  return { record, ordinal: typeof n === "number" ? n : undefined };
}

function findRecord(json: string): JournalRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const record = value as Record<string, unknown>;
  const areText = (...names: string[]): boolean => names.every((name) => typeof record[name] === "string");
  switch (record["kind"]) {
    case "change": {
      const isWhole =
        areText("id", "sessionId", "callId", "tool", "path") &&
        (record["step"] === undefined || areText("step")) &&
        (record["client"] === undefined || areText("client")) &&
        (record["agent"] === undefined || areText("agent")) &&
        isTime(record["at"]) &&
        isNames(record["undoes"]) &&
        isSplices(record["splices"]);
      return isWhole && isImage(record["before"]) && isImage(record["after"])
        ? (value as ChangeRecord)
        : undefined;
    }
    case "staging":
      return areText("temporary") && isTime(record["at"]) ? (value as StagingRecord) : undefined;
    case "failed":
      return areText("change", "reason") ? (value as FailedRecord) : undefined;
    case "in-place":
      return areText("change") && isImage(record["before"] ?? null) && isImage(record["after"] ?? null)
        ? (value as InPlaceRecord)
        : undefined;
    case "displaced":
      return areText("change") && isTime(record["at"]) && record["image"] !== null && isImage(record["image"])
        ? (value as DisplacedRecord)
        : undefined;
    case "checkpoint":
      return areText("id", "sessionId", "label") && isTime(record["at"])
        ? (value as CheckpointRecord)
        : undefined;
    case "group": {
      const hasPaths = Array.isArray(record["paths"]) && isNames(record["paths"]);
      return hasPaths && areText("id") && isTime(record["at"]) ? (value as GroupRecord) : undefined;
    }
    case "group-end":
      return areText("group") && isTime(record["at"]) ? (value as GroupEndRecord) : undefined;
    case "owner":
      return areText("owner") && isTime(record["at"]) ? (value as OwnerRecord) : undefined;
    case "closed":
      return record["file"] === undefined || areText("file") ? (value as ClosedRecord) : undefined;
    default:
      return undefined;
  }
}

function isTime(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isImage(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { id, size, pieces } = value as Record<string, unknown>;
  return typeof id === "string" && typeof size === "number" && isNames(pieces);
}

function isSplices(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== "object" || value === null) return false;
  const { places, removed, inserted } = value as Record<string, unknown>;
  const isPlace = (place: unknown): boolean =>
    Array.isArray(place) && place.length === 3 && place.every((number) => Number.isSafeInteger(number));
  return Array.isArray(places) && places.every(isPlace) && isNames(removed) && isNames(inserted);
}

function isNames(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.every((name) => typeof name === "string"));
}

/** Every content a record needs kept. */
export function piecesOf(record: JournalRecord): readonly string[] {
  if (record.kind === "displaced") return record.image.pieces ?? [];
  if (record.kind === "in-place") return [...(record.before?.pieces ?? []), ...(record.after?.pieces ?? [])];
  if (record.kind !== "change") return [];
  const { before, after, splices } = record;
  return [
    ...(before?.pieces ?? []),
    ...(after?.pieces ?? []),
    ...(splices?.removed ?? []),
    ...(splices?.inserted ?? []),
  ];
}
