import { describe, expect, it } from "vitest";
import { findBinaryKindByName } from "../../src/text/binary-extensions.js";

describe("the kind of a file by its name", () => {
  it.each([
    ["archive.zip", "ZIP archive"],
    ["ARCHIVE.ZIP", "ZIP archive"],
    ["backup.tar.gz", "gzip data"],
    ["libssl.so", "shared library"],
    ["main.o", "object file"],
    ["Main.class", "Java class"],
    ["module.pyc", "Python bytecode"],
    ["setup.exe", "Windows executable"],
    ["clip.mp4", "MP4 video"],
    ["font.woff2", "WOFF2 font"],
    ["data.sqlite3", "SQLite database"],
  ])("of %s is %s [READ-12]", (name, kind) => {
    expect(findBinaryKindByName(name)).toBe(kind);
  });

  it.each([
    "notes.txt",
    "video.ts",
    "table.dat",
    "server.key",
    "image.png",
    "paper.pdf",
    "Makefile",
    "zip",
    ".zip",
    "archive.zip.txt",
    "name.",
    ".",
    "",
    "x.constructor",
    "x.__proto__",
  ])("of %j is left to the bytes [READ-12]", (name) => {
    expect(findBinaryKindByName(name)).toBeUndefined();
  });
});
