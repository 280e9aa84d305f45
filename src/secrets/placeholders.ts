/** What stands in documents where a secret would be: nobody is harmed by it. */

/** Words that no random token has, for all that is likely. */
const SPOKEN =
  /example|placeholder|redacted|changeme|dummy|sample|your|x{6}|\*{3}|\.{3}|1234567890|abcdefgh/i;

/** A random text of the length of a token has more kinds of letters than this, be it only hexadecimal. */
const FEW_LETTERS = 7;

export function isPlaceholder(token: string): boolean {
  return SPOKEN.test(token) || new Set(token).size < FEW_LETTERS;
}

/** Passwords that everybody knows, and ways to write that one goes here. */
const KNOWN_PASSWORDS: ReadonlySet<string> = new Set([
  "admin",
  "example",
  "guest",
  "hunter2",
  "key",
  "mysql",
  "pass",
  "passwd",
  "password",
  "postgres",
  "pwd",
  "redis",
  "root",
  "secret",
  "test",
  "token",
  "user",
]);
const OWN_MACHINE =
  /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|0\.0\.0\.0|\[::1\]|host\.docker\.internal)$/i;
/** Names that are kept free for documents. */
const NOBODYS_HOST = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|invalid|test)$/i;

export interface UrlCredentials {
  readonly user: string;
  readonly password: string;
  /** Without the port. */
  readonly host: string;
}

export function isPlaceholderLogin({ user, password, host }: UrlCredentials): boolean {
  const word = password.toLowerCase();
  return (
    password.length < 4 ||
    word === user.toLowerCase() ||
    KNOWN_PASSWORDS.has(word) ||
    // $VARIABLE, ${variable}, {variable}, <password>, %s, [password], ***
    /^[$<{%[*(]|\$\{/.test(password) ||
    SPOKEN.test(password) ||
    new Set(password).size < 3 ||
    OWN_MACHINE.test(host) ||
    NOBODYS_HOST.test(host)
  );
}
