/** Words in scripts of shells, so that each is one word and means itself. */

/** For bash and zsh: between single quotes nothing has a meaning, and a single quote is written outside of them. */
export function quoteWord(word: string): string {
  return `'${word.replaceAll("'", () => "'\\''")}'`;
}

/** In fish a backslash and a single quote are escaped inside. */
export function quoteFish(word: string): string {
  return `'${word.replace(/[\\']/g, (letter) => `\\${letter}`)}'`;
}
