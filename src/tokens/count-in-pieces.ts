/** Byte-pair merging is quadratic on one unbroken run; pieces of this size keep any text linear. */
const PIECE = 4096;

export function countInPieces(text: string, countPiece: (piece: string) => number): number {
  let total = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    total += countPiece(text.slice(start, end));
    start = end;
  }
  return total;
}

function pieceEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + PIECE);
  const last = text.charCodeAt(end - 1);
  const splitsPair = end < text.length && last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? end - 1 : end;
}
