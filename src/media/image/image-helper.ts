/**
 * The script of the process that images are worked on in. The image library is loaded with the first image, and only those
 * of its readers are left on that belong to the formats we name: what a file is was told before it comes here.
 */
import { serveRequests } from "../../process/serve-requests.js";
import type { SharpLibrary } from "./decoding/open-picture.js";
import { passOn } from "./decoding/pass-on.js";
import { type PreparedBytes, preparePicture } from "./decoding/prepare-picture.js";
import type { ImageTask } from "./image-messages.js";

const readers = ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif", "Svg"];
/** More gains little: most of the work is decoding, which has one thread. */
const THREADS = 2;

/** The library, or why there is none. */
async function loadSharp(): Promise<SharpLibrary | string> {
  try {
    const { default: sharp } = await import("sharp");
    sharp.cache(false);
    sharp.concurrency(THREADS);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: readers.map((name) => `VipsForeignLoad${name}Buffer`) });
    return sharp;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}

function serveImages(): void {
  let loading: Promise<SharpLibrary | string> | undefined;
  serveRequests(async ({ header, payload }) => {
    loading ??= loadSharp();
    const sharp = await loading;
    // The service is a part of this very package: what it asks is of the type that it was compiled with.
    const task = header as ImageTask;
    const { reply, data }: PreparedBytes =
      typeof sharp === "string"
        ? { reply: passOn(task, payload, sharp) }
        : await preparePicture(sharp, task, payload);
    return { header: reply, payload: data ?? new Uint8Array(0) };
  });
}

serveImages();
