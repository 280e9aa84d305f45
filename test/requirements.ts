/**
 * Every promise of the product, one id each. A test proves one by passing with the id in its title: "… [READ-3]".
 * The reporter in test/support fails a full run when a promise has no passing test.
 */
export const requirements: Readonly<Record<string, string>> = {
  // The call: pipeline, input, errors
  "CALL-1": "A call answers content, output and isError, and never throws for an expected failure.",
  "CALL-2": "An unknown parameter is an error that names the nearest known one.",
  "CALL-3": "Numbers and booleans sent as strings are accepted; null means absent.",
  "CALL-4": "Every input has a flat JSON Schema without root unions.",
  "CALL-5": "An error message is at most 300 characters plus one bounded hint.",
  "CALL-6": "An unexpected failure answers INTERNAL without internals; the host finds them in an event.",
  "CALL-7": "A cancelled call answers CANCELLED and leaves nothing running.",
  "CALL-8": "A result past its tool's bound is saved, and the model gets a preview, the size and the path.",
  "CALL-9":
    "A saved result can be read back by its session although it lies outside the roots, and nothing beside it.",
  "CALL-10":
    "callAll runs neighbouring safe calls side by side, ten at most, each other call alone, results in order.",
  "CALL-11": "Tools can be searched by name, hint and description.",
  "CALL-12": "An unknown tool is answered with the nearest known one.",
  "CALL-13": "A closed toolkit refuses calls and has cancelled the running ones.",
  "CALL-14": "Writing calls on one file run one after another.",

  // Paths and identity
  "PATH-1": "A relative path is refused with the absolute path it would be.",
  "PATH-2": "Empty, NUL, UNC, drive-letter and malformed paths are refused by string alone, before any I/O.",
  "PATH-3": "Blocked devices are refused by name; /dev/null is not.",
  "PATH-4": "~ and ~/x expand to the home directory.",
  "PATH-5": "Every spelling and every symlink of a file reaches one ledger entry.",
  "PATH-6": "A missing file's real path is its nearest existing ancestor's, dangling links followed.",
  "PATH-7": "Reads outside the roots ask; without anyone to ask they are refused with how to allow them.",
  "PATH-8":
    "Containment is decided segment by segment on the resolved path; a link out of the roots is outside.",
  "PATH-9": "A directory swapped for a link between check and open does not let a read escape.",
  "PATH-10": "A missing file is answered with up to three near names and the same tail under a root.",
  "PATH-11":
    "A name that differs only in spaces before AM/PM or in Unicode composition is read if it is the only one.",
  "PATH-12": "Names are shown with control, bidi and zero-width characters made visible.",
  "PATH-13": "A root may be a link, and may be missing for a while without breaking the others.",
  "PATH-14": "Whether a file outside the roots exists is not told.",

  // The file system seam
  "FS-1": "Every FileSystem keeps the contract suite.",
  "FS-2": "A fault of the disk becomes a clear error and changes nothing.",

  // Ledger
  "LEDGER-1": "Reads of one version add up, page by page.",
  "LEDGER-2": "touch, chmod and an equal rewrite never make a file stale.",
  "LEDGER-3": "A content change under a kept or older mtime always makes a file stale.",
  "LEDGER-4":
    "The refusals for unread, partly read and stale files have their exact sentences, codes and numbers.",
  "LEDGER-5": "A partial refusal names the missing lines and the exact next call.",
  "LEDGER-6": "newContextEpoch keeps what may be written and forgets what counts as visible.",
  "LEDGER-7": "A ledger can be exported and imported; anything else is refused whole.",
  "LEDGER-8": "Held content is bounded in files and bytes; beyond that only hashes stay.",
  "LEDGER-9": "Sessions of one workspace never share a ledger.",

  // Limits
  "LIMIT-1": "Environment beats flags beats defaults, each field on its own; invalid values fall through.",
  "LIMIT-2": "Limits are fixed at the session's first use.",
  "LIMIT-3": "The token estimate stays within bounds on code, prose, minified text, CJK and base64.",
  "LIMIT-4": "An exact count is made only past a quarter of the cap, with the host's counter if it has one.",
  "LIMIT-5": "Counting is linear on one long unbroken run.",
  "LIMIT-6": "targetedRangeNudge and includeMaxSizeInPrompt change the description; it stays under 2 KB.",

  // Read
  "READ-1": "Lines are shown as number in six columns, arrow, line; wider numbers grow.",
  "READ-2": "Lines beyond 2,000 characters are cut and marked with how many characters are hidden.",
  "READ-3":
    "Content is shown as it is: no trimming, a stray carriage return stays, only a newline ends a line.",
  "READ-4":
    "2,000 lines are shown by default; when more exist the last line says which, of how many, and the next offset.",
  "READ-5": "A file over maxSizeBytes without limit is refused; with a limit a file of any size is read.",
  "READ-6": "A result over maxTokens is refused.",
  "READ-7": "The advice in an over-limit error succeeds when followed, or points to Grep.",
  "READ-8": "Pages joined equal the file.",
  "READ-9": "An empty file answers a warning; an offset past the end a warning with the line count.",
  "READ-10": "An unchanged range still visible answers the stub; it can be switched off.",
  "READ-11":
    "Encodings: BOM, UTF-8, UTF-16 by pattern, .editorconfig, detection, Latin-1; named when not UTF-8.",
  "READ-12": "Binary files are refused by extension and by content with type and size; UTF-16 is not binary.",
  "READ-13": "A directory is refused with its first entries and the Glob to use.",
  "READ-14": "FIFOs, sockets and devices under any name are refused at once.",
  "READ-15":
    "Slices of large files have the right lines, memory stays flat, and the next slice does not scan again.",
  "READ-16": "A large file that changes is scanned again; a slice never mixes versions.",
  "READ-17": "The tab setting replaces the arrow.",
  "READ-18": "pages is refused for files that are not PDFs.",
  "READ-19": "A host may bring another disk, and Read works the same on it.",

  // Events
  "EVENT-1": "Events are typed, numbered in order, and name their session and call.",
  "EVENT-2": "A listener that throws can't break a call or another listener.",

  // House rules
  "HOUSE-1": "Imports point down, without cycles; only fs touches node:fs, only process node:child_process.",
  "HOUSE-2": "Importing the library loads no heavy or optional package.",
  "HOUSE-3": "The public exports, schemas, error codes and words are pinned.",
  "HOUSE-4": "The assembled kernels are what their source says.",
  "HOUSE-5": "No module holds mutable state.",

  // Command line
  "CLI-1":
    "filewright read prints the view; --json the whole answer; exit codes tell fine, failure and denied apart.",
  "CLI-2": "What the command line prints can't control the terminal.",
  "CLI-3": "A closed pipe ends the command line quietly.",
};
