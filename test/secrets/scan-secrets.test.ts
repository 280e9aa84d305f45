import { describe, expect, it } from "vitest";
import { namedPatterns } from "../../src/secrets/named-patterns.js";
import { findOwnSecrets, scanSecrets } from "../../src/secrets/scan-secrets.js";
import { tokenKinds } from "../../src/secrets/token-kinds.js";
import { randomLetters, secretCorpus } from "../support/secret-corpus.js";

const MEBIBYTE = 1024 * 1024;
const corpus = secretCorpus();

describe("A text with a secret", () => {
  it.each(corpus)("of the kind $name is answered with its rule and its place [SECRET-1]", async (sample) => {
    const before = "# Notes\n\nThe key of the shop:\n\n    ";
    const text = `${before}${sample.text}\n\nThat is all.\n`;
    const [hit, ...others] = await scanSecrets(text);
    expect(others).toEqual([]);
    expect(hit?.rule).toBe(sample.rule);
    expect(hit?.line).toBe(text.slice(0, hit?.start).split("\n").length);
    expect(text.slice(hit?.start, hit?.end)).toContain(sample.secret);
    expect(Object.keys(hit ?? {}).toSorted()).toEqual(["end", "line", "rule", "start"]);
  });

  it.each(corpus)("of the kind $name is found without the package that knows more [SECRET-1]", (sample) => {
    const [hit] = findOwnSecrets(`- ${sample.text}\n`);
    expect(hit?.rule).toBe(sample.rule);
  });

  it("of every kind at once is answered with all of them, in order [SECRET-1]", async () => {
    const text = corpus.map((sample) => sample.text).join("\n\n");
    const hits = await scanSecrets(text);
    expect(hits.map(({ rule }) => rule)).toEqual(corpus.map(({ rule }) => rule));
  });

  it("is found inside strings of JSON and code, where line ends are escapes [SECRET-1]", async () => {
    const tokens = corpus.filter(({ rule }) => /^(?:github|aws-access|json-web|private-key)/.test(rule));
    for (const sample of tokens) {
      const text = JSON.stringify({ source: ["x = 1\n", `key:\n${sample.text}\n`].join("") });
      expect((await scanSecrets(text)).map(({ rule }) => rule)).toEqual([sample.rule]);
    }
  });

  it("can't be hidden by a comment that speaks to linters [SECRET-1]", async () => {
    const token = `ghp_${randomLetters(36, 3)}`;
    const text = `<!-- secretlint-disable -->\n// secretlint-disable-next-line\n${token}\n`;
    expect(await scanSecrets(text)).toMatchObject([{ rule: "github-token", line: 3 }]);
  });
});

describe("A text without a secret", () => {
  it.each([
    ["a placeholder", `Set HF_TOKEN=hf_${"x".repeat(34)} and GITHUB_TOKEN=ghp_${"X".repeat(36)}.`],
    ["a place to fill in", "export OPENAI_API_KEY=<your key>, ANTHROPIC_API_KEY=sk-ant-..."],
    ["the example key of a manual", `aws_access_key_id = ${["AKIA", "IOSFODNN7EXAMPLE"].join("")}`],
    ["an address of this machine", "postgres://postgres:postgres@localhost:5432/app"],
    [
      "an address with a variable",
      "https://${USER}:${PASSWORD}@git.shop.dev/x.git and redis://:$PASS@cache/0",
    ],
    ["an address with a well-known password", "mysql://root:password@db.shop.dev/x"],
    ["an address with a port", "http://shop.dev:8080/@scope/name"],
    ["the beginning of a key", "A file that begins with -----BEGIN PRIVATE KEY----- is a key."],
    ["a key that was left out", "-----BEGIN RSA PRIVATE KEY-----\n...\n-----END RSA PRIVATE KEY-----"],
    ["a public key", `-----BEGIN PUBLIC KEY-----\n${randomLetters(256, 1)}\n-----END PUBLIC KEY-----`],
    ["a hash", `sha512-${randomLetters(86, 2)}== and ${randomLetters(40, 3, "0123456789abcdef")}`],
    ["words that begin like a token", "npm_config_registry, task-list, hf_hub_download, sk-learn, AKIAlong"],
    ["three words with dots", "eyJustice.for.all, a.b.c"],
    ["an account number", `AWS_ACCOUNT_ID=${randomLetters(12, 4, "123456789")}`],
  ])("but with %s has none [SECRET-2]", async (_, text) => {
    expect(await scanSecrets(text)).toEqual([]);
  });
});

describe("Looking for secrets", () => {
  it("takes a bounded number of steps at every place of a text [SECRET-3]", () => {
    for (const { pattern } of namedPatterns) {
      // Without what stands in brackets and escapes: no repetition is without an end, and none within another.
      const bare = pattern.source.replaceAll(/\\./g, "a").replaceAll(/\[[^\]]*\]/g, "a");
      expect(bare).not.toMatch(/[*+]|\{\d+,\}|\)\{/);
      for (const [, most = "0"] of bare.matchAll(/\{(?:\d+,)?(\d+)\}/g))
        expect(Number(most)).toBeLessThan(257);
    }
    for (const { prefix, min, max } of tokenKinds) {
      expect(prefix.length).toBeGreaterThan(1);
      // A short prefix is found often: then the run behind it says what it is.
      expect(min).toBeGreaterThan(15);
      expect(max ?? min).toBeGreaterThanOrEqual(min);
    }
  });

  it("comes to an end in hostile texts of a mebibyte [SECRET-3]", async () => {
    const mebibyteOf = (piece: string): string =>
      piece.repeat(Math.ceil(MEBIBYTE / piece.length)).slice(0, MEBIBYTE);
    const prefixes = [...new Set(tokenKinds.map(({ prefix }) => prefix))].join("");
    for (const piece of [
      prefixes,
      "-----BEGIN ",
      "://a:b",
      "eyJ.",
      "secret_key = ",
      "1234567890:AA",
      "M",
      "a.",
      "=",
    ]) {
      expect(findOwnSecrets(mebibyteOf(piece)).length).toBeLessThan(MEBIBYTE / 16);
    }
    const long = `SG.a.${"w".repeat(260)} `;
    for (const piece of [long, "xoxb-1-a_", "-----BEGIN PRIVATE KEY-----\n", "https://a:b@", "\n"]) {
      expect((await scanSecrets(mebibyteOf(piece))).length).toBeLessThan(10);
    }
  });

  it("finds what lies far behind in a long text, and says the right line [SECRET-1]", async () => {
    const token = `ghp_${randomLetters(36, 5)}`;
    const text = `${"a line of ordinary words\n".repeat(60_000)}${token}\n`;
    expect(await scanSecrets(text)).toMatchObject([{ rule: "github-token", line: 60_001 }]);
  });
});
