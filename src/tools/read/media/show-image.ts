/** A picture, decoded and made to fit before it is shown. */
import { readWhole } from "../../../content/read-whole.js";
import type { ShownImage } from "../../../media/image/image-service.js";
import type { EventDraft } from "../../../notify/events.js";
import type { CallContext } from "../../context.js";
import type { ReadOutcome } from "../answer-text.js";
import type { ReadPlan } from "../check.js";
import type { ImageFile } from "../schema.js";
import { refuseImage, refuseImageFileSize, refuseToShowPictures } from "./refuse-image.js";
import { renderImageNote } from "./render-media.js";

/** What a model interface takes without making it smaller on its own, which would shift every coordinate. */
export const MAX_SIDE = 2000;
/** A file past this holds no picture that would be worth unpacking. */
const MAX_FILE_BYTES = 100 * 1024 * 1024;

export async function showImage(plan: ReadPlan, context: CallContext): Promise<ReadOutcome> {
  if (context.session.capabilities.images === false) throw refuseToShowPictures(plan);
  const image = await prepareImage(plan, context);
  const file = toImageFile(plan, image);
  return {
    output: { type: "image", file },
    shown: [
      { type: "text", text: renderImageNote(image, plan) },
      { type: "image", data: file.base64, mimeType: file.type },
    ],
    events: [imageReadEvent(plan)],
  };
}

export function imageReadEvent(plan: ReadPlan): EventDraft {
  const nothing = { startLine: 1, lines: 0, totalLines: undefined };
  return {
    type: "file-read",
    kind: "image",
    path: plan.realPath,
    ...nothing,
    deduplicated: false,
    savedTokens: 0,
  };
}

/** The picture in a file, within what one result may spend besides its words; refuses in words what is none. */
export async function prepareImage(
  plan: ReadPlan,
  context: CallContext,
  wordTokens = 0,
): Promise<ShownImage> {
  const { workspace, session, signal } = context;
  const bytes = await readWhole(workspace.fileSystem, plan.realPath, {
    maxBytes: MAX_FILE_BYTES,
    expected: plan.stat,
    signal,
  });
  if (bytes === undefined) throw refuseImageFileSize(plan, MAX_FILE_BYTES);
  const { limits, media } = session;
  const room = media.hold(limits, limits.maxImageBytes);
  try {
    const images = await workspace.media.images();
    const maxTokens = Math.max(1, limits.maxTokens - wordTokens);
    const budget = { maxSide: MAX_SIDE, maxBytes: room.bytes, maxTokens };
    const answer = await images.prepare(bytes, budget, { signal, timeoutMs: limits.mediaTimeoutMs });
    if (answer.outcome === "refused") throw refuseImage(plan, answer);
    media.spend(answer.image.data.length);
    return answer.image;
  } finally {
    room.release();
  }
}

export function toImageFile(plan: ReadPlan, image: ShownImage): ImageFile {
  const { data, mimeType, original, display, frames } = image;
  return {
    filePath: plan.path,
    base64: toBase64(data),
    type: mimeType,
    originalSize: plan.stat?.size ?? data.length,
    dimensions: {
      originalWidth: original.width,
      originalHeight: original.height,
      displayWidth: display.width,
      displayHeight: display.height,
    },
    ...(frames > 1 ? { frames } : {}),
    ...(plan.isLookalike ? { readAs: plan.realPath } : {}),
  };
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}
