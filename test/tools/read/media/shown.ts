/** What a Read has put before the model, taken apart and decoded once more. */
import { Buffer } from "node:buffer";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, onTestFinished } from "vitest";
import {
  type CallResult,
  createToolkit,
  type ReadOutput,
  type Toolkit,
  type ToolkitOptions,
  Workspace,
} from "../../../../src/index.js";
import { textOf } from "../../../support/answers.js";
import { paint } from "../../../support/pictures.js";
import type { TempWorkspace } from "../../../support/workspace.js";

type ImageOutput = Extract<ReadOutput, { type: "image" }>;

/**
 * Sessions on one workspace that all tests of a file share, and with it the process and the thread that are started once.
 * Its root is the folder that temporary workspaces lie in; every change is allowed.
 */
export function createSessions(): (options?: ToolkitOptions) => Toolkit {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "filewright-media-")));
  const workspace = new Workspace({
    roots: [realpathSync(tmpdir())],
    workingDirectory: folder,
    stateDirectory: join(folder, "state"),
    environment: { HOME: folder },
    onAsk: () => ({ answer: "allow" }),
  });
  afterAll(async () => {
    await workspace.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return (options = {}) => createToolkit({ ...options, workspace });
}

/** The toolkit itself; it is closed with the test, so that nothing it has started outlives that. */
export function closeAfterwards(toolkit: Toolkit): Toolkit {
  onTestFinished(() => toolkit.close());
  return toolkit;
}

export function smallPng(): Promise<Buffer> {
  return paint(64, 48).png().toBuffer();
}

export function read(
  toolkit: Toolkit,
  file_path: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<CallResult<ReadOutput>> {
  return toolkit.call("Read", { file_path, ...more });
}

/** The output of a call that succeeded with this type; fails loudly otherwise. */
export function outputOf<Type extends ReadOutput["type"]>(
  result: CallResult<ReadOutput>,
  type: Type,
): Extract<ReadOutput, { type: Type }> {
  if (result.output?.type !== type) throw new Error(`expected ${type}, got: ${textOf(result).slice(0, 300)}`);
  return result.output as Extract<ReadOutput, { type: Type }>;
}

export function kindsOf(result: CallResult): string[] {
  return result.content.map((block) => block.type);
}

/** The bytes of all blocks of one type, in their order. */
export function dataOf(result: CallResult, type: "image" | "document"): Buffer[] {
  return result.content.flatMap((block) => (block.type === type ? [Buffer.from(block.data, "base64")] : []));
}

export interface Decoded {
  readonly bytes: Buffer;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** Three bytes for each pixel. */
  readonly pixels: Buffer;
}

/** Every picture of the answer, decoded without forgiveness, its media type proved by its bytes. */
export async function decodeImages(result: CallResult): Promise<Decoded[]> {
  const blocks = result.content.filter((block) => block.type === "image");
  return Promise.all(
    blocks.map(async ({ data, mimeType }) => {
      const bytes = Buffer.from(data, "base64");
      const { format } = await sharp(bytes).metadata();
      expect(mimeType).toBe(`image/${format}`);
      const { data: pixels, info } = await sharp(bytes, { failOn: "warning" })
        .removeAlpha()
        .toColourspace("srgb")
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { bytes, mimeType, width: info.width, height: info.height, pixels };
    }),
  );
}

/** The one picture of an answer of type "image", held against what the output says of it. */
export async function decodeImage(
  result: CallResult<ReadOutput>,
): Promise<Decoded & { readonly output: ImageOutput }> {
  const output = outputOf(result, "image");
  const [decoded, ...more] = await decodeImages(result);
  if (decoded === undefined || more.length > 0) throw new Error("expected one picture");
  const { base64, type, dimensions } = output.file;
  expect({ base64: base64 === decoded.bytes.toString("base64"), type }).toEqual({
    base64: true,
    type: decoded.mimeType,
  });
  expect({ width: dimensions.displayWidth, height: dimensions.displayHeight }).toEqual({
    width: decoded.width,
    height: decoded.height,
  });
  return { ...decoded, output };
}

/** As vision models count. */
export function tokensOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.ceil((width * height) / 750);
}

/** Reads a file of these bytes. */
export async function readBytes(
  toolkit: Toolkit,
  files: TempWorkspace,
  name: string,
  bytes: string | Uint8Array,
): Promise<CallResult<ReadOutput>> {
  return read(toolkit, files.write(name, bytes));
}
