// Writes a zip archive that is the same whenever its content is: entries in order of their names, all of one time.
import { constants, crc32, deflateRawSync } from "node:zlib";

/**
 * @typedef {object} ZipEntry
 * @property {string} name with slashes
 * @property {Uint8Array} bytes
 * @property {number} mode as POSIX has it; decides who may run a file
 */

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;
const VERSION = 20;
/** Modes in the upper half of the attributes are POSIX's. */
const MADE_ON_UNIX = 3 << 8;
const NAMES_ARE_UTF8 = 0x0800;
const STORED = 0;
const DEFLATED = 8;
/** The first day that the format can name. */
const FIRST_DAY = (1 << 5) | 1;
const REGULAR_FILE = 0o100000;
/** Beyond these the format needs extensions. */
const MAX_ENTRIES = 0xfffe;
const MAX_BYTES = 0xfffffffe;

/** @param {readonly ZipEntry[]} entries */
export function writeZip(entries) {
  if (entries.length > MAX_ENTRIES) throw new Error(`too many files for a zip archive: ${entries.length}`);
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  /** @type {Buffer[]} */
  const parts = [];
  /** @type {Buffer[]} */
  const directory = [];
  let offset = 0;
  for (const entry of sorted) {
    const name = Buffer.from(entry.name);
    const deflated = deflateRawSync(entry.bytes, { level: constants.Z_DEFAULT_COMPRESSION });
    const isSmaller = deflated.length < entry.bytes.length;
    const data = isSmaller ? deflated : Buffer.from(entry.bytes);
    const common = describeEntry(entry, name, { size: data.length, method: isSmaller ? DEFLATED : STORED });
    const local = Buffer.concat([words32(LOCAL_HEADER), common, words16(0), name, data]);
    const mode = REGULAR_FILE | entry.mode;
    const central = [words32(CENTRAL_HEADER), words16(MADE_ON_UNIX | VERSION), common, words16(0, 0, 0, 0)];
    directory.push(Buffer.concat([...central, words32((mode << 16) >>> 0, offset), name]));
    parts.push(local);
    offset += local.length;
    if (offset > MAX_BYTES) throw new Error("too much for a zip archive");
  }
  const central = Buffer.concat(directory);
  const counts = words16(0, 0, sorted.length, sorted.length);
  const end = [words32(END_OF_CENTRAL), counts, words32(central.length, offset), words16(0)];
  return Buffer.concat([...parts, central, ...end]);
}

/**
 * What both headers of an entry say, up to the length of its name.
 * @param {ZipEntry} entry
 * @param {Buffer} name
 * @param {{ size: number, method: number }} data
 */
function describeEntry({ bytes }, name, { size, method }) {
  return Buffer.concat([
    words16(VERSION, NAMES_ARE_UTF8, method, 0, FIRST_DAY),
    words32(crc32(bytes), size, bytes.length),
    words16(name.length),
  ]);
}

/** @param {...number} values */
function words16(...values) {
  return Buffer.from(new Uint8Array(new Uint16Array(values).buffer));
}

/** @param {...number} values */
function words32(...values) {
  return Buffer.from(new Uint8Array(new Uint32Array(values).buffer));
}
