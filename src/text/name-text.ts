/** What a text seems to be, by how it begins: for files that were taken for something else. */
export const LFS_POINTER = "a Git LFS pointer";

/** A phrase such as "an HTML page", or just "text". */
export function nameText(text: string): string {
  const start = text
    .slice(0, 1024)
    .replace(/^\ufeff/, "")
    .trimStart()
    .slice(0, 200)
    .toLowerCase();
  if (start.startsWith("version https://git-lfs")) return LFS_POINTER;
  if (/^<(?:!doctype html|html|head|body)\b/.test(start)) return "an HTML page";
  if (start.startsWith("<")) return "what looks like XML text";
  if (/^[{[]/.test(start)) return "what looks like JSON text";
  return "text";
}
