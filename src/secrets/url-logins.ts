/** Names and passwords in addresses: `postgres://name:password@host/`. */
import { isPlaceholderLogin } from "./placeholders.js";
import type { SecretSpan } from "./secret-hit.js";

/** What follows "://" of an address that has a login, up to its host. */
const LOGIN =
  /^(?<user>[^\s:@/"'`<>]{0,128}):(?<password>[^\s/"'`<>]{1,256})@(?<host>\[[0-9a-f:]{2,40}\]|[\w.-]{1,253})/i;
const MAX_LOGIN = 700;

export function findUrlLogins(text: string): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (let sign = text.indexOf("://"); sign !== -1; sign = text.indexOf("://", sign + 3)) {
    const from = sign + 3;
    const groups = LOGIN.exec(text.slice(from, from + MAX_LOGIN))?.groups;
    const { user = "", password = "", host = "" } = groups ?? {};
    if (groups === undefined || isPlaceholderLogin({ user, password, host })) continue;
    const start = from + user.length + 1;
    found.push({ rule: "url-password", start, end: start + password.length });
  }
  return found;
}
