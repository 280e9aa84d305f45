import { describe, expect, it } from "vitest";
import { renderTerminalText } from "../../src/notebook/terminal-text.js";

const bar = (percent: number): string =>
  `\r${String(percent).padStart(3)}%|${"█".repeat(percent / 10)}| ${percent}/100`;

describe("what a program wrote to a terminal", () => {
  it.each([
    ["plain text", "a\tb\nc\n", "a\tb\nc\n"],
    ["emoji and other scripts", "👩‍👩‍👧 中文 é\u00a0x\u200b", "👩‍👩‍👧 中文 é\u00a0x\u200b"],
    ["colours", "\u001b[0;31mred\u001b[0m \u001b[38;5;28;01mgreen\u001b[39;00m", "red green"],
    ["colours by one character", "\u009b31mred\u009b0m", "red"],
    ["cursor moves", "a\u001b[2Ab\u001b[?25lc", "abc"],
    ["a title", "\u001b]0;title\u0007text", "text"],
    ["a link", "\u001b]8;;https://x.y\u001b\\text\u001b]8;;\u001b\\", "text"],
    ["a device string", "a\u001bPq#0\u001b\\b", "ab"],
    ["a title without an end", "\u001b]0;title\ntext", "0;title\ntext"],
    ["short commands", "\u001b7a\u001b8\u001b(Bb\u001b=c", "abc"],
    ["half a command at the end", "a\u001b[31", "a31"],
    ["an escape alone", "a\u001b", "a\\u001b"],
    ["a bell and a zero byte", "a\u0007b\u0000", "a\\u0007b\\u0000"],
    ["Windows line endings", "a\r\nb\r\n", "a\nb\n"],
    ["Python line endings on Windows", "a\r\r\nb", "a\nb"],
  ])("is shown without commands: %s [NB-2]", (_, text, shown) => {
    expect(renderTerminalText(text)).toBe(shown);
  });

  it.each([
    ["a progress bar", `${bar(0)}${bar(50)}${bar(100)}\ndone`, "100%|██████████| 100/100\ndone"],
    ["a bar that has not ended its line", `start\n${bar(0)}${bar(10)}`, "start\n 10%|█| 10/100"],
    ["a line that ends with a return", "50%\r100%\r", "100%"],
    ["a shorter state over a longer one", "Loading...\rdone", "doneing..."],
    ["a shorter state over an erased line", "Loading...\r\u001b[Kdone", "done"],
    ["a shorter state after the whole line was erased", "Loading...\u001b[2K\rdone", "done"],
    ["erasing at the end of a line", "remote: x\u001b[K\nremote: y\u001b[K", "remote: x\nremote: y"],
    ["a spinner", "|\b/\b-\b\\\b done", " done"],
    ["a counter", "  1/9\b\b\b2/9\b\b\b3/9", "  3/9"],
    ["bold letters of a manual page", "N\bNA\bA", "NA"],
    ["more backspaces than text", "a\b\b\bb", "b"],
    ["emoji under a backspace", "😀\b😁", "😁"],
    ["a bar in colours", "\r\u001b[32m 10%\u001b[0m\r\u001b[32m100%\u001b[0m", "100%"],
  ])("is shown in its last state: %s [NB-2]", (_, text, shown) => {
    expect(renderTerminalText(text)).toBe(shown);
  });

  it("takes no longer per character for hostile text than for any other [NB-2]", () => {
    const times = 300_000;
    const hostile = [
      "\u001b]".repeat(times),
      "\u009d".repeat(times),
      "\u001b[".repeat(times),
      `${"x".repeat(times)}${"\r".repeat(times)}`,
      `${"x".repeat(times)}${"\u001b[2K".repeat(times)}`,
      `${"x".repeat(times)}${"\b".repeat(times)}`,
    ];
    // Squared, any of these would not end within the time a test may take.
    for (const text of hostile) expect(renderTerminalText(text).length).toBeLessThanOrEqual(text.length * 6);
  });
});
