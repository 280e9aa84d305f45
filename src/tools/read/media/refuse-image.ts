/** Why a picture is not shown: each sentence says what the file is and what could be done. */
import type { ErrorCode } from "../../../errors/codes.js";
import { ToolError } from "../../../errors/tool-error.js";
import type { ImageRefusal, Refused } from "../../../media/image/image-messages.js";
import { formatBytes } from "../../../text/quantities.js";
import { visible, visiblePath } from "../../../text/visible.js";
import type { ReadPlan } from "../check.js";

const codes: Readonly<Record<ImageRefusal, ErrorCode>> = {
  empty: "IMAGE_UNREADABLE",
  damaged: "IMAGE_UNREADABLE",
  unsupported: "IMAGE_UNREADABLE",
  "too-many-pixels": "IMAGE_TOO_LARGE",
  "too-slow": "MEDIA_TIMED_OUT",
  "helper-failed": "MEDIA_UNAVAILABLE",
  "needs-sharp": "MEDIA_UNAVAILABLE",
};

const sentences: Readonly<Record<ImageRefusal, (path: string, detail: string) => string>> = {
  empty: (path) => `${path} is empty: there is no image in it.`,
  damaged: (path, detail) =>
    `${path} can't be shown: the image is damaged (${detail}). Ask the user for a sound copy.`,
  unsupported: (path, detail) => `${path} can't be shown: ${detail}. Ask the user for it as PNG or JPEG.`,
  "too-many-pixels": (path, detail) =>
    `${path} is too large to unpack: ${detail}. Ask the user for a smaller copy.`,
  "too-slow": (path) => `${path} took too long to unpack and was given up. Ask the user for a simpler copy.`,
  "helper-failed": (path, detail) => `${path} could not be shown now: ${detail}. Try once more.`,
  "needs-sharp": (path, detail) =>
    `${path} can't be shown as it is: ${detail}. That needs the optional package sharp: npm install sharp.`,
};

export function refuseImage(
  plan: ReadPlan,
  { reason, detail }: Pick<Refused, "reason" | "detail">,
): ToolError {
  return new ToolError(codes[reason], sentences[reason](visiblePath(plan.path), visible(detail)), {
    data: { filePath: plan.path, size: plan.stat?.size ?? 0, reason, detail },
  });
}

export function refuseImageFileSize(plan: ReadPlan, maxBytes: number): ToolError {
  const size = plan.stat?.size ?? 0;
  return new ToolError(
    "IMAGE_TOO_LARGE",
    `${visiblePath(plan.path)} is an image of ${formatBytes(size)}; images up to ${formatBytes(maxBytes)} can be shown. Ask the user for a smaller copy.`,
    { data: { filePath: plan.path, size, maxBytes } },
  );
}

export function refuseToShowPictures(plan: ReadPlan): ToolError {
  return new ToolError(
    "MEDIA_UNAVAILABLE",
    `${visiblePath(plan.path)} is an image, and images can't be shown in this conversation. Ask the user what is on it.`,
    { data: { filePath: plan.path, size: plan.stat?.size ?? 0 } },
  );
}
