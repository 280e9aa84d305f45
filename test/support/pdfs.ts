/**
 * Writes PDFs for tests: numbered objects, a cross-reference table, pages with standard fonts. Whatever is odd about a
 * file (a broken table, a lying length, a cycle) is put in by the test that needs it, as plain PDF syntax.
 */
import { Buffer } from "node:buffer";

export interface PdfStream {
  /** The entries of its dictionary besides the length. */
  readonly dictionary?: string;
  readonly data: string | Uint8Array;
}

export interface PdfEncryption {
  /** The object that the trailer names. */
  readonly dictionary: string;
  readonly fileId: Uint8Array;
  encrypt(objectNumber: number, data: Uint8Array): Uint8Array;
}

export interface PdfFinish {
  /** Replaces the table of object positions, or leaves it out. */
  readonly xref?: "good" | "wrong" | "none";
  readonly encryption?: PdfEncryption;
  /** Bytes of a free object between the others and the table. */
  readonly padding?: number;
}

export class PdfWriter {
  readonly #bodies: (string | PdfStream)[] = [];

  /** The number of the new object. */
  add(body: string | PdfStream): number {
    return this.#bodies.push(body);
  }

  /** A number for an object that is set later. */
  reserve(): number {
    return this.add("null");
  }

  set(number: number, body: string | PdfStream): void {
    this.#bodies[number - 1] = body;
  }

  finish(root: number, { xref = "good", encryption, padding = 0 }: PdfFinish = {}): Uint8Array<ArrayBuffer> {
    // Encrypted strings would need a parser: documents with them put what is to be hidden into streams.
    const encryptNumber = encryption === undefined ? 0 : this.add(encryption.dictionary);
    const parts: Uint8Array[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    let length = parts[0]?.length ?? 0;
    const write = (part: string | Uint8Array): void => {
      const bytes = typeof part === "string" ? Buffer.from(part, "latin1") : part;
      parts.push(bytes);
      length += bytes.length;
    };
    const positions = this.#bodies.map((body, index) => {
      const position = length;
      write(`${index + 1} 0 obj\n`);
      if (typeof body === "string") {
        write(body);
      } else {
        const plain = toBytes(body.data);
        const data = encryption?.encrypt(index + 1, plain) ?? plain;
        write(`<< ${body.dictionary ?? ""} /Length ${data.length} >>\nstream\n`);
        write(data);
        write("\nendstream");
      }
      write("\nendobj\n");
      return position;
    });
    if (padding > 0) write(new Uint8Array(padding).fill(0x20));
    const tableAt = length;
    const off = xref === "wrong" ? 7 : 0;
    if (xref !== "none") {
      write(`xref\n0 ${positions.length + 1}\n0000000000 65535 f \n`);
      for (const position of positions) write(`${String(position + off).padStart(10, "0")} 00000 n \n`);
    }
    const id = Buffer.from(encryption?.fileId ?? new Uint8Array(16)).toString("hex");
    const encrypt = encryption === undefined ? "" : `/Encrypt ${encryptNumber} 0 R`;
    write(
      `trailer\n<< /Size ${positions.length + 1} /Root ${root} 0 R /ID [<${id}> <${id}>] ${encrypt} >>\n`,
    );
    write(`startxref\n${tableAt + off}\n%%EOF\n`);
    const whole = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }
}

export interface PdfPagePlan {
  /** Drawing operators; see `textAt`. */
  readonly content?: string | PdfStream;
  readonly width?: number;
  readonly height?: number;
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Further entries of its resources, such as "/XObject << /Im 5 0 R >>". */
  readonly resources?: string;
  /** Further entries of the page itself. */
  readonly entries?: string;
}

export interface PdfPlan extends PdfFinish {
  readonly pages: readonly PdfPagePlan[];
  /** Adds objects that pages refer to, before the pages are made. */
  readonly prepare?: (writer: PdfWriter) => readonly PdfPagePlan[];
  /** Further entries of the catalog. */
  readonly catalog?: string;
}

/** A document of A4 pages, with Helvetica as /F1 and Courier as /F2. */
export function makePdf(plan: PdfPlan): Uint8Array<ArrayBuffer> {
  const writer = new PdfWriter();
  const tree = writer.reserve();
  const encoding = "/Encoding /WinAnsiEncoding";
  const helvetica = writer.add(`<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica ${encoding} >>`);
  const courier = writer.add(`<< /Type /Font /Subtype /Type1 /BaseFont /Courier ${encoding} >>`);
  const pages = [...plan.pages, ...(plan.prepare?.(writer) ?? [])].map((page) => {
    const { content = "", width = 595, height = 842, rotate = 0, resources = "", entries = "" } = page;
    const contents = writer.add(typeof content === "string" ? { data: content } : content);
    // A page that brings fonts of its own names the standard ones itself.
    const fonts = resources.includes("/Font") ? "" : `/Font << /F1 ${helvetica} 0 R /F2 ${courier} 0 R >>`;
    return writer.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${width} ${height}] /Rotate ${rotate} /Contents ${contents} 0 R /Resources << ${fonts} ${resources} >> ${entries} >>`,
    );
  });
  const kids = pages.map((page) => `${page} 0 R`).join(" ");
  writer.set(tree, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  return writer.finish(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R ${plan.catalog ?? ""} >>`), plan);
}

/** Operators that show a line of text with its base line at this place, measured from the lower left. */
export function textAt(x: number, y: number, text: string, size = 12, font = "F1"): string {
  const escaped = text.replace(/[\\()]/g, (character) => `\\${character}`);
  return `BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET\n`;
}

/** The lines below each other, from the top of an A4 page on. */
export function textLines(lines: readonly string[], x = 72, top = 770): string {
  return lines.map((line, index) => textAt(x, top - index * 16, line)).join("");
}

/** A document in which each page says its number. */
export function numberedPages(count: number): Uint8Array<ArrayBuffer> {
  return makePdf({
    pages: Array.from({ length: count }, (_, index) => ({
      content: textLines([`This is page ${index + 1}`, `of a document with ${count}.`]),
    })),
  });
}

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? Buffer.from(data, "latin1") : data;
}
