/** The text in which `getfattr` tells the extended attributes of one file. */

interface ExtendedAttribute {
  readonly name: string;
  /** In base64, the one notation in which also the largest value fits into an argument. */
  readonly value: string;
}

/** At least one attribute, in the order in which they are to be set. */
export type AttributeDump = readonly ExtendedAttribute[];

/**
 * These vouch for a file's content, by privilege or by digest. The system drops the first whenever a file is written,
 * and so do we: what an agent wrote must not run with the rights of what it replaced.
 */
export const BOUND_TO_CONTENT: readonly string[] = ["security.capability", "security.evm", "security.ima"];

/** Set last, because it may take away the right to set the others. */
export const ACCESS_LIST = "system.posix_acl_access";

/** Lines of `name=0svalue` after a heading with the path; in both, the program writes line breaks as octal codes. */
export function parseAttributeDump(output: Uint8Array): AttributeDump {
  const found: ExtendedAttribute[] = [];
  for (const line of Buffer.from(output).toString("latin1").split("\n")) {
    const end = line.indexOf("=0s");
    if (end <= 0 || line.startsWith("#")) continue;
    const name = parseName(line.slice(0, end));
    if (!BOUND_TO_CONTENT.includes(name)) found.push({ name, value: line.slice(end + 3) });
  }
  const isAccessList = ({ name }: ExtendedAttribute): boolean => name === ACCESS_LIST;
  return [...found.filter((each) => !isAccessList(each)), ...found.filter(isAccessList)];
}

/** Bytes that are no UTF-8 become U+FFFD: such a name can be told, but not be given to a program. */
function parseName(quoted: string): string {
  const bytes = quoted.replace(/\\([0-7]{3})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 8)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
