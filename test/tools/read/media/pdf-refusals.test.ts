/** PDFs that can't be read, and files that call themselves so: each is told apart, because the next step differs. */
import { truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ReadPlan } from "../../../../src/tools/read/check.js";
import { refusePdf } from "../../../../src/tools/read/media/refuse-pdf.js";
import { errorOf } from "../../../support/answers.js";
import { encryptWithAes256, encryptWithRc4 } from "../../../support/pdf-encryption.js";
import { makePdf, numberedPages, textLines } from "../../../support/pdfs.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { createSessions, decodeImage, outputOf, read, smallPng } from "./shown.js";

const session = createSessions();
const locked = { user: "sesame", owner: "o" };

async function refusalOf(name: string, bytes: string | Uint8Array): Promise<{ code: string; rest: string }> {
  const files = tempWorkspace();
  const path = files.write(name, bytes);
  const result = await read(session({ capabilities: { pdf: true } }), path);
  expect(result.content.map((block) => block.type)).toEqual(["text"]);
  const { code, message } = errorOf(result);
  expect(message.startsWith(path)).toBe(true);
  expect(message.length - path.length).toBeLessThanOrEqual(300);
  return { code, rest: message.slice(path.length) };
}

describe("Read of a PDF that can't be read", () => {
  it("tells an encrypted one by its lock, not as damaged [KIND-1, PDF-2]", async () => {
    for (const encryption of [
      encryptWithRc4(40, locked),
      encryptWithRc4(128, locked),
      encryptWithAes256(locked),
    ]) {
      const bytes = makePdf({ pages: [{ content: textLines(["Secret"]) }], encryption });
      expect(await refusalOf("locked.pdf", bytes)).toEqual({
        code: "PDF_ENCRYPTED",
        rest: " is a PDF that opens only with a password. Ask the user for a copy without one.",
      });
    }
  });

  it("tells a damaged one, an empty one and one that is none apart [KIND-1, PDF-2]", async () => {
    const damaged = await refusalOf("cut.pdf", numberedPages(3).subarray(0, 300));
    expect(damaged.code).toBe("PDF_UNREADABLE");
    expect(damaged.rest).toMatch(/^ is a damaged PDF \(.+\)\. Ask the user for a sound copy\.$/);
    expect(await refusalOf("empty.pdf", "")).toEqual({
      code: "PDF_UNREADABLE",
      rest: " is empty: there is no PDF in it.",
    });
    expect(await refusalOf("paper.pdf", "<!doctype html><title>Sign in</title>")).toEqual({
      code: "PDF_UNREADABLE",
      rest: " is named like a PDF but holds an HTML page (37 bytes). To see the text, Read it with a limit.",
    });
    expect(await refusalOf("paper.PDF", Buffer.from("PK\x03\x04\0\0", "latin1"))).toEqual({
      code: "PDF_UNREADABLE",
      rest: " is named like a PDF but holds ZIP archive (6 bytes). Ask the user for the right file.",
    });
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n";
    expect((await refusalOf("paper.pdf", pointer)).rest).toContain("holds a Git LFS pointer (");
  });

  it("never answers a cut or altered PDF with anything but pages or a reason [KIND-1]", async () => {
    const sound = numberedPages(4);
    const toolkit = session();
    const files = tempWorkspace();
    for (let step = 1; step <= 40; step += 1) {
      const bytes = step % 2 === 0 ? sound.slice(0, Math.floor((sound.length * step) / 41)) : sound.slice();
      for (let hit = 0; hit < step; hit += 1) {
        const at = (hit * 7919 + step * 104_729) % bytes.length;
        if (step % 2 === 1 && at > 8) bytes[at] = (step * 31 + hit) & 255;
      }
      const result = await read(toolkit, files.write("a.pdf", bytes));
      const answer = result.error?.code ?? result.output?.type;
      expect(["parts", "PDF_UNREADABLE", "PDF_ENCRYPTED"]).toContain(answer);
    }
  });

  it("refuses a file past 256 MB before it is held [KIND-1]", async () => {
    const files = tempWorkspace({ "huge.pdf": numberedPages(1) });
    truncateSync(files.path("huge.pdf"), 257 * 1024 * 1024);
    const error = errorOf(await read(session(), files.path("huge.pdf")));
    expect(error.code).toBe("FILE_TOO_LARGE");
    expect(error.message).toBe(
      `${files.path("huge.pdf")} is a PDF of 257 MB; PDFs up to 256 MB can be read. Ask the user for the part that matters.`,
    );
  });

  it("gives up one that takes too long, and says how to go on [MEDIA-7]", async () => {
    const content = "0 0 m 500 500 l S\n".repeat(300_000);
    const files = tempWorkspace({
      "slow.pdf": makePdf({ pages: [{ content }] }),
      "next.pdf": numberedPages(1),
    });
    const toolkit = session({ limits: { mediaTimeoutMs: 1 } });
    const error = errorOf(await read(toolkit, files.path("slow.pdf")));
    expect(error.code).toBe("MEDIA_TIMED_OUT");
    expect(error.message).toContain("took too long and was given up. Ask for fewer pages");
    outputOf(await read(session(), files.path("next.pdf")), "parts");
  });

  it("keeps to itself what a program says when it fails, and tells the host [MEDIA-7]", () => {
    const path = `/${"long ".repeat(60)}.pdf`;
    const detail = `EACCES: permission denied, open '/home/user/secret/${"node_modules/".repeat(30)}'`;
    const error = refusePdf({ path } as ReadPlan, { reason: "failed", detail });
    expect(error.code).toBe("MEDIA_UNAVAILABLE");
    expect(error.message).not.toContain("secret");
    expect(error.message.length).toBeLessThanOrEqual(300);
    expect(error.data["detail"]).toBe(detail);
  });

  it("shows text under a PDF's name to whoever asks for lines [KIND-1]", async () => {
    const files = tempWorkspace({ "a.pdf": "one\ntwo\n" });
    const result = await read(session(), files.path("a.pdf"), { limit: 5 });
    expect(outputOf(result, "text").file.content).toBe("one\ntwo\n");
  });
});

describe("Edit and Write of a picture or a PDF", () => {
  it("are refused by content, and change nothing [WRITE-6, EDIT-13]", async () => {
    const png = await smallPng();
    const files = tempWorkspace({
      "a.png": png,
      "named.txt": png,
      none: png,
      "paper.pdf": numberedPages(2),
      "paper.md": numberedPages(2),
      "paper-mailed.pdf": Buffer.concat([
        Buffer.from("Content-Type: application/pdf\r\n\r\n"),
        numberedPages(2),
      ]),
    });
    const toolkit = session();
    for (const name of ["a.png", "named.txt", "none", "paper.pdf", "paper.md", "paper-mailed.pdf"]) {
      const before = [files.stamp(name), files.bytes(name)];
      const file_path = files.path(name);
      const isPdf = name.startsWith("paper");
      if (isPdf) outputOf(await read(toolkit, file_path), "parts");
      else await decodeImage(await read(toolkit, file_path));
      const changes = [
        await toolkit.call("Write", { file_path, content: "text" }),
        await toolkit.call("Edit", { file_path, old_string: "page", new_string: "leaf" }),
      ];
      for (const change of changes) {
        const { code, message } = errorOf(change);
        expect(code).toBe("BINARY_FILE");
        expect(message).toContain(isPdf ? "PDF document" : "PNG image");
      }
      const creation = await toolkit.call("Edit", { file_path, old_string: "", new_string: "leaf" });
      expect(creation.isError).toBe(true);
      expect([files.stamp(name), files.bytes(name)]).toEqual(before);
    }
  });
});
