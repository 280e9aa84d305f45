/** Renders notebooks as Jupyter saves them: format 4.5, with tables and pictures as outputs. */
import { deflateSync } from "node:zlib";
import { createRandom } from "../../fixture-text.js";

export interface NotebookCell {
  readonly id: string;
  readonly type: "code" | "markdown";
  readonly source: string;
  readonly output?: "table" | "picture";
  readonly ran?: number;
}

export function renderNotebook(cells: readonly NotebookCell[]): string {
  const notebook = {
    cells: cells.map(renderCell),
    metadata: {
      kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
      language_info: { name: "python", version: "3.12.4" },
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(notebook, null, 1)}\n`;
}

/** The source of one cell as lines. Throws if there is no such cell. */
export function findCellSource(notebook: string, id: string): readonly string[] {
  const { cells } = JSON.parse(notebook) as { cells: { id: string; source: string[] }[] };
  const cell = cells.find((cell) => cell.id === id);
  if (cell === undefined) throw new Error(`no cell ${id}`);
  return cell.source;
}

function renderCell({ id, type, source, output, ran }: NotebookCell): object {
  const lines = splitLines(source);
  if (type === "markdown") return { cell_type: type, id, metadata: {}, source: lines };
  const outputs = output === undefined ? [] : [renderOutput(output, ran ?? 1)];
  return { cell_type: type, execution_count: ran ?? null, id, metadata: {}, outputs, source: lines };
}

function renderOutput(kind: "table" | "picture", ran: number): object {
  const data =
    kind === "table"
      ? { "text/plain": splitLines(renderTable(ran)) }
      : { "image/png": createPicture(ran), "text/plain": ["<Figure size 640x480 with 1 Axes>"] };
  return kind === "table"
    ? { data, execution_count: ran, metadata: {}, output_type: "execute_result" }
    : { data, metadata: {}, output_type: "display_data" };
}

function renderTable(seed: number): string {
  const random = createRandom(seed);
  const rows = ["HAM-1", "HAM-2", "HAM-3", "BRV-1", "BRV-2", "LBC-1"].map(
    (berth) => `${berth}      ${(1 + random() * 30).toFixed(2).padStart(5)}`,
  );
  return ["berth", ...rows, "Name: hours, dtype: float64"].join("\n");
}

const WIDTH = 160;
const HEIGHT = 120;

/** A valid PNG of grey noise, about 25,000 characters in base64. */
function createPicture(seed: number): string {
  const random = createRandom(seed);
  const rows = Array.from({ length: HEIGHT }, () =>
    Buffer.from([0, ...Array.from({ length: WIDTH }, () => Math.floor(random() * 256))]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND")];
  return `${Buffer.concat([signature, ...parts]).toString("base64")}\n`;
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** CRC-32, as PNG requires. */
function checksum(bytes: Buffer): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}
