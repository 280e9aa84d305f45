/** What the service and its helper process say to each other, besides the bytes. */
import type { ImageFormat } from "../../text/image-format.js";
import type { ImageBudget, Size } from "./image-limits.js";

export type ShownMime = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

export type ImageRefusal =
  | "empty"
  | "damaged"
  | "too-many-pixels"
  | "unsupported"
  | "too-slow"
  | "helper-failed"
  | "needs-sharp";

export interface Refused {
  readonly outcome: "refused";
  readonly reason: ImageRefusal;
  /** A few words for the model, without paths. */
  readonly detail: string;
  /** For the log of a host, never for a model: what the helper process said when it failed, or why there is no sharp. */
  readonly diagnosis?: string;
}

export interface ImageTask {
  readonly format: ImageFormat;
  readonly budget: ImageBudget;
}

/** What is told of a picture that can be shown; its bytes come as the payload, unless they are the file's own. */
interface Prepared {
  readonly outcome: "shown";
  readonly mimeType: ShownMime;
  readonly original: Size;
  readonly display: Size;
  readonly frames: number;
  /** So many bytes from the start of the file are the image to show. */
  readonly ownBytes?: number | undefined;
}

export type ImageReply = Prepared | Refused;

export function refuse(reason: ImageRefusal, detail: string): Refused {
  return { outcome: "refused", reason, detail };
}

export function refuseSize({ width, height }: Size): Refused {
  return refuse("too-many-pixels", `it is ${width}x${height}`);
}
