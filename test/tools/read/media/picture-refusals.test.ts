/** Files that look like pictures and are none, or none that can be shown: each is told in words, never sent as a block. */
import { spawnSync } from "node:child_process";
import { truncateSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFileSystem, type FileSystem } from "../../../../src/index.js";
import { alterFileSystem } from "../../../support/altered-file-system.js";
import { errorOf, textOf } from "../../../support/answers.js";
import { paint, pixelBombs } from "../../../support/pictures.js";
import { tempWorkspace } from "../../../support/workspace.js";
import { closeAfterwards, createSessions, decodeImage, read, smallPng } from "./shown.js";

const session = createSessions();

/** What stands after the path in the sentence. */
async function refusalOf(name: string, bytes: string | Uint8Array): Promise<{ code: string; rest: string }> {
  const files = tempWorkspace();
  const path = files.write(name, bytes);
  const result = await read(session(), path);
  expect(result.content.map((block) => block.type)).toEqual(["text"]);
  const { code, message } = errorOf(result);
  expect(message.length - path.length).toBeLessThanOrEqual(300);
  expect(message.startsWith(path)).toBe(true);
  return { code, rest: message.slice(path.length) };
}

const LFS_POINTER =
  "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from("ftypheic\0\0\0\0mif1heic", "latin1"),
  Buffer.alloc(200),
]);
const icon = Buffer.concat([
  Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0]),
  Buffer.from([64, 0, 0, 0, 22, 0, 0, 0]),
  Buffer.alloc(64),
]);

describe("Read of what is no picture", () => {
  it.each<[string, string, string | Uint8Array, string]>([
    ["nothing", "empty.png", "", " is empty: there is no image in it."],
    [
      "an HTML page",
      "logo.png",
      "<!DOCTYPE html>\n<html><body>404</body></html>",
      " is named like an image but holds an HTML page (45 bytes). To see the text, Read it with a limit.",
    ],
    [
      "JSON",
      "photo.jpg",
      '{"error":"not found"}',
      " is named like an image but holds what looks like JSON text (21 bytes). To see the text, Read it with a limit.",
    ],
    [
      "XML",
      "a.webp",
      '<?xml version="1.0"?><Error/>',
      " is named like an image but holds what looks like XML text (29 bytes). To see the text, Read it with a limit.",
    ],
    [
      "a pointer of Git LFS",
      "big.png",
      LFS_POINTER,
      " is named like an image but holds a Git LFS pointer (130 bytes). Have the user fetch the file itself: git lfs pull.",
    ],
    [
      "a program",
      "tool.png",
      "\x7fELF\x02\x01\x01\0\0\0",
      " is named like an image but holds ELF executable (10 bytes). Ask the user for the right file.",
    ],
    [
      "an archive",
      "icons.GIF",
      "PK\x03\x04\0\0",
      " is named like an image but holds ZIP archive (6 bytes). Ask the user for the right file.",
    ],
    [
      "bytes of no kind",
      "x.bmp",
      Uint8Array.of(1, 0, 2, 0, 0, 3),
      " is named like an image but holds binary data (6 bytes). Ask the user for the right file.",
    ],
  ])("names what it holds: %s [KIND-1]", async (_, name, bytes, rest) => {
    const content = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    expect(await refusalOf(name, content)).toEqual({ code: "IMAGE_UNREADABLE", rest });
  });

  it.each<[string, Uint8Array, string]>([
    [
      "photo.heic",
      heic,
      " can't be shown: HEIC images can't be decoded. Ask the user for it as PNG or JPEG.",
    ],
    ["photo.jpg", heic, " can't be shown: HEIC images can't be decoded. Ask the user for it as PNG or JPEG."],
    [
      "favicon.ico",
      icon,
      " can't be shown: ICO images can't be decoded. Ask the user for it as PNG or JPEG.",
    ],
  ])("names a format that nothing here decodes: %s [KIND-1]", async (name, bytes, rest) => {
    expect(await refusalOf(name, bytes)).toEqual({ code: "IMAGE_UNREADABLE", rest });
  });

  it("refuses damaged pictures of every format, cut anywhere [KIND-1]", async () => {
    for (const format of ["png", "jpeg", "gif", "webp"] as const) {
      const bytes = await paint(80, 60)[format]().toBuffer();
      for (const share of [0.1, 0.5, 0.9]) {
        const { code, rest } = await refusalOf(`a.${format}`, bytes.subarray(0, bytes.length * share));
        expect(code).toBe("IMAGE_UNREADABLE");
        expect(rest).toMatch(
          /^ can't be shown: the image is damaged \(.+\)\. Ask the user for a sound copy\.$/,
        );
      }
    }
  });

  it("refuses small files that would unpack to gigabytes, of every format [KIND-1]", async () => {
    for (const [format, bomb] of Object.entries(await pixelBombs())) {
      const { code, rest } = await refusalOf(`bomb.${format}`, bomb);
      expect(["IMAGE_TOO_LARGE", "IMAGE_UNREADABLE"]).toContain(code);
      if (format === "png") {
        expect(rest).toBe(" is too large to unpack: it is 20000x20000. Ask the user for a smaller copy.");
      }
    }
  });

  it("refuses a file past 100 MB before it is held [KIND-1]", async () => {
    const files = tempWorkspace({ "huge.png": await smallPng() });
    truncateSync(files.path("huge.png"), 101 * 1024 * 1024);
    const error = errorOf(await read(session(), files.path("huge.png")));
    expect(error.code).toBe("IMAGE_TOO_LARGE");
    expect(error.message).toBe(
      `${files.path("huge.png")} is an image of 101 MB; images up to 100 MB can be shown. Ask the user for a smaller copy.`,
    );
  });

  it("shows text under a picture's name to whoever asks for lines, and lets it be edited then [KIND-1]", async () => {
    const files = tempWorkspace({ "a.png": "<html>\n404\n</html>\n" });
    const toolkit = session();
    expect(errorOf(await read(toolkit, files.path("a.png"))).code).toBe("IMAGE_UNREADABLE");
    const shown = await read(toolkit, files.path("a.png"), { limit: 10 });
    expect(textOf(shown)).toBe("     1→<html>\n     2→404\n     3→</html>");
    const edited = await toolkit.call("Edit", {
      file_path: files.path("a.png"),
      old_string: "404",
      new_string: "200",
    });
    expect(edited.isError).toBe(false);
    expect(files.read("a.png")).toBe("<html>\n200\n</html>\n");
  });
});

describe("Read of a picture by a way that must not lead there", () => {
  it("refuses a pipe at once, whatever it is called [READ-14]", async () => {
    const files = tempWorkspace();
    spawnSync("mkfifo", [files.path("x.png")]);
    expect(errorOf(await read(session(), files.path("x.png"))).code).toBe("NOT_REGULAR_FILE");
  });

  it("follows links inside the roots, and tells nothing of a picture outside [PATH-7]", async () => {
    const png = await smallPng();
    const files = tempWorkspace({
      "in/deep/a.png": png,
      "out/secret.png": png,
      "in/file.png": { link: "deep/a.png" },
      "in/folder": { link: "deep" },
      "in/escape.png": { link: "../out/secret.png" },
      "in/way": { link: "../out" },
    });
    const toolkit = closeAfterwards(files.toolkit({ roots: [files.path("in")] }));
    for (const name of ["in/file.png", "in/folder/a.png"]) {
      expect((await decodeImage(await read(toolkit, files.path(name)))).bytes.equals(png)).toBe(true);
    }
    for (const name of ["in/escape.png", "in/way/secret.png", "in/way/missing.png"]) {
      const result = await read(toolkit, files.path(name));
      expect(errorOf(result).code).toBe("PERMISSION_DENIED");
      // Neither that there is a picture nor how large it is.
      expect(textOf(result)).not.toMatch(/PNG|pixels|64x48|bytes|KB/);
      expect(result.output).toBeUndefined();
    }
  });

  it("shows what a picture was replaced by only if that is one [MEDIA-7]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng() });
    const swap = (content: string | Uint8Array): FileSystem => {
      const disk = createNodeFileSystem();
      return alterFileSystem(disk, {
        open: async (path) => {
          files.write("a.png", content);
          return disk.open(path);
        },
      });
    };
    const readSwapped = (content: string | Uint8Array): ReturnType<typeof read> =>
      read(closeAfterwards(files.toolkit({ fileSystem: swap(content) })), files.path("a.png"));
    const other = await paint(30, 20).jpeg().toBuffer();
    expect((await decodeImage(await readSwapped(other))).bytes.equals(other)).toBe(true);
    files.write("a.png", await smallPng());
    const error = errorOf(await readSwapped("<html></html>"));
    expect(error.code).toBe("IMAGE_UNREADABLE");
    expect(error.message).toContain("it is no image but an HTML page");
  });

  it("never shows a mixture of two states of a file [MEDIA-7]", async () => {
    const files = tempWorkspace({ "a.png": await smallPng() });
    const disk = createNodeFileSystem();
    let writes = 0;
    const fileSystem = alterFileSystem(disk, {
      open: async (path) => {
        const file = await disk.open(path);
        return {
          stat: () => file.stat(),
          close: () => file.close(),
          read: (into, position) => {
            writes += 1;
            files.write("a.png", Buffer.concat([Buffer.alloc(writes), Buffer.from("changed")]));
            return file.read(into, position);
          },
        };
      },
    });
    const error = errorOf(await read(closeAfterwards(files.toolkit({ fileSystem })), files.path("a.png")));
    expect(error.code).toBe("FILE_UNSTABLE");
  });
});
