/** Copies extended attributes and access lists from one open file to another by system calls. */
import { ACCESS_LIST, BOUND_TO_CONTENT } from "../../process/attribute-dump.js";
import type { SystemCalls } from "./system-calls.js";
import { errnoOf } from "./translate.js";

const accessList: Buffer = Buffer.from(ACCESS_LIST);

/** Returns the names that could not be kept. Without its access list a file would be open to others: that refuses. */
export function copyAttributes(
  calls: SystemCalls,
  from: number,
  to: number,
): readonly string[] | { readonly refusal: string } {
  try {
    const wanted = listAttributes(calls, from);
    const isInherited = !hasName(wanted, accessList) && hasName(listAttributes(calls, to), accessList);
    // A folder gives new files its own access list, which may let in more than the old file did.
    if (isInherited) calls.removeAttribute(to, accessList);
    if (wanted.length === 0) return [];
    const notKept = wanted.filter((name) => !copyAttribute(calls, name, from, to));
    return hasName(notKept, accessList) ? { refusal: "its access list can't be kept" } : notKept.map(String);
  } catch {
    return { refusal: "its extended attributes can't be read" };
  }
}

/** The access list last, because it may take away the right to set the others. */
function listAttributes(calls: SystemCalls, descriptor: number): readonly Buffer[] {
  try {
    const names = calls.listAttributes(descriptor).filter((name) => !BOUND_TO_CONTENT.includes(String(name)));
    const isLast = (name: Buffer): boolean => name.equals(accessList);
    return names.some(isLast) ? [...names.filter((name) => !isLast(name)), accessList] : names;
  } catch (cause) {
    const code = errnoOf(cause);
    if (code === "EOPNOTSUPP" || code === "ENOTSUP" || code === "ENOSYS") return [];
    throw cause;
  }
}

function copyAttribute(calls: SystemCalls, name: Buffer, from: number, to: number): boolean {
  try {
    const value = calls.readAttribute(from, name);
    if (value === undefined) return true;
    // The system may have given the new file the same value, and may not let us set it.
    if (calls.readAttribute(to, name)?.equals(value) !== true) calls.writeAttribute(to, name, value);
    return true;
  } catch {
    return false;
  }
}

function hasName(names: readonly Buffer[], name: Buffer): boolean {
  return names.some((each) => each.equals(name));
}
