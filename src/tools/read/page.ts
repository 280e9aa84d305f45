/** The lines a Read shows, from a small file held whole or a slice of a large one, in one shape. */
import { isAscii } from "node:buffer";
import { SMALL_FILE_BYTES } from "../../content/content-reader.js";
import { ContentVersion } from "../../content/content-version.js";
import { type DecodedText, decodeText } from "../../content/decode-text.js";
import type { MaybePromise, SmallFile } from "../../fs/file-system.js";
import { NULL_DEVICE } from "../../fs/guard-path.js";
import { asBuffer, isUnicode, type TextEncoding } from "../../text/codec.js";
import { isSvg } from "../../text/image-format.js";
import { findEndings, type LineEnding } from "../../text/line-endings.js";
import { type NumberedView, viewLines } from "../../text/numbered-view.js";
import { type BinaryKind, binaryData, findBinaryKind, isMostlyControls } from "../../text/sniff.js";
import type { CallContext } from "../context.js";
import type { ReadPlan } from "./check.js";

/** No text but long runs of blanks has this many bytes to a token; what is longer is refused without being gathered. */
const BYTES_PER_TOKEN = 40;
/** Below this, joining strings is cheap and the kernels need not be set up. */
const BYTE_VIEW_FROM = 2048;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const onlyNewlines: ReadonlySet<LineEnding> = new Set(["\n"]);

export interface Page {
  readonly version: ContentVersion;
  readonly encoding: TextEncoding;
  readonly totalLines: number | undefined;
  /** More was asked for than any token cap could let through; the page ends early. */
  readonly isClipped: boolean;
  /** Line endings found in the part that was read. */
  readonly endings: ReadonlySet<LineEnding>;
  /** Known if the page has the file's last line. */
  readonly endsWithNewline: boolean;
  /** The text is a drawing, and all of it was asked for. */
  readonly isDrawing: boolean;
  /** The first `lines` lines of the page, numbered. */
  view(lines: number): NumberedView;
}

export type LoadedPage =
  | { readonly kind: "page"; readonly page: Page }
  | { readonly kind: "binary"; readonly binary: BinaryKind }
  /** The same lines of the same version are still visible: there is nothing to show. */
  | { readonly kind: "unchanged"; readonly version: ContentVersion };

export function loadPage(plan: ReadPlan, context: CallContext): MaybePromise<LoadedPage> {
  if (plan.realPath === NULL_DEVICE) return fromBytes(new Uint8Array(0), plan, context);
  const small = context.workspace.fileSystem.readSmallFile(plan.realPath, SMALL_FILE_BYTES, plan.stat);
  return small instanceof Promise
    ? small.then((loaded) => fromSmallFile(loaded, plan, context))
    : fromSmallFile(small, plan, context);
}

function fromSmallFile({ bytes }: SmallFile, plan: ReadPlan, context: CallContext): MaybePromise<LoadedPage> {
  return bytes === undefined ? loadLarge(plan, context) : fromBytes(bytes, plan, context);
}

function fromBytes(bytes: Uint8Array, plan: ReadPlan, context: CallContext): MaybePromise<LoadedPage> {
  const version = ContentVersion.ofBytes(bytes);
  const isDrawing = isShownAsDrawing(bytes, plan, context);
  if (!isDrawing && spendView(version, plan, context)) return { kind: "unchanged", version };
  const binary = findBinaryKind(bytes);
  if (binary !== undefined) return { kind: "binary", binary };

  const toPage = (decoded: DecodedText): LoadedPage => {
    const { encoding } = decoded;
    if (!isUnicode(encoding) && isMostlyControls(bytes)) return { kind: "binary", binary: binaryData };
    const view = (maxLines: number): NumberedView => viewDecoded(decoded, plan.startLine, maxLines, context);
    const whole = view(plan.maxLines);
    const { totalLines } = whole;
    const reuse = (lines: number): NumberedView => (lines === plan.maxLines ? whole : view(lines));
    return {
      kind: "page",
      page: { version, encoding, totalLines, ...findEnds(decoded), isClipped: false, isDrawing, view: reuse },
    };
  };
  const decoded = decodeText(bytes, plan.realPath, context.workspace.fileSystem);
  return decoded instanceof Promise ? decoded.then(toPage) : toPage(decoded);
}

/** For UTF-8 looks at the bytes, so a large text need not be decoded. */
function findEnds(decoded: DecodedText): Pick<Page, "endings" | "endsWithNewline"> {
  if (decoded.encoding.name !== "UTF-8") return endsOf(decoded.shown);
  const bytes = asBuffer(decoded.bytes);
  if (bytes.includes(CARRIAGE_RETURN)) return endsOf(bytes);
  return { endings: onlyNewlines, endsWithNewline: bytes.at(-1) === NEWLINE };
}

function endsOf(text: string | Buffer): Pick<Page, "endings" | "endsWithNewline"> {
  const endings = findEndings(text);
  const last = text.at(-1);
  const endsWithNewline = endings.has("\r")
    ? last === "\r" || last === CARRIAGE_RETURN
    : last === "\n" || last === NEWLINE;
  return { endings, endsWithNewline };
}

/** Large ASCII text takes the way over bytes; everything else, and what that way can't do, the one over strings. */
function viewDecoded(
  decoded: DecodedText,
  startLine: number,
  maxLines: number,
  { session, workspace }: CallContext,
): NumberedView {
  const { bytes, encoding } = decoded;
  const { numbering } = session;
  const { separator } = numbering;
  const isForBytes = bytes.length >= BYTE_VIEW_FROM && encoding.name === "UTF-8" && isAscii(bytes);
  const quick = isForBytes
    ? workspace.asciiViewer.findView(bytes, { startLine, maxLines, separator })
    : undefined;
  return quick ?? viewLines(decoded.shown, { startLine, maxLines, numbering });
}

async function loadLarge(plan: ReadPlan, context: CallContext): Promise<LoadedPage> {
  const { startLine, maxLines } = plan;
  const { session, signal } = context;
  const maxBytes = session.limits.maxTokens * BYTES_PER_TOKEN;
  const large = await context.workspace.content.readSlice(plan.realPath, {
    startLine,
    maxLines,
    maxBytes,
    judged: plan.stat,
    signal,
  });
  if ("binary" in large) return { kind: "binary", binary: large.binary };
  const { version, encoding, text, hiddenBeyond, isClipped, totalLines } = large.slice;
  const isDrawing = isShownAsDrawing(large.head, plan, context);
  if (!isDrawing && spendView(version, plan, context)) return { kind: "unchanged", version };
  const view = (count: number): NumberedView =>
    viewLines(text, {
      startLine,
      firstLine: startLine,
      maxLines: count,
      numbering: session.numbering,
      hiddenBeyond,
    });
  return {
    kind: "page",
    page: { version, encoding, totalLines, ...endsOf(text), isClipped, isDrawing, view },
  };
}

/** Only where all of it was asked for: a part is a part of the text. */
function isShownAsDrawing(head: Uint8Array, { isWhole }: ReadPlan, { session }: CallContext): boolean {
  return isWhole && session.capabilities.images !== false && isSvg(head);
}

/** Whether to send the stub, decided by content: the version is what was just read, whatever the file's times say. */
function spendView(version: ContentVersion, plan: ReadPlan, { session }: CallContext): boolean {
  if (!session.isDedupOn || plan.isTrial === true) return false;
  const totalLines = session.ledger.find(plan.realPath)?.totalLines;
  if (totalLines === undefined || plan.startLine > totalLines) return false;
  const range = { from: plan.startLine, to: Math.min(plan.startLine + plan.maxLines - 1, totalLines) };
  return session.ledger.spendView(plan.realPath, version, range);
}
