import { describe, expect, it } from "vitest";
import { matchMoves, type Wanderer } from "../../src/attribution/moved-files.js";

const lines = (...numbers: readonly number[]): string => numbers.map((number) => `line ${number}\n`).join("");

const file = (path: string, text: string, name: string = text): Wanderer => ({
  path,
  size: text.length,
  names: [name],
  readText: async () => text,
});

const match = async (
  gone: readonly Wanderer[],
  come: readonly Wanderer[],
  options?: { readonly isExact: boolean },
): Promise<unknown> => Object.fromEntries(await matchMoves(gone, come, options));

describe("Files that are gone", () => {
  it("come back under another name with the same content, by preference their own [ATTR-6]", async () => {
    const gone = [file("/old/a", "x\n"), file("/old/b", "x\n"), file("/old/c", "y\n")];
    const come = [file("/new/b", "x\n"), file("/new/c", "x\n"), file("/new/d", "x\n")];
    expect(await match(gone, come)).toEqual({ "/new/b": "/old/b", "/new/c": "/old/a" });
  });

  it("come back with at least half of their lines, the likest first [ATTR-6]", async () => {
    const gone = [file("/a", lines(1, 2, 3, 4)), file("/b", lines(1, 2, 3, 9))];
    const near = file("/near", lines(1, 2, 3, 4, 5));
    expect(await match(gone, [near])).toEqual({ "/near": "/a" });
    expect(await match(gone, [near, file("/next", lines(1, 2, 7, 8))])).toEqual({
      "/near": "/a",
      "/next": "/b",
    });
    expect(await match(gone, [file("/far", lines(1, 6, 7, 8))])).toEqual({});
    expect(await match(gone, [near], { isExact: true })).toEqual({});
  });

  it("are not compared when they are empty, no text, themselves, or too many [ATTR-6]", async () => {
    expect(await match([file("/a", "")], [file("/b", "")])).toEqual({});
    const binary = { ...file("/a", "x"), names: [], readText: async () => undefined };
    expect(await match([binary], [{ ...binary, path: "/b" }])).toEqual({});
    expect(await match([file("/a", "x\n")], [file("/a", "x\n")])).toEqual({});
    const many = (folder: string): Wanderer[] =>
      Array.from({ length: 201 }, (_, index) =>
        file(`${folder}/${index}`, lines(index), `${folder}${index}`),
      );
    expect(await match(many("/old"), many("/new"))).toEqual({});
  });
});
