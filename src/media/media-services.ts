/** What works on pictures and PDFs, made when the first of them comes: neither is loaded by a process that meets none. */
import type { ConfineHelper } from "../process/sandbox/confine-helper.js";
import type { ImageService } from "./image/image-service.js";
import type { PdfService } from "./pdf/pdf-service.js";

export class MediaServices {
  readonly #confineHelper: ConfineHelper | undefined;
  #images: Promise<ImageService> | undefined;
  #pdfs: Promise<PdfService> | undefined;

  constructor(confineHelper?: ConfineHelper) {
    this.#confineHelper = confineHelper;
  }

  /** Decodes pictures, in a process of its own. */
  images(): Promise<ImageService> {
    this.#images ??= import("./image/image-service.js").then(
      ({ ImageService }) => new ImageService({ confineHelper: this.#confineHelper }),
    );
    return this.#images;
  }

  /** Reads PDFs, in a thread of its own. */
  pdfs(): Promise<PdfService> {
    this.#pdfs ??= import("./pdf/pdf-service.js").then(({ PdfService }) => new PdfService());
    return this.#pdfs;
  }

  /** Lets process and thread go, unless another conversation is using them; the next picture starts them anew. */
  async endIfIdle(): Promise<void> {
    const [images, pdfs] = await Promise.all([this.#images, this.#pdfs]);
    await Promise.all([images?.endIfIdle(), pdfs?.endIfIdle()]);
  }
}
