// The packages that the package needs to run, as the lock file has them: what is named for development alone is not
// among them, nor what is optional and not installed here, such as programs for other platforms.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {object} LockedPackage
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {string} [version]
 * @property {string[]} [os]
 */

/**
 * Places of packages below `root`, such as `node_modules/ignore`, and which of them are for this platform alone.
 * @param {string} root
 */
export function findProductionPackages(root) {
  /** @type {Record<string, LockedPackage>} */
  const packages = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} place */
  const visit = (place) => {
    const { dependencies = {}, optionalDependencies = {} } = packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const target = resolvePlace(packages, place, name);
      const isThere = target !== undefined && existsSync(join(root, target));
      if (!isThere && !(name in optionalDependencies)) throw new Error(`${name} is not installed`);
      if (!isThere || found.has(target)) continue;
      found.add(target);
      visit(target);
    }
  };
  visit("");
  const places = [...found].toSorted();
  return { places, native: places.filter((place) => packages[place]?.os !== undefined) };
}

/**
 * As Node looks for it: beside, then further and further out.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} from
 * @param {string} name
 */
function resolvePlace(packages, from, name) {
  for (let outer = from; ; outer = outer.slice(0, Math.max(0, outer.lastIndexOf("/node_modules/")))) {
    const place = outer === "" ? `node_modules/${name}` : `${outer}/node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (outer === "") return undefined;
  }
}
