/** The pictures among a notebook's outputs, each decoded before it is shown and within its share of the answer. */
import type { ImageBudget } from "../../../media/image/image-service.js";
import type { NotebookPiece } from "../../../notebook/render-notebook.js";
import { boundTokens } from "../../../tokens/token-gate.js";
import type { CallContext } from "../../context.js";
import { toBase64 } from "../media/show-image.js";
import type { ShownPicture } from "../schema.js";

const MAX_PICTURES = 20;
/** A diagram can be made out from here on. */
const MIN_TOKENS = 200;
const MAX_TOKENS = 1600;
const MAX_SIDE = 1568;

type ImagePiece = Extract<NotebookPiece, { kind: "image" }>;

/** As it is shown, or why it is not. */
export type CellPicture = ShownPicture | { readonly problem: string };

export async function createCellPictures(
  pieces: readonly NotebookPiece[],
  text: string,
  context: CallContext,
): Promise<ReadonlyMap<NotebookPiece, CellPicture>> {
  const { limits, media, capabilities } = context.session;
  const images = pieces.filter((piece): piece is ImagePiece => piece.kind === "image");
  if (images.length === 0) return new Map();
  const left = limits.maxTokens - (await boundTokens(text, limits.maxTokens, context.tokens));
  const affordable = capabilities.images === false ? 0 : Math.floor(left / MIN_TOKENS);
  const count = Math.max(0, Math.min(images.length, MAX_PICTURES, affordable));
  const share = Math.max(1, count);
  const room = media.hold(limits, limits.maxImageBytes * count);
  const budget = {
    maxSide: MAX_SIDE,
    maxBytes: Math.floor(room.bytes / share),
    maxTokens: Math.min(MAX_TOKENS, Math.floor(left / share)),
  };
  const pictures = new Map<NotebookPiece, CellPicture>();
  try {
    for (const [index, piece] of images.entries()) {
      const isShown = index < count;
      pictures.set(
        piece,
        isShown ? await prepare(piece, budget, context) : explainOmission(piece, pieces, context),
      );
    }
    return pictures;
  } finally {
    room.release();
  }
}

/** A Read of the cell alone shows more, unless this is one, or the cell has more than any answer holds. */
function explainOmission(
  piece: ImagePiece,
  pieces: readonly NotebookPiece[],
  { session }: CallContext,
): CellPicture {
  if (session.capabilities.images === false) return { problem: "images can't be shown in this conversation" };
  const ofCell = pieces.filter(({ cell }) => cell === piece.cell);
  const place = ofCell.filter(({ kind }) => kind === "image").indexOf(piece);
  const isLost = ofCell.length === pieces.length || place >= MAX_PICTURES;
  const wayOn = isLost ? "" : `. Read with offset ${piece.cell + 1} and limit 1 to see this one`;
  return { problem: `one answer holds no more pictures${wayOn}` };
}

async function prepare(
  piece: ImagePiece,
  budget: ImageBudget,
  { workspace, session, signal }: CallContext,
): Promise<CellPicture> {
  const images = await workspace.media.images();
  const bytes = Buffer.from(piece.base64, "base64");
  const timeoutMs = session.limits.mediaTimeoutMs;
  const answer = await images.prepare(bytes, budget, { signal, timeoutMs });
  if (answer.outcome === "refused") return { problem: answer.detail };
  const { data, mimeType, display } = answer.image;
  session.media.spend(data.length);
  return { base64: toBase64(data), type: mimeType, width: display.width, height: display.height };
}
