/** Sentences for the model stay short, also for the longest path and the longest reason. */
import { describe, expect, it } from "vitest";
import type { ImageRefusal } from "../../../../src/media/image/image-messages.js";
import type { ReadPlan } from "../../../../src/tools/read/check.js";
import { refuseImage } from "../../../../src/tools/read/media/refuse-image.js";

const plan = { path: `/${"folder/".repeat(60)}picture.jpg` } as ReadPlan;

describe("Why a picture is not shown", () => {
  it("is said to its end in 300 characters, whatever its path and the reason [KIND-1]", () => {
    const reasons: readonly (readonly [ImageRefusal, string])[] = [
      ["damaged", "it does not begin with its dimensions"],
      ["unsupported", "BMP images with run-length compression can't be decoded"],
      ["too-many-pixels", "it is 4294967295x4294967295"],
      ["too-slow", "decoding it takes too long"],
      ["helper-failed", "the process that decodes images could not be started"],
      ["needs-sharp", "it is coded in a way that few programs know and must be converted"],
    ];
    for (const [reason, detail] of reasons) {
      // A longer one would be cut, and the next step with it.
      expect(refuseImage(plan, { reason, detail }).message).toMatch(/[^…]\.$/);
    }
  });
});
