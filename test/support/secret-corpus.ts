/**
 * What looks like secrets, of many kinds, made up when a test runs: their letters come from a count, so that no file of this
 * repository holds one.
 */
import { Buffer } from "node:buffer";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALPHANUMERIC = `${UPPER}${UPPER.toLowerCase()}0123456789`;

/** Letters as random as those of a token, the same in every run. */
export function randomLetters(length: number, seed: number, alphabet: string = ALPHANUMERIC): string {
  let state = seed * 7919 + 17;
  return Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return alphabet[state % alphabet.length];
  }).join("");
}

const hex = (length: number, seed: number): string => randomLetters(length, seed, "0123456789abcdef");
const base32 = (length: number, seed: number): string => randomLetters(length, seed, `${UPPER}234567`);
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const lines = (count: number, seed: number): string =>
  Array.from({ length: count }, (_, index) => randomLetters(64, seed + index)).join("\n");
const pem = (label: string, seed: number): string =>
  [`-----BEGIN ${label}-----`, lines(12, seed), `-----END ${label}-----`].join("\n");

export interface SecretSample {
  readonly rule: string;
  readonly name: string;
  /** As it stands in a file. */
  readonly text: string;
  /** A part of it that nobody may see anywhere else. */
  readonly secret: string;
}

/** `around` is what stands in front of the secret, and behind it. */
function sample(
  rule: string,
  name: string,
  secret: string,
  around: readonly [string, string] = ["", ""],
): SecretSample {
  return { rule, name, secret, text: around[0] + secret + around[1] };
}

function privateKey(label: string, seed: number): SecretSample {
  const text = pem(label, seed);
  return { rule: "private-key", name: label.toLowerCase(), text, secret: text.split("\n")[3] ?? "" };
}

function serviceAccount(): SecretSample {
  const key = pem("PRIVATE KEY", 90);
  const text = JSON.stringify({ type: "service_account", private_key: key, client_email: "a@b.c" }, null, 2);
  return { rule: "gcp-service-account", name: "a cloud account", text, secret: key.split("\n")[2] ?? "" };
}

export function secretCorpus(): readonly SecretSample[] {
  const header = encode({ alg: "HS256", typ: "JWT" });
  const claims = encode({ sub: "12", name: "Jo" });
  return [
    privateKey("PRIVATE KEY", 10),
    privateKey("RSA PRIVATE KEY", 20),
    privateKey("EC PRIVATE KEY", 30),
    privateKey("OPENSSH PRIVATE KEY", 40),
    privateKey("ENCRYPTED PRIVATE KEY", 50),
    privateKey("PGP PRIVATE KEY BLOCK", 60),
    serviceAccount(),
    sample("aws-access-key", "AWS access key", `AKIA${base32(16, 1)}`),
    sample("aws-access-key", "AWS session key", `ASIA${base32(16, 2)}`),
    sample("aws-secret-key", "AWS secret key", randomLetters(40, 3), ["aws_secret_access_key = ", ""]),
    sample("aws-secret-key", "AWS secret key in JSON", randomLetters(40, 4), ['{"SecretAccessKey": "', '"}']),
    sample("google-api-key", "Google API key", `AIza${randomLetters(35, 5)}`),
    sample("google-oauth-secret", "Google client secret", `GOCSPX-${randomLetters(28, 6)}`),
    sample("google-oauth-token", "Google access token", `ya29.${randomLetters(120, 7)}`),
    sample("json-web-token", "JSON web token", `${header}.${claims}.${randomLetters(43, 8)}`),
    sample("hugging-face-token", "Hugging Face", `hf_${randomLetters(34, 9)}`),
    sample("github-token", "GitHub", `ghp_${randomLetters(36, 11)}`),
    sample("github-token", "GitHub Actions", `ghs_${randomLetters(36, 12)}`),
    sample(
      "github-token",
      "GitHub, fine-grained",
      `github_pat_${randomLetters(22, 13)}_${randomLetters(59, 14)}`,
    ),
    sample("gitlab-token", "GitLab", `glpat-${randomLetters(20, 15)}`),
    sample("npm-token", "npm", `npm_${randomLetters(36, 16)}`),
    sample(
      "npm-token",
      "npm, older",
      `${hex(8, 17)}-${hex(4, 18)}-${hex(4, 19)}-${hex(4, 21)}-${hex(12, 22)}`,
      ["//registry.example.net/:_authToken=", ""],
    ),
    sample("pypi-token", "PyPI", `pypi-AgEIcHlwaS5vcmc${randomLetters(150, 23)}`),
    sample("stripe-key", "Stripe", `sk_live_${randomLetters(24, 24)}`),
    sample("sendgrid-key", "SendGrid", `SG.${randomLetters(22, 25)}.${randomLetters(43, 26)}`),
    sample("twilio-key", "Twilio", `SK${hex(32, 27)}`),
    sample("digitalocean-token", "DigitalOcean", `dop_v1_${hex(64, 28)}`),
    sample("telegram-token", "Telegram", `${randomLetters(10, 29, "123456789")}:AA${randomLetters(33, 31)}`),
    sample(
      "discord-token",
      "Discord",
      `M${randomLetters(23, 32)}.${randomLetters(6, 33)}.${randomLetters(38, 34)}`,
    ),
    sample("azure-storage-key", "Azure storage", `${randomLetters(86, 35)}==`, [
      "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=",
      ";EndpointSuffix=core.windows.net",
    ]),
    sample("databricks-token", "Databricks", `dapi${hex(32, 36)}`),
    sample("openai-key", "OpenAI", `sk-proj-${randomLetters(74, 37)}T3BlbkFJ${randomLetters(74, 38)}`),
    sample("anthropic-key", "Anthropic", `sk-ant-api03-${randomLetters(93, 39)}AA`),
    sample("anthropic-key", "Anthropic, administration", `sk-ant-admin01-${randomLetters(93, 41)}AA`),
    sample("slack-token", "Slack", `xoxb-${randomLetters(12, 42, "123456789")}-${randomLetters(24, 43)}`),
    sample("slack-webhook", "Slack webhook", `T${base32(8, 44)}/B${base32(8, 45)}/${randomLetters(24, 46)}`, [
      "https://hooks.slack.com/services/",
      "",
    ]),
    sample("shopify-token", "Shopify", `shpat_${hex(32, 47)}`),
    sample("linear-key", "Linear", `lin_api_${randomLetters(40, 48)}`),
    sample("mailchimp-key", "Mailchimp", `${hex(32, 49)}-us12`),
    sample("url-password", "a password in an address", randomLetters(16, 51), [
      "postgres://shop:",
      "@db.shop.internal:5432/orders",
    ]),
    sample("url-password", "a password of a website", randomLetters(14, 52), [
      "https://jo:",
      "@git.shop.dev/x.git",
    ]),
  ];
}
