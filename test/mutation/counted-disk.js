/**
 * A disk that calls `before` with the name of every operation, also those of files of its own that it opens.
 * @param {any} disk
 * @param {(name: string, given: unknown[]) => void} before
 */
export function createCountedDisk(disk, before) {
  return new Proxy(disk, {
    get:
      (target, /** @type {string} */ name) =>
      /** @param {unknown[]} given */
      (...given) => {
        before(name, given);
        const result = target[name](...given);
        return name === "openOwnFile" ? countOwnFile(result, before) : result;
      },
  });
}

/**
 * @param {any} file
 * @param {(name: string, given: unknown[]) => void} before
 */
function countOwnFile(file, before) {
  for (const name of ["append", "truncate"]) {
    const inner = file[name].bind(file);
    file[name] = (/** @type {unknown[]} */ ...given) => {
      before(name, given);
      return inner(...given);
    };
  }
  return file;
}
