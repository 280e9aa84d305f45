/**
 * Secrets that are known by what stands around them or by their build. Every pattern is bounded in every part: none takes
 * more than a few hundred steps from any place of a text, whatever the text.
 */
import { isPlaceholder } from "./placeholders.js";
import type { SecretSpan } from "./secret-hit.js";

export interface NamedPattern {
  readonly rule: string;
  /** The secret is what the group "secret" matches, or all of it. */
  readonly pattern: RegExp;
}

export const namedPatterns: readonly NamedPattern[] = [
  {
    rule: "aws-secret-key",
    pattern: named("secret[_-]?(?:access[_-]?)?key", "[A-Za-z0-9/+]{40}", "[A-Za-z0-9/+=]"),
  },
  {
    rule: "azure-storage-key",
    pattern: /(?:Account|SharedAccess)Key=(?<secret>[A-Za-z0-9+/]{43,86}={1,2})/dgi,
  },
  {
    rule: "azure-client-secret",
    pattern: /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/dg,
  },
  {
    rule: "discord-token",
    pattern: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg,
  },
  {
    rule: "discord-webhook",
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/(?<secret>[\w-]{60,80})/dg,
  },
  { rule: "mailchimp-key", pattern: /(?<![0-9a-z])[0-9a-f]{32}-us\d{1,2}(?![0-9a-z])/dg },
  {
    rule: "npm-token",
    pattern: /:_(?:authToken|auth|password)=(?<secret>[A-Za-z0-9+/=_-]{20,200})/dg,
  },
  {
    rule: "slack-webhook",
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9/]{24,100})/dg,
  },
  { rule: "telegram-token", pattern: /(?<!\d)\d{8,10}:AA[\w-]{33}(?![\w-])/dg },
  { rule: "terraform-token", pattern: /(?<!\w)[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/dg },
  { rule: "twilio-key", pattern: named("twilio[_-]?(?:auth[_-]?)?token", "[0-9a-f]{32}", "\\w") },
];

/** `name = value`, quoted or not, as in settings, environments and code. */
function named(name: string, value: string, more: string): RegExp {
  return new RegExp(`${name}["']?\\s{0,5}(?::|=>|=)\\s{0,5}["']?(?<secret>${value})(?!${more})`, "dgi");
}

export function findNamed(text: string): readonly SecretSpan[] {
  return namedPatterns.flatMap(({ rule, pattern }) => {
    const found: SecretSpan[] = [];
    for (const { indices } of text.matchAll(pattern)) {
      const [start, end] = indices?.groups?.["secret"] ?? indices?.[0] ?? [0, 0];
      if (!isPlaceholder(text.slice(start, end))) found.push({ rule, start, end });
    }
    return found;
  });
}
