/** Numbers as people read them, the same in every locale. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const units = ["KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = -1;
  // What would be shown as 1024.0 of one unit is 1.0 of the next.
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const shown = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return `${shown} ${units[unit]}`;
}

export function plural(count: number, singular: string, many: string = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : many}`;
}

/** To hundreds, where that loses little: a round number reads better than one that was only estimated. */
export function roundDown(count: number): number {
  return count < 200 ? count : count - (count % 100);
}
