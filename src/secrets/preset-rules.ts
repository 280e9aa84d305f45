/**
 * The rules of secretlint's recommended preset, which need not be installed. They are asked directly and not through its
 * core: that one watches, and keeps for good, every performance mark of the whole process it is loaded into.
 */
import type { SecretSpan } from "./secret-hit.js";

/** The part of a rule that is used here. */
interface PresetRule {
  readonly meta: { readonly id: string };
  create(context: RuleContext, options: object): { file?(source: RuleSource): unknown };
}

interface RuleContext {
  readonly sharedOptions: object;
  createTranslator(messages: unknown): (messageId: string) => { readonly messageId: string };
  report(found: {
    readonly message: { readonly messageId: string };
    readonly range: readonly [number, number];
  }): void;
  ignore(): void;
}

interface RuleSource {
  readonly content: string;
  readonly contentType: "text";
  readonly ext: string;
  readonly filePath: undefined;
  getFilePath(): undefined;
}

const RULE_PREFIX = "@secretlint/secretlint-rule-";
/** Lets a comment in the text switch the other rules off: whoever writes the text could. */
const COMMENT_RULE = "filter-comments";

/** Our names for what the rules find. */
const ownNames: Readonly<Record<string, string>> = {
  "1password": "1password-token",
  anthropic: "anthropic-key",
  aws: "aws-secret-key",
  basicauth: "url-password",
  "database-connection-string": "url-password",
  gcp: "gcp-service-account",
  github: "github-token",
  linear: "linear-key",
  npm: "npm-token",
  openai: "openai-key",
  privatekey: "private-key",
  sendgrid: "sendgrid-key",
  shopify: "shopify-token",
  slack: "slack-token",
};
const nameByMessage: Readonly<Record<string, string>> = {
  AWSAccessKeyID: "aws-access-key",
  IncomingWebhook: "slack-webhook",
};

export type PresetScan = (text: string) => Promise<readonly SecretSpan[]>;

/** Undefined where the package is not installed. */
export async function loadPreset(): Promise<PresetScan | undefined> {
  try {
    const preset: unknown = await import("@secretlint/secretlint-rule-preset-recommend");
    const { rules } = preset as { readonly rules: readonly PresetRule[] };
    const scanning = rules.filter(({ meta }) => meta.id !== `${RULE_PREFIX}${COMMENT_RULE}`);
    return (text) => scan(text, scanning);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw cause;
  }
}

async function scan(text: string, rules: readonly PresetRule[]): Promise<readonly SecretSpan[]> {
  const found: SecretSpan[] = [];
  const source: RuleSource = {
    content: text,
    contentType: "text",
    ext: "",
    filePath: undefined,
    getFilePath: () => undefined,
  };
  for (const preset of rules) {
    const { id: fullId } = preset.meta;
    const id = fullId.startsWith(RULE_PREFIX) ? fullId.slice(RULE_PREFIX.length) : fullId;
    const context: RuleContext = {
      sharedOptions: {},
      createTranslator: () => (messageId) => ({ messageId }),
      report({ message, range: [start, end] }) {
        const rule = nameByMessage[message.messageId] ?? ownNames[id] ?? kebab(id);
        // Some rules say only where a secret begins rightly.
        found.push({ rule, start, end: endOfWord(text, end) });
      },
      ignore: () => undefined,
    };
    await preset.create(context, {}).file?.(source);
  }
  return found;
}

function endOfWord(text: string, from: number): number {
  const more = /^[\w+/=~-]{1,512}/.exec(text.slice(from, from + 512));
  return from + (more?.[0].length ?? 0);
}

/** The id of a rule that is newer than this table. */
function kebab(id: string): string {
  return id.toLowerCase().replaceAll(/[^a-z0-9]{1,100}/g, "-");
}
