import { describe, expect, it } from "vitest";
import { errorOf } from "../../support/answers.js";
import { numberedPages } from "../../support/pdfs.js";
import { paint } from "../../support/pictures.js";
import { tempWorkspace } from "../../support/workspace.js";

const SEEN = "Read shows it. To change it, change the file it is made from, or ask the user.";
const UNSEEN = "Change the file it is made from, or ask the user.";

describe("A change of a file that is not text", () => {
  const cases: [string, () => Promise<Uint8Array> | Uint8Array, RegExp, string][] = [
    ["a.png", () => paint(640, 480).png().toBuffer(), /is a PNG image \(640x480, [\d.]+ \w+\)/, SEEN],
    ["a.jpg", () => paint(320, 200).jpeg().toBuffer(), /is a JPEG image \(320x200, [\d.]+ \w+\)/, SEEN],
    ["a.gif", () => paint(32, 20).gif().toBuffer(), /is a GIF image \(32x20, [\d.]+ \w+\)/, SEEN],
    ["a.webp", () => paint(32, 20).webp().toBuffer(), /is a WebP image \(32x20, [\d.]+ \w+\)/, SEEN],
    ["a.tiff", () => paint(32, 20).tiff().toBuffer(), /is a TIFF image \([\d.]+ \w+\)/, SEEN],
    ["png.txt", () => paint(64, 48).png().toBuffer(), /is a PNG image \(64x48, [\d.]+ \w+\)/, SEEN],
    ["a.pdf", () => numberedPages(2), /is a PDF document \([\d.]+ \w+\)/, SEEN],
    [
      "late.pdf",
      () => Buffer.concat([Buffer.from("a header\n"), numberedPages(2)]),
      /is a PDF document \(/,
      SEEN,
    ],
    ["a.zip", () => Buffer.from("PK\u0003\u0004 and so on"), /is a ZIP archive \(\d+ bytes\)/, UNSEEN],
    ["zip.txt", () => Buffer.from("PK\u0003\u0004 and so on"), /is a ZIP archive \(\d+ bytes\)/, UNSEEN],
    ["a.data", () => Buffer.from([1, 0, 2, 0, 0, 3]), /is binary data \(6 bytes\)/, UNSEEN],
    [
      "large.png",
      async () => Buffer.concat([await paint(64, 48).png().toBuffer(), Buffer.alloc(5 * 1024 * 1024)]),
      /is a PNG image \(/,
      SEEN,
    ],
  ];
  it.each(cases)(
    "%s says what it is and what to do [CHANGE-420, CHANGE-5]",
    async (name, make, what, advice) => {
      const files = tempWorkspace({ [name]: await make() });
      const toolkit = files.editor();
      const file_path = files.path(name);
      const before = files.stamp(name);
      const calls: [string, object][] = [
        ["Edit", { file_path, old_string: "a", new_string: "b" }],
        ["Edit", { file_path, old_string: "a", new_string: "b", replace_all: true }],
        ["Write", { file_path, content: "new" }],
        ...(name === "large.png"
          ? []
          : [["Edit", { file_path, old_string: "", new_string: "b" }] satisfies [string, object]]),
      ];
      for (const [tool, input] of calls) {
        const { code, message } = errorOf(await toolkit.call(tool, input));
        expect(code).toBe("BINARY_FILE");
        expect(message).toMatch(what);
        expect(message.endsWith(`, and only text can be changed here. ${advice}`)).toBe(true);
        expect(files.stamp(name)).toEqual(before);
      }
    },
  );
});
