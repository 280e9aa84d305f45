/** Comparing tokens so that the time it takes tells nothing about the right one. */
import { hash, timingSafeEqual } from "node:crypto";

export function createTokenCheck(token: string): (given: string) => boolean {
  const wanted = digest(token);
  return (given) => timingSafeEqual(digest(given), wanted);
}

/** Finds whose token was given. Every one is compared, so the time does not tell which it was. */
export function createTokenSearch<Holder extends { readonly digest: string }>(
  holders: readonly Holder[],
): (given: string) => Holder | undefined {
  const known = holders.map((holder) => ({ holder, wanted: Buffer.from(holder.digest, "base64url") }));
  return (given) => {
    const found = digest(given);
    let match: Holder | undefined;
    for (const { holder, wanted } of known) if (timingSafeEqual(found, wanted)) match = holder;
    return match;
  };
}

/** As it may be kept: 256 random bits can't be guessed from their digest. */
export function digestToken(token: string): string {
  return digest(token).toString("base64url");
}

/** Of one length whatever is given; and where digests begin to differ says nothing about the tokens. */
function digest(token: string): Buffer {
  return hash("sha256", token, "buffer");
}
