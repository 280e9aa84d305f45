/** Text in the order in which it is read, whatever the order in which it is drawn. */
import { describe, expect, it } from "vitest";
import type { PdfPage } from "../../../src/media/pdf/pdf-service.js";
import { addUnicodeFont, type UnicodeFont } from "../../support/pdf-fonts.js";
import { makePdf, textAt, textLines } from "../../support/pdfs.js";
import { createService, readFirst, textOf } from "./set-up.js";

const left = Array.from({ length: 8 }, (_, row) => `the left column goes on, line ${row + 1}`);
const right = Array.from({ length: 8 }, (_, row) => `and the right one too, line ${row + 1}`);
const heading = "A heading that stands above both columns, and is as wide as both of them";
const columns = [...left, ...right].join("\n");

function drawRowByRow(offset = 0): string {
  return left
    .map(
      (line, row) =>
        textAt(50, 700 - row * 16, line) + textAt(320, 700 - offset - row * 16, right[row] ?? ""),
    )
    .join("");
}

async function textOfUnicode(
  alphabet: string,
  draw: (font: UnicodeFont) => string,
  options: { width?: number } = {},
): Promise<string> {
  return readFirst(
    makePdf({
      pages: [],
      prepare: (writer) => {
        const font = addUnicodeFont(writer, "U1", { alphabet, ...options });
        return [{ resources: `/Font << /U1 ${font.number} 0 R >>`, content: draw(font) }];
      },
    }),
  );
}

describe("Columns of prose", () => {
  it("are read one after the other when they are drawn so [PDF-1]", async () => {
    expect(await textOf(textLines(left, 50, 700) + textLines(right, 320, 700))).toBe(columns);
    expect(await textOf(textLines(right, 320, 700) + textLines(left, 50, 700))).toBe(columns);
  });

  it("are read one after the other when they are drawn line by line across the page [PDF-1]", async () => {
    expect(await textOf(drawRowByRow())).toBe(columns);
    expect(await textOf(drawRowByRow(7))).toBe(columns);
  });

  it("stand between what is above and what is below both [PDF-1]", async () => {
    const around = textAt(50, 740, heading) + drawRowByRow() + textAt(290, 40, "17");
    expect(await textOf(around)).toBe(`${heading}\n${columns}\n17`);
    const between =
      textAt(50, 740, heading) +
      drawRowByRow() +
      textAt(50, 500, `${heading}, again`) +
      drawRowByRow().replaceAll(
        / 7(\d\d) Td| (5|6)(\d\d) Td/g,
        (place) => ` ${Number(/\d+/.exec(place)?.[0]) - 300} Td`,
      );
    expect(await textOf(between)).toBe(`${heading}\n${columns}\n${heading}, again\n${columns}`);
  });

  it("stand close together below a title, with formulas in them and a number below, as papers have it [PDF-1]", async () => {
    const column = (name: string, lines: number): string[] =>
      Array.from({ length: lines }, (_, row) =>
        row % 3 === 1 ? `${name} = ${row}` : `${name} goes on and on, up to its edge, ${row + 10}`,
      );
    const draw = (lines: readonly string[], x: number): string =>
      lines.map((line, row) => textAt(x, 600 - row * 12, line, 10)).join("");
    for (const [leftLines, rightLines] of [
      [30, 30],
      [30, 20],
      [20, 30],
    ] as const) {
      const [a, b] = [column("alpha", leftLines), column("omega", rightLines)];
      const title = "On the order of words upon a page";
      const page =
        textAt(180, 700, title, 16) +
        textAt(250, 660, "A. Author") +
        draw(a, 120) +
        draw(b, 294) +
        textAt(290, 40, "7");
      expect(await textOf(page)).toBe([title, "A. Author", ...a, ...b, "7"].join("\n"));
    }
  });

  it("may be three [PDF-1]", async () => {
    const third = ["one", "two", "three"].map((name) =>
      Array.from({ length: 6 }, (_, row) => `column ${name}, its line ${row + 1}`),
    );
    const rows = Array.from({ length: 6 }, (_, row) =>
      third.map((column, index) => textAt(40 + index * 180, 700 - row * 14, column[row] ?? "", 10)).join(""),
    );
    expect(await textOf(rows.join(""))).toBe(third.flat().join("\n"));
  });
});

describe("Lines", () => {
  it("go from top to bottom, however they are drawn [PDF-1]", async () => {
    const drawn = [...left.keys()].map((row) => textAt(72, 700 - row * 16, left[row] ?? ""));
    expect(await textOf(drawn.toReversed().join(""))).toBe(left.join("\n"));
    expect(await textOf(drawn.toSorted((a, b) => a.length - b.length || (a < b ? 1 : -1)).join(""))).toBe(
      left.join("\n"),
    );
  });

  it("have their header first even if it is drawn last [PDF-1]", async () => {
    const drawn = textLines(left, 50, 700) + textLines(right, 320, 700) + textAt(50, 800, "Header");
    expect(await textOf(drawn)).toBe(`Header\n${columns}`);
  });

  it("are put together from words in any order [PDF-1]", async () => {
    const words = textAt(105, 700, "world") + textAt(72, 684, "and all") + textAt(72, 700, "hello");
    expect(await textOf(words)).toBe("hello world\nand all");
  });

  it("of a table are its rows, drawn by rows or by columns [PDF-1]", async () => {
    const table = [
      ["Name", "Amount", "Total"],
      ["Apples", "3", "12.00"],
      ["Pears", "14", "9.50"],
    ];
    const cell = (row: number, column: number): string =>
      textAt(72 + column * 150, 700 - row * 16, table[row]?.[column] ?? "");
    const rows = "Name\tAmount\tTotal\nApples\t3\t12.00\nPears\t14\t9.50";
    const places = [0, 1, 2].flatMap((a) => [0, 1, 2].map((b) => [a, b] as const));
    expect(await textOf(places.map(([row, column]) => cell(row, column)).join(""))).toBe(rows);
    expect(await textOf(places.map(([column, row]) => cell(row, column)).join(""))).toBe(rows);
  });

  it("of two short blocks side by side stay in their blocks, as they are drawn [PDF-1]", async () => {
    const sender = ["Ada Lovelace", "12 Engine Street", "London"];
    const reference = ["Invoice 1842", "due in March"];
    expect(await textOf(textLines(sender, 72, 700) + textLines(reference, 400, 708))).toBe(
      [...sender, ...reference].join("\n"),
    );
  });

  it("keep small letters above and below them [PDF-1]", async () => {
    const formula =
      "BT /F1 12 Tf 72 700 Td (E = mc) Tj 5 Ts /F1 7 Tf (2) Tj 0 Ts /F1 12 Tf ( and H) Tj -3 Ts /F1 7 Tf (2) Tj 0 Ts /F1 12 Tf (O) Tj 0 -14 Td (are known) Tj ET";
    expect(await textOf(formula)).toBe("E = mc2 and H2O\nare known");
  });

  it("end with the hyphens that are seen there, and have no others [PDF-1]", async () => {
    const lines = ["This is an exam-", "ple of a hyphen - and well-", "known soft\xad", "ones, co\xadop say"];
    expect(await textOf(textLines(lines))).toBe(
      "This is an exam-\nple of a hyphen - and well-\nknown soft-\nones, co-op say",
    );
  });

  it("follow the text's own direction on a page that is turned [PDF-1]", async () => {
    for (const rotate of [0, 90, 180, 270] as const) {
      const turned = makePdf({ pages: [{ rotate, content: textLines(["first", "second", "third"]) }] });
      expect(await readFirst(turned)).toBe("first\nsecond\nthird");
    }
    for (const turn of ["0 1 -1 0 595 0", "-1 0 0 -1 595 842", "0 -1 1 0 0 842"]) {
      const content = `q ${turn} cm ${textLines(["first", "second", "third"], 72, 400)} Q`;
      expect(await textOf(content)).toBe("first\nsecond\nthird");
    }
  });

  it("in the margin or across the page come after the others [PDF-1]", async () => {
    const margin = "BT /F1 10 Tf 0 1 -1 0 20 300 Tm (in the margin) Tj ET\n";
    const stamp = "BT /F1 40 Tf 0.707 0.707 -0.707 0.707 100 200 Tm (not final) Tj ET\n";
    expect(
      await textOf(margin + textAt(72, 700, "first line") + stamp + textAt(72, 684, "second line")),
    ).toBe("first line\nsecond line\nin the margin\nnot final");
  });
});

describe("Characters", () => {
  it("too many for any page are given as they are drawn, as far as they are wanted [PDF-1]", async () => {
    const lines = Array.from(
      { length: 1200 },
      (_, row) => `line ${row} of very many that stand upon each other`,
    );
    const upwards = lines.map((line, row) => textAt(10, 10 + row, line, 1)).join("");
    const pdf = makePdf({ pages: [{ height: 1300, content: upwards }] });
    const read = (maxCharactersPerPage: number): Promise<readonly PdfPage[]> =>
      createService().open(pdf.slice(), {}, (document) => document.readPages(1, 1, { maxCharactersPerPage }));
    expect(await read(100_000)).toMatchObject([{ text: lines.join("\n"), isTextCut: false, hasText: true }]);
    expect(await read(60)).toMatchObject([{ text: lines.join("\n").slice(0, 60), isTextCut: true }]);
  });

  it("of Chinese and Japanese come with their lines [PDF-1]", async () => {
    const lines = ["漢字かな混じり文です。", "第二行、おわり。"];
    const text = await textOfUnicode(lines.join(""), (font) =>
      lines.map((line, row) => font.show(72, 700 - row * 20, line)).join(""),
    );
    expect(text).toBe(lines.join("\n"));
  });

  it("of Hebrew are in the order in which they are spoken [PDF-1]", async () => {
    const spoken = "שלום עולם";
    const drawn = spoken.split("").toReversed().join("");
    const text = await textOfUnicode(
      spoken,
      (font) => font.show(72, 700, drawn) + font.show(72, 680, drawn),
      {
        width: 500,
      },
    );
    expect(text).toBe(`${spoken}\n${spoken}`);
  });

  it("that stand for two or three are those, and pairs of halves are one [PDF-1]", async () => {
    const text = await textOfUnicode("oﬃcei ﬁnlw😀", (font) => font.show(72, 700, "oﬃce ﬁne 😀"), {
      width: 500,
    });
    expect(text).toBe("office fine 😀");
  });
});
