/**
 * From what ripgrep found to what is shown. Every quoted byte is read again by ourselves and must be the same: a file that
 * changed or moved meanwhile is not quoted. Long lines are shown around their match.
 */
import type { ContentReader } from "../content/content-reader.js";
import type { ContentVersion } from "../content/content-version.js";
import { FileSystemError } from "../fs/file-system.js";
import type { RealPathOrBytes } from "../fs/paths.js";
import { createRest } from "../fs/rest.js";
import type { FoundLine } from "./file-lines.js";
import type { FoundPath } from "./found-path.js";
import { findOwnPlace, type OwnPlace, type PlacedLine } from "./own-place.js";
import { type OwnText, openOwnText } from "./own-text.js";
import { isUnreachable } from "./prove-files.js";
import type { LineQuery } from "./query.js";
import { type Quotation, quoteLine } from "./quote-line.js";
import { MAX_LINE_BYTES } from "./ripgrep/arguments.js";
import type { Site } from "./site.js";

export interface QuotedLine
  extends Quotation,
    Pick<FoundLine, "path" | "number" | "isMatch" | "isAfterGap"> {}

export interface Quoted {
  readonly lines: readonly QuotedLine[];
  /** Of the files whose lines a caller may count as seen, the version that was quoted. */
  readonly versions: ReadonlyMap<FoundPath, ContentVersion>;
  /** Files of which lines could not be quoted, because they are not what was searched any more. */
  readonly changed: readonly FoundPath[];
  /** Files that could not be opened. */
  readonly unreadable: readonly string[];
}

/** No result shows lines beyond this many bytes, so files first quoted beyond it need no version. */
const MAX_SHOWN_BYTES = 256 * 1024;
/** How much content of quoted files to hold for the session, which lets it show later what has changed. */
const MAX_HELD_BYTES = 8 * 1024 * 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Quotes what one search has found. */
export class Quoter {
  readonly #site: Site;
  readonly #query: LineQuery;
  readonly #content: ContentReader;
  /** Before the search: a file that has not changed since is what was searched. */
  readonly #startedAt = Date.now();
  #shownBytes = 0;
  #heldBytes = 0;
  /** What is being quoted already, by the file's first line. */
  readonly #begun = new Map<FoundLine, { readonly count: number; readonly quoted: Promise<QuotedFile> }>();

  constructor(site: Site, query: LineQuery, content: ContentReader) {
    this.#site = site;
    this.#query = query;
    this.#content = content;
  }

  /** Begins with lines of one file, while ripgrep is still searching others. */
  begin(lines: readonly FoundLine[]): void {
    for (const file of groupByFile(lines)) {
      const [first] = file;
      if (first === undefined) continue;
      const quoted = this.#quoteFile(file);
      // Whoever needs it will hear of its failure.
      quoted.catch(() => undefined);
      this.#begun.set(first, { count: file.length, quoted });
    }
  }

  async quote(found: readonly FoundLine[]): Promise<Quoted> {
    const lines: QuotedLine[] = [];
    const versions = new Map<FoundPath, ContentVersion>();
    const changed: FoundPath[] = [];
    const unreadable: string[] = [];
    const rest = createRest();
    for (const file of groupByFile(found)) {
      const [first] = file;
      if (first === undefined) continue;
      const begun = this.#begun.get(first);
      const quoted = await (begun?.count === file.length ? begun.quoted : this.#quoteFile(file));
      if (quoted === "unreadable") unreadable.push(first.path.text);
      else if (quoted !== "gone") {
        // One by one: a page without limit has more lines than a call may have arguments.
        for (const line of quoted.lines) lines.push(line);
        if (quoted.version !== undefined) versions.set(first.path, quoted.version);
        if (quoted.lines.length < file.length) changed.push(first.path);
      }
      await rest();
    }
    return { lines, versions, changed, unreadable };
  }

  /** A file that is gone, or no longer lies where it was found, is not even named. */
  async #quoteFile(found: readonly FoundLine[]): Promise<QuotedFile> {
    const [first] = found;
    if (first === undefined) return { lines: [], version: undefined };
    // Before the first `await`, so files count in page order.
    const content = this.#shownBytes < MAX_SHOWN_BYTES ? this.#content : undefined;
    this.#shownBytes += found.reduce((sum, { text }) => sum + text.length, 0);
    try {
      const source = { place: this.#site.locate(first.path), startedAt: this.#startedAt, content };
      const quoted = await quoteFrom(source, this.#site, found, this.#query);
      this.#hold(quoted.version);
      return quoted;
    } catch (cause) {
      if (!(cause instanceof FileSystemError)) throw cause;
      return isUnreachable(cause) ? "unreadable" : "gone";
    }
  }

  #hold(version: ContentVersion | undefined): void {
    if (version?.bytes === undefined) return;
    if (this.#heldBytes + version.size > MAX_HELD_BYTES) version.releaseBytes();
    else this.#heldBytes += version.size;
  }
}

/** Lines of one file follow each other. */
function groupByFile(lines: readonly FoundLine[]): readonly (readonly FoundLine[])[] {
  const files: FoundLine[][] = [];
  for (const line of lines) {
    const last = files.at(-1);
    if (last?.[0]?.path === line.path) last.push(line);
    else files.push([line]);
  }
  return files;
}

type QuotedFile = QuotedLines | "gone" | "unreadable";

interface QuotedLines {
  readonly lines: readonly QuotedLine[];
  readonly version: ContentVersion | undefined;
}

interface QuoteSource {
  readonly place: RealPathOrBytes;
  /** When the search began. */
  readonly startedAt: number;
  /** Identifies the version, if a caller may count its lines as seen. */
  readonly content: ContentReader | undefined;
}

async function quoteFrom(
  { place, startedAt, content }: QuoteSource,
  site: Site,
  found: readonly FoundLine[],
  query: LineQuery,
): Promise<QuotedLines> {
  const own = await openOwnText(place, found[0]?.encoding, site);
  if (own === undefined) return { lines: [], version: undefined };
  try {
    const quoted: QuotedLine[] = [];
    const isSteady = own.isUnchangedSince(startedAt);
    let previous: PlacedLine | undefined;
    for (const line of found) {
      const at = await findOwnPlace(line, own, query, previous);
      previous = { line, at };
      const isPart = query.onlyMatching && line.isMatch;
      if (!isSteady && !isPart && !(await isLineOf(own, line, at))) continue;
      const quotation = await quoteLine(line, at, own);
      if (quotation === undefined) continue;
      const isWhole = quotation.isWhole && !isPart;
      const { path, number, isMatch, isAfterGap } = line;
      quoted.push({ path, number, isMatch, isAfterGap, text: quotation.text, isWhole });
    }
    const isCounted = content !== undefined && quoted.some(({ isWhole }) => isWhole);
    return { lines: quoted, version: isCounted ? await own.identify(content, startedAt) : undefined };
  } finally {
    await own.close();
  }
}

/** Whether this is still that whole line. The same bytes may now be part of a longer line, or be on another line. */
async function isLineOf(own: OwnText, { number, text }: FoundLine, { start }: OwnPlace): Promise<boolean> {
  const from = Math.max(0, start - 1);
  const around = await own.slice(from, start + text.length + 2);
  const isStart = start === 0 || around[0] === NEWLINE;
  const behind = around.subarray(start - from + text.length);
  const isEnd = behind.length === 0 || behind[0] === NEWLINE || behind[0] === CARRIAGE_RETURN;
  const lines = own.countLinesBefore(start);
  const isCut = text.length > MAX_LINE_BYTES;
  return isStart && (isEnd || isCut) && (lines === undefined || lines === number - 1);
}
