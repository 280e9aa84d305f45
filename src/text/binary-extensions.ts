/**
 * Extensions that only ever name binary formats. A file with one of them is refused without being opened; every
 * other file is judged by its bytes. Extensions shared with text (.ts, .dat, .bin, .db, .key) are left out on purpose.
 */
const kindsByExtension: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "7z": "7-Zip archive",
    a: "static library",
    aac: "AAC audio",
    avi: "AVI video",
    bz2: "bzip2 data",
    class: "Java class",
    dll: "Windows library",
    dylib: "macOS library",
    exe: "Windows executable",
    flac: "FLAC audio",
    gz: "gzip data",
    jar: "Java archive",
    m4a: "MPEG-4 audio",
    mkv: "Matroska video",
    mov: "QuickTime video",
    mp3: "MP3 audio",
    mp4: "MP4 video",
    o: "object file",
    ogg: "Ogg media",
    otf: "OpenType font",
    parquet: "Parquet data",
    pyc: "Python bytecode",
    rar: "RAR archive",
    so: "shared library",
    sqlite: "SQLite database",
    sqlite3: "SQLite database",
    tgz: "gzip data",
    ttf: "TrueType font",
    wasm: "WebAssembly module",
    wav: "WAV audio",
    webm: "WebM video",
    whl: "Python wheel",
    woff: "WOFF font",
    woff2: "WOFF2 font",
    xz: "XZ data",
    zip: "ZIP archive",
    zst: "Zstandard data",
  }),
);

export function findBinaryKindByName(fileName: string): string | undefined {
  return kindsByExtension.get(extensionOf(fileName) ?? "");
}

/** What can be shown though it is no text, and whose name makes its reader expect it. */
export type PromisedKind = "image" | "PDF";

const promisesByExtension: ReadonlyMap<string, PromisedKind> = new Map([
  ...["png", "jpg", "jpeg", "gif", "webp", "avif", "bmp", "tif", "tiff", "heic", "heif"].map(
    (extension): [string, PromisedKind] => [extension, "image"],
  ),
  ["pdf", "PDF"],
]);

export function findPromisedKind(fileName: string): PromisedKind | undefined {
  return promisesByExtension.get(extensionOf(fileName) ?? "");
}

function extensionOf(fileName: string): string | undefined {
  const dot = fileName.lastIndexOf(".");
  return dot <= 0 ? undefined : fileName.slice(dot + 1).toLowerCase();
}
