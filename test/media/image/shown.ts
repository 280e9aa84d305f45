/** What the image tests have in common: a service for the file, and a look at what it shows. */
import sharp from "sharp";
import { afterAll, expect } from "vitest";
import {
  type ImageBudget,
  ImageService,
  type ImageServiceOptions,
  type ShownImage,
} from "../../../src/media/image/image-service.js";
import { findFaults, roomy } from "../../support/pictures.js";

/** Closed after the tests of the file. */
export function createService(options: ImageServiceOptions = {}): ImageService {
  const service = new ImageService(options);
  afterAll(() => service.close());
  return service;
}

/** The image, which must be one that a model can be shown. */
export async function show(service: ImageService, bytes: Uint8Array, budget = roomy): Promise<ShownImage> {
  const answer = await service.prepare(bytes, budget);
  if (answer.outcome === "refused") throw new Error(`${answer.reason}: ${answer.detail}`);
  expect(await findFaults(answer.image, budget)).toEqual([]);
  return answer.image;
}

/** What is told of it, without its bytes. */
export async function describeShown(
  service: ImageService,
  bytes: Uint8Array,
  budget: ImageBudget = roomy,
): Promise<Omit<ShownImage, "data">> {
  const { data: _, ...rest } = await show(service, bytes, budget);
  return rest;
}

/** The colour in a place of what is shown, given from 0 to 1. */
export async function colourAt(image: ShownImage, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image.data)
    .removeAlpha()
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const column = Math.min(info.width - 1, Math.floor(x * info.width));
  const row = Math.min(info.height - 1, Math.floor(y * info.height));
  const at = (row * info.width + column) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** The name of the nearest strong colour: encoding, and ink even more, makes them duller. */
export function nameOf([red = 0, green = 0, blue = 0]: readonly number[]): string {
  const most = Math.max(100, red, green, blue);
  const isHigh = [red, green, blue].map((value) => value > 0.85 * most);
  const names = ["black", "blue", "green", "cyan", "red", "magenta", "yellow", "white"];
  return names[(isHigh[0] ? 4 : 0) + (isHigh[1] ? 2 : 0) + (isHigh[2] ? 1 : 0)] ?? "";
}
