import { describe, expect, it } from "vitest";
import { createOwnTest, veilForeignValues } from "../../src/lsp/own-quotations.js";

const veiled = (message: string, text: string = ""): string =>
  veilForeignValues(message, (value) => text.includes(value));

describe("Values that a message quotes", () => {
  it.each([
    [`Type '"s3cret-value"' is not assignable to type '1'.`, `Type '"…"' is not assignable to type '1'.`],
    [
      `Type '"a" | "b"' is wrong, and so is '\`x\${string}\`'.`,
      `Type '"…" | "…"' is wrong, and so is '\`…\`'.`,
    ],
    ["Type '424242' is not assignable to type 'Pin'.", "Type '…' is not assignable to type 'Pin'."],
    [`Type "Literal['s3cret']" is not assignable to "int"`, `Type "Literal['…']" is not assignable to "int"`],
    [
      `cannot use keys.Main (constant "s3cret" of type string) as int value`,
      `cannot use keys.Main (constant "…" of type string) as int value`,
    ],
  ])("are not told where they are another file's: %s [LSP-42]", (message, shown) => {
    expect(veiled(message)).toBe(shown);
  });

  it.each([
    [`Type '"none"' is not assignable to type 'number'.`, 'return "none";'],
    [`Type "Literal['none']" is not assignable to return type "int"`, "return 'none'"],
    ["Type '424242' is not assignable to type 'Pin'.", "const pin: Pin = 424242;"],
    ["Property 'lenght' does not exist on type 'number[]'. Did you mean 'length'?", ""],
    [`Cannot find name "x"`, ""],
    [
      "Type 'Map<string, Entry[]>' is missing the following properties from type 'Store': a, b, and 12 more.",
      "",
    ],
    ["mismatched types: expected `u32`, found `&str`", ""],
    ["Unterminated string literal: '", ""],
  ])("are told where they are the file's own, and names always: %s [LSP-42]", (message, text) => {
    expect(veiled(message, text)).toBe(message);
  });

  it("are looked for in bounded work, and are foreign where that does not suffice [LSP-42]", () => {
    const text = `${"x".repeat(20 * 1024 * 1024)} last`;
    const isOwn = createOwnTest([text, undefined]);
    expect(["last", "one", "two", "last"].map(isOwn)).toEqual([true, false, false, true]);
    expect(createOwnTest([text])("last")).toBe(true);
    expect(["xx", "xxx"].map(isOwn)).toEqual([false, false]);
  });

  it("take time in proportion to the message, whatever it is made of [LSP-42]", () => {
    for (const piece of [`'"`, `\\'`, `"'\``, `1234`, `constant "`]) {
      const message = piece.repeat(200_000 / piece.length);
      expect(veiled(message).length).toBeLessThanOrEqual(message.length * 2);
    }
  });
});
