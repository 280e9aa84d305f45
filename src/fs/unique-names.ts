import { randomBytes } from "node:crypto";

/** Names that no other process and no earlier run has given; random once, counted from there. */
export function createNames(): () => string {
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count.toString(36)}`;
  };
}
