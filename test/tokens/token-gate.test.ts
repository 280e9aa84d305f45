import { afterAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/text/token-estimate.js";
import { createTokenCounter } from "../../src/tokens/token-counter.js";
import { judgeTokens, type TokenVerdict } from "../../src/tokens/token-gate.js";
import { Vocabulary } from "../../src/tokens/vocabulary.js";

const vocabulary = new Vocabulary();
afterAll(() => vocabulary.endIfIdle());
const text = "const answer = compute(question, 42);\n".repeat(100);
const estimate = estimateTokens(text);

/** The verdict of a gate whose host counts `tokens`, and what the host was asked. */
async function judge(cap: number, tokens: number): Promise<{ verdict: TokenVerdict; asked: string[] }> {
  const asked: string[] = [];
  const counter = createTokenCounter((piece) => {
    asked.push(piece);
    return tokens;
  }, vocabulary);
  return { verdict: await judgeTokens(text, cap, counter), asked };
}

describe("the token gate", () => {
  it("does not count while the estimate is within a quarter of the cap [LIMIT-4]", async () => {
    expect(await judge(estimate * 4, 1_000_000)).toEqual({ verdict: { fits: true }, asked: [] });
  });

  it("counts once, and the whole, as soon as the estimate passes a quarter of the cap [LIMIT-4]", async () => {
    expect(await judge(estimate * 4 - 1, 5)).toEqual({ verdict: { fits: true }, asked: [text] });
  });

  it.each([
    ["below the cap", 999, { fits: true }],
    ["at the cap", 1000, { fits: true }],
    ["above the cap", 1001, { fits: false, tokens: 1001 }],
    ["far above, whatever the estimate says", 9_999_999, { fits: false, tokens: 9_999_999 }],
  ])("goes by the host's number when it is %s [LIMIT-4]", async (_, tokens, verdict) => {
    expect(await judge(1000, tokens)).toEqual({ verdict, asked: [text] });
  });

  it("asks the host about text so short that no vocabulary could pass the cap [LIMIT-4]", async () => {
    const asked: string[] = [];
    const counter = createTokenCounter(async (piece) => {
      asked.push(piece);
      return 11;
    }, vocabulary);
    expect(await judgeTokens("漢字漢", 10, counter)).toEqual({ fits: false, tokens: 11 });
    expect(asked).toEqual(["漢字漢"]);
  });

  it("lets text pass at once whose bytes are within the cap [LIMIT-4]", () => {
    const counter = createTokenCounter(undefined, vocabulary);
    expect(judgeTokens("x".repeat(100), 300, counter)).toEqual({ fits: true });
    expect(judgeTokens("字".repeat(100), 300, counter)).toEqual({ fits: true });
    expect(judgeTokens("; ".repeat(150), 300, counter)).toEqual({ fits: true });
  });

  it("counts with the local vocabulary where the host has no counter [LIMIT-4]", async () => {
    const counter = createTokenCounter(undefined, vocabulary);
    const tokens = await counter.count(text);
    expect(await judgeTokens(text, tokens, counter)).toEqual({ fits: true });
    expect(await judgeTokens(text, tokens - 1, counter)).toEqual({ fits: false, tokens });
  });
});
