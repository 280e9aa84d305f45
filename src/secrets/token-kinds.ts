/**
 * Secrets that give themselves away by how they begin: a fixed prefix and a run of letters. Kept as data, so that looking
 * for all of them takes time proportional to the text by construction.
 */

/** Which characters the run behind a prefix is made of. */
export type Letters = "alphanumeric" | "base32" | "base64" | "dotted" | "hex" | "word";

export interface TokenKind {
  readonly rule: string;
  readonly prefix: string;
  readonly of: Letters;
  /** How long the run behind the prefix is at least. */
  readonly min: number;
  /** And at most, where the prefix alone says little. */
  readonly max?: number;
}

export const tokenKinds: readonly TokenKind[] = [
  ...kinds("aws-access-key", ["AKIA", "ASIA"], "base32", 16, 16),
  ...kinds("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], "alphanumeric", 36),
  ...kinds("github-token", ["github_pat_"], "word", 60),
  ...kinds(
    "gitlab-token",
    ["glpat-", "gldt-", "glrt-", "glptt-", "glcbt-", "gloas-", "glsoat-", "glagent-", "glft-", "GR1348941"],
    "dotted",
    20,
  ),
  ...kinds("bitbucket-token", ["ATBB"], "alphanumeric", 32, 40),
  ...kinds("atlassian-token", ["ATATT3xFfGF0", "ATCTT3xFfG", "ATSTT3xFfG"], "base64", 60),
  ...kinds("npm-token", ["npm_"], "alphanumeric", 36),
  ...kinds("pypi-token", ["pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZ"], "word", 50),
  ...kinds("rubygems-token", ["rubygems_"], "hex", 48),
  ...kinds("crates-token", ["cio"], "alphanumeric", 32, 32),
  ...kinds("docker-token", ["dckr_pat_", "dckr_oat_"], "word", 24),
  ...kinds("openai-key", ["sk-proj-", "sk-svcacct-", "sk-admin-"], "word", 40),
  ...kinds("openai-key", ["sk-"], "alphanumeric", 32),
  ...kinds("openrouter-key", ["sk-or-v1-"], "hex", 60),
  ...kinds("anthropic-key", ["sk-ant-"], "word", 60),
  ...kinds("hugging-face-token", ["hf_", "api_org_"], "alphanumeric", 30),
  ...kinds("groq-key", ["gsk_"], "alphanumeric", 48),
  ...kinds("xai-key", ["xai-"], "alphanumeric", 70),
  ...kinds("perplexity-key", ["pplx-"], "alphanumeric", 40),
  ...kinds("replicate-token", ["r8_"], "alphanumeric", 37),
  ...kinds("google-api-key", ["AIza"], "word", 35),
  ...kinds("google-oauth-secret", ["GOCSPX-"], "word", 28),
  ...kinds("google-oauth-token", ["ya29.", "1//0"], "word", 40),
  ...kinds("stripe-key", ["sk_live_", "rk_live_", "sk_test_", "rk_test_", "whsec_"], "alphanumeric", 24),
  ...kinds("sendgrid-key", ["SG."], "dotted", 60),
  ...kinds("mailgun-key", ["key-"], "hex", 32, 32),
  ...kinds("twilio-key", ["SK"], "hex", 32, 32),
  ...kinds(
    "slack-token",
    ["xoxb-", "xoxp-", "xoxa-", "xoxo-", "xoxr-", "xoxs-", "xoxe-", "xapp-"],
    "word",
    20,
  ),
  ...kinds("slack-token", ["xoxe."], "dotted", 40),
  ...kinds("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], "hex", 64),
  ...kinds("databricks-token", ["dapi"], "hex", 32, 34),
  ...kinds("shopify-token", ["shpat_", "shpca_", "shppa_", "shpss_"], "hex", 32),
  ...kinds("square-token", ["sq0atp-", "sq0csp-"], "word", 22),
  ...kinds("square-token", ["EAAA"], "word", 60, 64),
  ...kinds("linear-key", ["lin_api_", "lin_oauth_"], "alphanumeric", 32),
  ...kinds("notion-token", ["ntn_"], "alphanumeric", 40),
  ...kinds("notion-token", ["secret_"], "alphanumeric", 43, 43),
  ...kinds("figma-token", ["figd_"], "word", 38),
  ...kinds("airtable-token", ["pat"], "dotted", 79, 79),
  ...kinds("vault-token", ["hvs.", "hvb.", "hvr."], "word", 80),
  ...kinds("doppler-token", ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."], "dotted", 40),
  ...kinds("1password-token", ["ops_eyJ"], "base64", 200),
  ...kinds("postman-key", ["PMAK-"], "word", 55),
  ...kinds("new-relic-key", ["NRAK-", "NRIQ-", "NRRA-"], "alphanumeric", 26),
  ...kinds("grafana-token", ["glsa_"], "word", 40),
  ...kinds("grafana-token", ["glc_eyJ"], "base64", 50),
  ...kinds("sentry-token", ["sntrys_eyJ"], "base64", 80),
  ...kinds("sentry-token", ["sntryu_"], "hex", 64),
  ...kinds("pulumi-token", ["pul-"], "hex", 40, 40),
  ...kinds("fly-token", ["fo1_"], "word", 43),
  ...kinds("fly-token", ["fm1_", "fm1r_", "fm1a_", "fm2_"], "base64", 80),
  ...kinds("heroku-key", ["HRKU-"], "word", 36),
  ...kinds("supabase-key", ["sbp_"], "hex", 40),
  ...kinds("supabase-key", ["sb_secret_"], "word", 31),
  ...kinds("planetscale-token", ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], "word", 32),
  ...kinds("netlify-token", ["nfp_", "nfc_", "nfo_"], "alphanumeric", 36),
  ...kinds("vercel-token", ["vercel_blob_rw_", "vcp_", "vca_", "vci_", "vcr_", "vck_"], "word", 40),
  ...kinds("cloudflare-key", ["v1.0-"], "word", 160),
  ...kinds("tailscale-key", ["tskey-auth-", "tskey-api-", "tskey-client-", "tskey-webhook-"], "word", 24),
  ...kinds("dropbox-token", ["sl.u.", "sl.B"], "word", 130),
  ...kinds("age-key", ["AGE-SECRET-KEY-1"], "alphanumeric", 58),
];

function kinds(
  rule: string,
  prefixes: readonly string[],
  of: Letters,
  min: number,
  max?: number,
): readonly TokenKind[] {
  return prefixes.map((prefix) => ({ rule, prefix, of, min, ...(max === undefined ? {} : { max }) }));
}
