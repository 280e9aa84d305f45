/** Throws with a sentence for the person. */
export function parsePort(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port is a number up to 65535, not ${JSON.stringify(given)}.`);
  return port;
}
