import { adapterRequirements } from "./adapters/requirements.js";
import { testingRequirements } from "./testing/requirements.js";

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
  "CALL-421": "The note on a saved result names an offset and a limit that Read accepts as they are.",
  "CALL-9":
    "A saved result can be read back by its session although it lies outside the roots, and nothing beside it.",
  "CALL-10":
    "callAll runs neighbouring safe calls side by side, ten at most, each other call alone, results in order.",
  "CALL-11": "Tools can be searched by name, hint and description.",
  "CALL-12": "An unknown tool is answered with the nearest known one.",
  "CALL-13": "A closed toolkit refuses calls and has cancelled the running ones.",
  "CALL-15": "A call that is made again after it was broken off keeps its place among the session's calls.",
  "CALL-420":
    "A function of the host's that fails never fails a call, rejects unhandled or goes unnoticed: an internal-error event names it.",
  "CALL-14": "Writing calls on one file run one after another.",

  // Managed policy and agent tokens
  "HOST-180":
    "Deny and ask rules of the managed settings hold whatever user, project, flags and host options say; lists and reasons name them.",
  "HOST-181": "A mode that the managed settings do not allow is refused wherever it is set.",
  "HOST-182": "With allowManagedRulesOnly, no allow rule or grant of another source counts.",
  "HOST-183":
    "A managed settings file that is invalid, unreadable, a link, or writable or owned by others stops every tool.",
  "HOST-184": "Nothing moves the managed settings elsewhere, and no tool writes them.",
  "HOST-185":
    "Where the managed settings require an audit log, one is kept, and no call runs while it can't be written.",
  "HOST-186": "A sandbox that the managed settings require can't be switched off.",
  "HOST-187":
    "The rules and mode of an agent's token come on top of all settings; its allow rules save questions and overrule nothing.",
  "HOST-188":
    "A token that was guessed, altered or revoked lets nobody in; revoking ends sessions and running calls.",
  "HOST-189": "A session, a file version and an approval belong to the token they were made with.",
  "HOST-190":
    "Tokens are kept as digests in a private file; one that is a link, another user's or open to others is not used.",
  "HOST-191": "History, audit log and events name the agent that a token proved.",
  "HOST-192": "The console lists the tokens of agents and revokes them; none of them opens the console.",
  "HOST-193":
    "filewright tokens makes, lists and revokes tokens; a token is shown once, and bad input changes nothing.",
  "HOST-194":
    "The managed settings hold for agents with tokens: modes, deny rules, and which allow rules count.",

  // Paths and identity
  "PATH-40":
    "Bounds for the roots, such as a client's own folders, take away and never add; links are followed first.",
  "PATH-1": "A relative path is refused with the absolute path it would be.",
  "PATH-340":
    "The refusal of a relative path names the absolute path that exists under a root, if one does and is not denied.",
  "PATH-341":
    "A root that does not exist, is a file, or is a placeholder that was not replaced is reported as that, at the start and in every refusal that it causes.",
  "PATH-342": "Options that are not roots are refused with what they have to be.",
  "PATH-343":
    "With one root, it is the working directory unless another is given, and the host's rules are anchored there; with several, the process's own if it lies in one of them, else the first.",
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
  "FS-3": "Every FileSystem changes content all or nothing, and only over what was expected.",
  "STATE-1": "No tool touches the state directory, but for a session's own saved results.",

  // Helper processes
  "PROC-1":
    "A helper process answers requests one at a time and in order, with nothing of the host's environment.",
  "PROC-2":
    "A helper that can't be started, crashes, hangs or talks nonsense costs one answer; the next request gets a new one.",
  "PROC-3": "A cancelled request ends at once, and the helper with it if it was at work on that one.",
  "PROC-4":
    "A helper ends when idle, when closed and with its host, however that ends; it never keeps the host running.",

  // Progress
  "PROG-1": "A search that takes its time tells what it has found so far, each time more than before.",
  "PROG-2": "Nothing is told of a call that is over, nor of one that is over soon.",
  "PROG-3": "Who listens to the progress of a call changes nothing about its answer, and may cancel it.",

  // Locks
  "LOCK-1": "Of all processes that share a state directory, one at a time holds the lock on a file.",
  "LOCK-2": "A dead owner's lock is taken over, never by two; a live owner on this machine keeps it.",
  "LOCK-3": "Waiting for a lock ends on abort and after a bound, with an error that names the owner.",

  // Changes of files: what is kept
  "KEEP-1": "A change keeps the mode of the file, but for set-id bits.",
  "KEEP-2": "A change keeps owner and group; a file that could not be given back is written in place.",
  "KEEP-3":
    "Links are followed to the file they lead to, a dangling one to the file it names; links stay links.",
  "KEEP-4":
    "A file with several names is written in place: all names show the new content, and the result says so.",
  "KEEP-5": "New files and folders get the modes that the umask leaves.",
  "KEEP-6": "A file that this process may not write is refused, also where its folder would take a new one.",

  // Changes of files: what can go wrong
  "COMMIT-1":
    "Without room on the disk a change fails with DISK_FULL, and every file is as before, byte for byte.",
  "COMMIT-2":
    "Where nothing may be written a change fails with its own code and leaves no file or folder behind.",
  "COMMIT-3": "A file that can't be replaced by a rename is written in place, and the result says so.",
  "COMMIT-4": "What the disk took is read back; a disk that kept something else fails the change.",
  "COMMIT-5":
    "When the history can't be written, a change is refused or made with a warning, as the host decides.",

  // Changes of files: others at the same time
  "RACE-1": "Edits of different lines of one file by several processes are all made.",
  "RACE-2":
    "Of changes by several processes that exclude each other one wins, and the others are told what it did.",
  "RACE-3": "Edits of different lines of one file at the same time in one toolkit are all made.",
  "RACE-4": "A file that others replace all the time is found and read all the time.",
  "RACE-5":
    "Every version that a change displaces, also one that came in at the last moment, is kept in the history.",

  // Changes of files: crashes
  "CRASH-1":
    "After a crash every file holds an old or a new content whole, also one that is written in place.",
  "CRASH-2": "After a crash the next process removes temporary files and empty folders that were left.",
  "CRASH-3":
    "After a crash the history is readable, and its standing changes lead from one to the next to what is on disk.",

  // History
  "HISTORY-1": "A damaged or forged history file costs what is damaged in it, and never a call or a file.",
  "HISTORY-2": "The history stays within its size, in many short processes and in one long one.",
  "HISTORY-3":
    "The history ends at its age, file by file, each with all that its records need; what living processes write stays.",
  "HISTORY-4": "Saved results go by the same age.",
  "HISTORY-5":
    "History lives outside the project, for its owner alone, and tools can't touch it; .git is left alone.",
  "HISTORY-7": "Every change records the client that made it, whatever the size of the file.",
  "HISTORY-6": "A file too large to be kept is changed with a notice that this can't be undone.",

  // Undo, redo, rewind
  "UNDO-1":
    "All changes taken back, one by one or to a checkpoint, leave the tree as it was, modes and links included.",
  "UNDO-2":
    "Work done since a change is never wiped by undoing it: a conflict is told, and a merge is made on request.",
  "UNDO-3":
    "Undo of a create removes the file only if it is unchanged, and the folders made for it only if empty.",
  "UNDO-4": "What was undone can be redone, and what was redone undone.",
  "UNDO-5":
    "A rewind with a conflict changes nothing, or does the rest if told to skip; a dry run says what would be.",
  "UNDO-6":
    "Undo never follows a link, a tampered record or a damaged content out of the roots or into a wrong file.",
  "UNDO-7":
    "Several changes are taken back together, all or none, also those of a file whose edits are kept by their places alone.",
  "UNDO-8":
    "A rewind goes back to a checkpoint or to a change, for one session, for all inside the roots, or for all.",
  "UNDO-9": "What a change did is told as a diff, or it is told why that can't be.",
  "UNDO-10": "Undo and redo with nothing to do resolve with isDone: false and no files; bad names reject.",

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

  "LEDGER-10": "Write needs the whole present version seen; Edit needs the lines that it changes.",
  "LEDGER-11": "A stale refusal carries the diff since the version the agent saw, at most 60 lines.",
  "LEDGER-470":
    "An Edit changes no byte of a line that was not shown in the version it replaces, whatever was shown, changed outside and edited before; and it is not refused if all lines were shown.",
  "LEDGER-471":
    "Lines that Grep quotes whole in content mode count as shown, with the version they were quoted from; lines in part, past a preview, or of a file that changed meanwhile, do not.",
  "LEDGER-472":
    "After a stale refusal that showed the whole change, the same call goes through if it still fits; not if the user has undone the change, nor if it was sent before.",
  "LEDGER-473":
    'editRequires: "whole-file" lets an Edit through only once the whole file was shown, by option, setting and flag; a Read says what is still missing.',
  "LEDGER-474":
    "Following the one call that a refusal names, then repeating the own call, never meets the same refusal.",
  "LEDGER-475":
    "Where the person has to be asked before each Read, an Edit of a file shown in part gets the same refusal whether its text is missing, not unique or in unseen lines.",
  "COST-1":
    "Ten ordinary tasks in one session take at most 32 calls, no refusal of partial views and 60,000 returned characters, and leave the right bytes.",
  "COST-2": "The list of tools costs at most 7,000 characters, and its text is pinned.",
  "COST-3":
    "Results name a common folder once, and show two lines of context around an Edit, and of many alike at most three samples.",
  "COST-4": "A search without matches says how many files it searched; counts come with most matches first.",
  "COST-5": "Read says what an edit depends on but the lines do not show, and nothing of an ordinary file.",
  "LEDGER-460":
    "A refusal after the user's undo, redo or rewind says so, whichever process did it; for other changes the ordinary sentence stands.",
  "LEDGER-12":
    "With staleEdits rebase, an Edit whose lines the outside change left alone is applied and shows that change.",
  "LEDGER-13": "The gate stands before matching: a file that was not read can't be probed by old_string.",
  "LEDGER-14": "Write and Edit record their own result, so edits follow each other without a new Read.",

  // Limits
  "LIMIT-1": "Environment beats flags beats defaults, each field on its own; invalid values fall through.",
  "LIMIT-2": "Limits are fixed at the session's first use.",
  "LIMIT-340":
    "Limits, dedup and change rules can be set in settings files and by flags of the servers and of tool commands: environment before flags before settings before defaults.",
  "LIMIT-341": "A value that is not valid falls through to the next source and is warned of.",
  "LIMIT-342": "A folder that is not trusted sets neither limits nor change rules, and is reported.",
  "LIMIT-3": "The token estimate stays within bounds on code, prose, minified text, CJK and base64.",
  "LIMIT-4": "An exact count is made only past a quarter of the cap, with the host's counter if it has one.",
  "LIMIT-5": "Counting is linear on one long unbroken run.",
  "LIMIT-420":
    "A countTokens or limits function of the host's that throws, rejects, hangs or returns nonsense never fails a call: the local count and the defaults take its place.",
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
  "READ-420":
    "The unchanged stub is sent at most once for each time the content was sent; the same Read after it gets the content, in restored sessions too.",

  // Images
  "IMG-1":
    "An image is told by its bytes, whatever its name says, and its media type is always the true one.",
  "IMG-2":
    "Every image that is shown was decoded whole first; damaged, cut-off and empty files and other files are refused in words.",
  "IMG-3": "What is shown fits the bounds on its long side, bytes and tokens, and both its sizes are told.",
  "IMG-4":
    "Photographs are shown the right way up, CMYK and 16-bit pictures in colours that every viewer has.",
  "IMG-5": "Formats that models do not take are converted; those that can't be are refused by name.",
  "IMG-6": "Of an animated or many-page image the first frame is shown, and that is said.",
  "IMG-7":
    "Images that would unpack to more than 160 million pixels, as AVIF 64 million, are refused before they are unpacked.",
  "IMG-8":
    "Without the image library, sound images within the limits are passed on as they are, and others are refused with why.",
  "IMG-9":
    "Images are worked on in a process of their own that ends when idle: neither crash nor hang nor memory touches the host.",
  "IMG-10": "A drawing loads nothing from the disk or the network, and one that draws for ever is stopped.",

  // Diffs and merges
  "DIFF-1": "Hunks applied to the old text give the new one, byte for byte.",
  "DIFF-2": "A line diff is as short as possible in ordinary cases.",
  "DIFF-3": "The work of a diff is bounded on any input; one that was given up says so and is still true.",
  "DIFF-4": "An edit's hunks come from the places it replaced, and equal the diff of the file.",
  "DIFF-5": "A rendered diff keeps its bounds and tells how much it hides.",
  "MERGE-1": "A clean three-way merge holds the changes of both sides, those made on both sides once.",
  "MERGE-2": "Changes that overlap are conflicts and show all three texts; nothing is guessed.",

  // Searching
  "SEARCH-1":
    "ripgrep comes with the package; else one on the PATH is used that no project has put there; else the error says what to install.",
  "SEARCH-2":
    "No pattern, glob, type or path becomes an option of ripgrep or starts a program; settings files and the environment change nothing.",
  "SEARCH-3":
    "Glob and Grep see the same files as ripgrep and git do: hidden ones in, ignored ones and folders of version control out, also when a glob or type is given.",
  "SEARCH-4": "ripgrep's output is understood however it is cut into pieces.",
  "SEARCH-5":
    "Nothing is missing silently: odd names, unreadable folders, circles of links, special files and odd encodings neither stop a search nor go unsaid.",
  "SEARCH-6":
    "Every path that is returned, counted or quoted has passed the policy; our own state never shows.",
  "SEARCH-7":
    "A search ends ripgrep as soon as it has enough, when it is cancelled and when its time is up, and leaves nothing running.",
  "SEARCH-8":
    "What is named or quoted lies inside the searched folder, also when a folder is swapped for a link meanwhile.",
  "SEARCH-9": "When the time is up the answer is what was found so far, marked as incomplete.",
  "SEARCH-10":
    "A ripgrep that fails, hangs or babbles is an error or an incomplete answer, never an empty one.",
  "SEARCH-11": "No pattern, file or tree makes a search run away, and other calls are answered meanwhile.",
  "FIND-1":
    "Glob answers with the newest files first, ties by path, 100 at most, with the total when there are more.",
  "FIND-2":
    "Glob knows brace sets, **, negation, absolute patterns and ~, and asks for what lies outside the roots.",
  "FIND-340":
    "A search without a path looks in the working directory if it lies inside the roots, else in the root; with several roots, in all of them.",
  "FIND-341":
    "A search of several roots is one search: newest first, pages, totals, ignore rules, denied files and the time limit hold over all of them.",
  "FIND-342": "A root inside another, or under two names, is searched once.",
  "FIND-343": "A root that can't be used is left out of a search, and the result says so.",
  "FIND-344":
    "A relative path of a search is taken from where searches begin; with several roots, from each where it exists.",
  "FIND-345": "An absolute pattern inside the roots needs no path.",
  "FIND-3": "Glob shows ignored files only when nothing else matches, and says so.",
  "FIND-4": "No files found is said only when everything was looked at.",
  "FIND-5":
    "A path that is missing or no directory, and a pattern that is empty or too large, are refused with the next step.",
  "GREP-1": "Grep lists files newest first, shows lines grouped by file, or counts.",
  "GREP-2": "Grep's flags do what ripgrep's do, and a page beyond the last says so.",
  "GREP-3": "Pages over any query joined are the unpaged result; what was left out is said, with the way on.",
  "GREP-4": "A long line is shown around its match, wherever that is.",
  "GREP-5": "A match may span lines when asked to; a line ends before its carriage return.",
  "GREP-6": "Counts are of matches, not of lines, and true for all pages.",
  "GREP-7":
    "A bad pattern or type is answered with ripgrep's diagnosis and a hint; nothing else is searched.",
  "GREP-8": "A single file is searched whatever its encoding and whatever ignores it.",
  "GREP-9": "glob and type narrow a search without bringing ignored files back.",
  "GREP-10": "Text is found in files of every encoding that Read knows.",
  "GREP-11":
    "Ignored files are searched only when path, glob and type leave no others, and the answer says so.",

  // Globs
  "GLOB-1":
    "Globs know stars, folders, classes, braces, ranges, escapes, groups and negation; what is not closed is text.",
  "GLOB-2":
    "A hostile glob is matched in time proportional to the path, or refused with the reason; it never expands.",
  "GLOB-3": "The globs of base names that narrow a search match every name that the glob itself can end in.",
  "GLOB-4": "Several globs in one text are told apart, and filter as .gitignore readers expect.",

  // Edit: the text part
  "EDIT-1":
    "The exact text is replaced where it stands, line endings aside; outside the matches every character stays.",
  "EDIT-2": "The new text is literal: no pattern, escape or entity in it is expanded.",
  "EDIT-3": "replace_all replaces every occurrence, as splitting and joining would, and counts them.",
  "EDIT-4": "More than one match without replace_all is refused with line numbers, in relaxed tiers too.",
  "EDIT-5": "Curly and straight quotes match each other, and the new text takes the file's style.",
  "EDIT-460":
    "A quote takes the character that stood at its place; a new one never turns a delimiter of code into a typographic quote.",
  "EDIT-461": "A file without typographic quotes never gets one from an edit that was matched by its quotes.",
  "EDIT-462": "New quotes of prose take the dominant style of their kind; code in it keeps its own.",
  "EDIT-6": "Trailing whitespace of lines does not keep the old text from being found.",
  "EDIT-7": "Shortened tokens are found in their long form, and the new text gets the long form too.",
  "EDIT-8":
    "A consistent difference of indentation does not keep the old text from being found, and new lines are re-indented.",
  "EDIT-9":
    "New lines lose trailing blanks, except lines that stood so and where the file's line goes on; it can be off.",
  "EDIT-10": "Inserted lines take the file's line endings, and no other ending changes.",
  "EDIT-11": "Deleting whole lines takes their line break too, place by place.",
  "EDIT-12": "A failed match is answered with its reason and the nearest seen lines, within bounds.",

  "EDIT-470": "Matches on one line are told apart by columns, and the advice leads to a unique one.",
  "EDIT-471":
    "Characters that look alike, composed and decomposed ones included, are named by their code points, so that the next try can succeed.",
  "EDIT-472": "An edit that would change only the style of quotes is refused with the way to make it.",
  "EDIT-480": "The result says how many lines of new_string lost trailing blanks.",
  "EDIT-481":
    "Trailing blanks stay in formats where they mean something, and where .editorconfig says that they are not trimmed.",

  // Edit and Write: the tools
  "EDIT-490":
    "Line numbers of a view before every line do not keep the old text from being found, and go from the new text too.",
  "EDIT-491":
    "An old text in one line whose breaks, tabs or quotes are escaped is found, and the new text is unescaped alike.",
  "EDIT-492": "HTML entities for characters of the file are decoded in old and new text.",
  "EDIT-493":
    "Unicode blanks and look-alike punctuation for plain characters of the file are replaced in old and new text.",
  "EDIT-494":
    "Blank lines missing, extra, or too many at the ends do not keep the old text from being found; the file's stay.",
  "EDIT-495": "A Markdown fence around the old text is removed, and from the new text too.",
  "EDIT-496": "Two relaxations at once locate a text if the match is unique; the result names both.",
  "EDIT-497":
    "Where it is not certain what the new text should become, or the file itself has the noisy form there, the edit is refused.",
  "EDIT-498":
    "A refusal names the lines to send as old_string: as they are, shown before, and only once in the file.",
  "EDIT-499": "Each guard of the relaxed tiers keeps an edit from going wrong: without it, one does.",
  "EDIT-13": "Every refusal of Edit has its code, its sentence and the next step, and changes nothing.",
  "EDIT-14": "An empty old_string creates a missing file, fills an empty one, and is refused for any other.",
  "EDIT-15": "Edit answers its structured output, and the result names the tier when it is not exact.",
  "EDIT-16": "Bytes outside the replaced text stay, for every encoding, mark and mix of line endings.",
  "EDIT-17": "A file too large to hold is edited piece by piece with the same result.",
  "EDIT-18": "Characters that a file's encoding lacks are refused by name.",
  "WRITE-1": "Write creates a file and its folders, or replaces the whole content, exactly as sent.",
  "WRITE-2": "Write keeps the encoding and the mark of an existing file.",
  "WRITE-3": "A change of line endings is said, or prevented by lineEndings preserve.",
  "WRITE-4": "Writing what is there already writes nothing.",
  "WRITE-5": "Write answers its structured output; an update shows a bounded diff.",
  "CHANGE-420":
    "An image, a PDF or another binary file given to Edit, Write or NotebookEdit is refused with what it is and what to do.",
  "WRITE-6": "Folders, special files and binary files are not replaced.",
  "CHANGE-1": "A question about a change carries its diff.",
  "CHANGE-2": "An approved change is bound to the content it was approved for.",
  "CHANGE-3": "No lock is held while a person is asked.",
  "CHANGE-4": "A change is published with its versions and its patch.",
  "CHANGE-5": "A refused or failed change leaves content, times and folders as they were.",

  // Guards
  "GUARD-1": "Content that is our own output is recognised, unless the file had it already.",
  "GUARD-2": "Placeholders for left-out text are recognised, ordinary comments are not.",
  "GUARD-3": "Write and Edit refuse both if no one can be asked, unless the host forces the call.",
  "GUARD-380":
    "Content that looks like a mistake is put to a person with the reason, whatever mode or rule allows the change.",
  "GUARD-381": "Without anyone to ask, and in dontAsk mode, such content is refused with the explanation.",
  "GUARD-382": "Text that the file had, or had of the same kind at that place, is not taken for a mistake.",

  // Notebooks
  "NB-1":
    "Every cell is shown in order with its id, or #index where it has none, its type, its language, its source and its outputs.",
  "NB-2":
    "Terminal colours are removed, progress bars shown in their last state, errors with their traceback.",
  "NB-3":
    "Long outputs are cut with their size and the way to see them; nothing in a notebook can fake the bounds of a cell.",
  "NB-4":
    "Only the addressed cell's bytes change; indentation, key order, escaping, line endings and unknown fields stay.",
  "NB-5":
    "Replacing a code cell clears its outputs and execution count; the same source again changes nothing else.",
  "NB-6": "Ids are only added where the format has them.",
  "NB-7": "What is written is valid nbformat; an edit that would make it invalid is refused.",
  "NB-8": "A file that is no notebook, or one of another format, is told with the place where it breaks.",
  "NB-9":
    "A notebook is changed only by who has read it as it is: the gate stands before any cell is looked for.",
  "NB-10":
    "Cells are named by their own id or by #index as Read shows them; an unknown or ambiguous one is refused with those that may be meant.",
  "NB-11": "The result tells what was done and which cells stand around it now.",
  "NB-12":
    "A notebook too long for one Read is refused with an outline and cells that fit; pages of cells add up.",
  "NB-13": "Pictures in outputs are shown as pictures that decode, as many as one answer holds.",
  "NB-300":
    "Write and Edit create or replace an .ipynb file only with a valid notebook, and name what is wrong; a broken one stays repairable.",

  // Replay
  "REPLAY-1":
    "Commits of a repository made again by Read, Edit and Write give git's own bytes, and rewinding gives the parent's.",
  "REPLAY-2":
    "The edits benchmark draws the same cases in every run; an old string without noise occurs in its file exactly once.",
  "REPLAY-3": "Each kind of noise in the edits benchmark changes what it names and nothing else.",
  "REPLAY-4":
    "The edits benchmark judges by the bytes of the file: right, right but for style, refused and unchanged, or wrong.",
  "REPLAY-5":
    "The scenarios of edits have one right content, or must be refused; where the old string occurs once, exact replacement is right.",

  // Events
  "EVENT-1": "Events are typed, numbered in order, and name their session and call.",
  "EVENT-2": "A listener that throws can't break a call or another listener.",
  "EVENT-3": "A stream tells what is kept after a number, then what happens, in order and each once.",
  "EVENT-4": "A reader has a place and no queue; what it was too slow for is told as missed, exactly.",
  "EVENT-5": "A stream ends by its signal, when its reader leaves, and with the workspace.",
  "EVENT-6":
    "Events are kept only when asked for, so many and with so many bytes of contents; the oldest let go of their texts first.",
  "EVENT-7": "Events leave the process as JSON without stacks, and without contents on request.",
  "EVENT-8": "Every type of event is documented.",

  // Events in other processes
  "WATCH-1":
    "Listeners in other processes are told what happens from an engine's first call to its last, changes with before, after and patch.",
  "WATCH-2": "An engine tells others only when it is told to; otherwise it looks for nobody.",
  "WATCH-3": "A listener can ask for what engines remember from a moment on, and hears nothing twice.",
  "WATCH-4":
    "A listener that is slow, silent or hostile delays no call; it is told what it missed, and left when it never reads.",
  "WATCH-5":
    "Lines between processes are bounded; nonsense ends a connection, unknown kinds are passed over.",
  "WATCH-6": "Listeners wait where nobody but the user can put or read anything; nothing else is believed.",
  "WATCH-7": "A listener that was killed harms no engine, and what it left is removed.",
  "WATCH-8":
    "watch prints what happens, as JSON or as lines that can't control a terminal, of the wanted types and folders, and ends quietly.",

  // OpenTelemetry
  "OTEL-1":
    "Every call is a span below its caller's, with the times it had, tool, session and code, and its path only on request.",
  "OTEL-2":
    "Reads, repeated reads, tokens saved, refusals by code, changes, undos and durations are counted.",
  "OTEL-3": "Tracing ends when it is told to; who does not use it loads and pays nothing.",

  // Language servers: diagnostics in results
  "LSP-30":
    "What a change introduced or resolved is told from what merely moved: by the lines that it left alone.",
  "LSP-32":
    "Each session is told once what its changes did to a file's diagnostics, whatever others changed in between.",
  "LSP-33":
    "What a server said of an earlier text is never told of a later one: that is unknown until it answers.",
  "LSP-31":
    "A model is told in twenty lines at most, visible and bounded; silence of a server is never 'clean'.",
  "LSP-34":
    "The result of a change tells exactly what it introduced or resolved, for whatever tool, and nothing where no server is for the file.",
  "LSP-35":
    "A result waits as long as the host allows; what is found later comes with the session's next result that has room for it.",
  "LSP-36": "What a change or an undo does to other files that a session has changed is told to it, too.",
  "LSP-37":
    "Waiting for diagnostics holds back no other call, and ends when the call is cancelled; the change stands.",
  "LSP-38":
    "A language server that is late, silent, wrong, crashing or flooding affects no write; 'unknown' is said.",
  "LSP-39":
    "With the real servers of TypeScript and Python an edit tells its own error, its mending that it is gone, and no old one.",
  "LSP-460":
    "Where diagnostics are fresh, the result says how many errors the file still has and how many of them are older than the change.",
  "LSP-40": "A thousand edits take one process of a server, and memory stays flat.",
  "LSP-42":
    "A diagnostic quotes no strings or numbers but the file's own: servers also read what the agent may not.",
  "LSP-41": "Language servers end with the last session, and within five seconds when their host is killed.",

  // What a write keeps
  "KEEP-7": "Extended attributes and ACLs are kept where the system has the programs for it.",

  // PDFs
  "PDF-1": "Page count, text in reading order and page pictures of a PDF need no program of the system.",
  "PDF-2": "An encrypted, a damaged, an empty PDF and a file that is none are told apart.",
  "PDF-3": "A range of pages can be taken out of a PDF as a valid PDF of its own.",
  "PDF-4": "A page without readable text is known as such.",
  "PDF-5":
    "A PDF is worked on in a thread that ends when idle, within limits of time and memory: bombs and endless pages are refused, and the host stays responsive.",
  "PDF-420":
    "How much of a page is drawn is measured within bounds: pictures, paths, shadings, forms and marks count, rules, table lines, shading behind text and backgrounds do not.",
  "PDF-6": "Nothing inside a PDF is run, fetched or written.",

  // Pictures and PDFs through Read
  "KIND-1":
    "What a file is shown as is decided by its bytes; a name that promises a picture or a PDF and does not keep it is refused with what the file holds.",
  "KIND-2": "An SVG is shown as picture and as text, and can be changed after one Read.",
  "MEDIA-1":
    "All pictures and documents of one context stay within a budget: later ones get smaller, none is refused for it.",
  "MEDIA-2":
    "Pictures and PDFs load their libraries with the first of them, and leave no process or thread behind.",
  "MEDIA-3":
    "What the host can't take is not sent: documents, page pictures and pictures follow its capabilities.",
  "MEDIA-4":
    "More than 10 pages need a choice, more than 20 are refused, and every refusal names pages that work.",
  "MEDIA-5":
    "Pages that are too long for one answer are refused with pages that fit; a single page is cut and says so.",
  "MEDIA-6":
    "A picture's answer tells what it is, what was made of it to fit the limits, and how places on it are found in the original.",
  "MEDIA-7":
    "A picture or PDF that changes, is slow or is cancelled while it is read ends in an answer, and other calls go on meanwhile.",

  "MEDIA-420":
    "A PDF page whose drawings or pictures cover a noticeable part is shown as a picture beside its text, every page of a file over 3 MB is, and whatever is not shown is named with the one call that shows it.",
  "MEDIA-421": "offset and limit on a PDF are refused, naming pages.",
  "MEDIA-422":
    "Of real PDFs every page that has more on it than text, to a second opinion, is shown as a picture or named.",

  // Permissions
  "PERM-20":
    "A settings file says what its permissions block says; keys of other programs are left alone, misspelt ones are warned of.",
  "PERM-21":
    "Settings that can't be read stop every tool with SETTINGS_INVALID and the place of the fault, and nothing of their content is told.",
  "PERM-22": "A rule is added and removed in the file's own style, and every other byte stays.",
  "PERM-23":
    "Rules of all settings add up; the mode comes from the file named at the start, then local, project and user settings.",
  "PERM-24":
    "Allow rules, looser modes and extra folders of a project count only once that very folder is trusted.",
  "PERM-25":
    "A rule that a person has granted holds in a folder that is not trusted, alone, until it is taken out.",
  "PERM-26":
    "A change of settings is seen by the next exact look, and unchanged settings are not read again.",
  "PERM-27":
    "Our own settings are known as such under every spelling and link, also before they exist, so that no tool may write them.",
  "PERM-28": "Settings are never written through a link.",
  "PERM-29":
    "Processes that change settings at once lose no rule, and a disk that fails leaves the old file.",
  "PERM-30": "What lies in the config folder is made for its owner's eyes only.",
  "PERM-31": "Extra folders begin at the folder of the settings that name them, or at home.",
  "PERM-32": "The user's settings lie in the folder for configuration that the environment names.",
  "PERM-300":
    "A person's own settings of a project never appear in git status; an ignore file of the project's own is left as it is.",
  "PERM-1":
    "Deny comes before ask, ask before the mode, the mode before allow; the first that matches decides.",
  "PERM-2":
    "A pattern begins where its first characters say: at the disk, at home, at its settings or at the working directory.",
  "PERM-3":
    "A bare name matches at any depth; a bare folder's content at any depth where it guards, and only at the working directory where it allows.",
  "PERM-4":
    "Patterns match as lines of one ignore file do in git; what a ! takes out of rules that allow stays out.",
  "PERM-5":
    "Read rules cover all reading and Edit rules all writing; a Read deny covers writing too; a bare name covers a tool's calls.",
  "PERM-6": "A rule with a path for another tool guards as Read or Edit would, and allows nothing.",
  "PERM-7": "Deny and ask hold if the path or what it leads to matches; allow only if both do.",
  "PERM-8":
    "Deny and ask see through every spelling that some volume takes for the same name; allow only through those of this volume.",
  "PERM-9":
    "A malformed rule for one of our tools is refused with what is wrong; those of others are left alone.",
  "PERM-10": "A rule that never matches, or not as it seems to, is warned of with what to write instead.",
  "PERM-11":
    "Changes of protected files and changes that run later are asked about, whatever rules and acceptEdits allow.",
  "PERM-12":
    "Each mode keeps its word: plan allows no change, dontAsk never asks, acceptEdits stays inside the roots, bypassPermissions heeds deny and ask.",
  "PERM-13": "A second mode as a ceiling can only make answers stricter.",
  "PERM-14": "No tool may change Filewright's own settings, whatever the rules and the mode.",
  "PERM-15": "The rule that is written for a path matches that path and no other, however odd its names.",
  "PERM-16": "Every decision can be told in words that name the rule and where it stands.",
  "PERM-17":
    "A file that a rule denies under another of its names is denied; where that is unknown, it is asked about.",
  "PERM-18": "A pattern that git refuses guards exactly its path and allows nothing.",
  "PERM-19":
    "Deciding takes bounded time and memory, whatever the patterns and however many or deep the paths.",
  "PERM-40":
    "Whether a volume folds capitals is found without writing and remembered; whatever is doubtful counts as not.",
  "PERM-41":
    "A disk in memory can fold capitals: every spelling finds the file, which keeps the one it was made with.",
  "PERM-42":
    "A file that also has a denied name is known by what it is, also when the name or the file came later.",
  "PERM-43":
    "Looking for denied names is bounded and shared, lets other work have its turn, and says when it could not see everything.",
  "PERM-44":
    "What a change of a manifest makes run later is named; changes of form or of anything else are not.",
  "PERM-45": "Settings that gain an address elsewhere are flagged with the host as a machine reads it.",
  "PERM-46": "Settings of editors that can name a program are flagged with their key.",
  "PERM-47":
    "Flags are few, short and free of invisible characters, and no change makes looking for them fail or run away.",
  "PERM-50":
    "A question shows tool, real path, reason, diff and texts, and offers only answers that would spare the next one.",
  "PERM-51": "An answer holds once, or for the session by file or folder until it is revoked.",
  "PERM-52":
    "A grant is for its session alone, and a session that shares a workspace can only narrow what holds there.",
  "PERM-53":
    "An answer for good is a rule in the local settings that holds after a restart; where it can't be written the host hears of it.",
  "PERM-54": "A denial reaches the model with its reason, and nothing is changed.",
  "PERM-55": "A change can be allowed with other content, which is written and told to the model.",
  "PERM-56": "An answer that is none allows nothing.",
  "PERM-420":
    "An onAsk that throws, rejects or returns something else than an answer counts as nobody to ask, unless someone at the console answers.",
  "PERM-57":
    "An approval is for a path, a content and a result: what changes while the question stands is asked about again or refused.",
  "PERM-58": "A grant answers the other open questions that it covers.",
  "PERM-59":
    "Open questions can be listed and answered from elsewhere; the first answer counts, a cancelled call withdraws.",
  "PERM-60":
    "A question about a change holds the whole text before and after, where the file can be held, and says whether the answer may bring other content.",
  "PERM-61":
    "What a person sends with the permission is what the file then holds, in its own encoding and line endings; what can't be written is refused, and the file they saw is the only one it is for.",
  "PERM-62":
    "The model is told, within bounds, what the person changed; the output has the patch from the old file and from the proposal.",
  "PERM-63": "Of what a person changed the agent knows the lines that it was shown; others it has to read.",
  "PERM-64":
    "A person who sends the proposal back has modified nothing; one who sends the old content has kept the file, and the model is told so.",
  "PERM-65": "Modes decide what rules leave open, and can be changed for a session.",
  "PERM-66": "A change of what runs later asks, whatever allows edits of the file.",
  "PERM-67":
    "Settings take effect with the next change; a project's allow rules and roots once it is trusted; broken ones stop every tool.",
  "PERM-68": "No tool changes our own settings or touches our own state, whatever is allowed.",
  "PERM-69":
    "A refusal says how to go on, and neither what is there, where a path leads nor which rule it was.",
  "PERM-70": "Files that a person wants to be asked about are listed, and not quoted unasked.",
  "PERM-71": "The history of a file that is denied by now is neither shown nor taken back.",
  "PERM-80": "A call may bring along who is asked about it, who may break it off and leave nothing behind.",
  "PERM-74":
    "A change of a file with several names reaches them all, and asks unless each of them may be changed.",
  "PERM-380": "No text that a model gets names a command, option or setting that lifts a refusal.",
  "PERM-381":
    "How to allow what was refused unasked is told to the person: by an event, in the terminal, once and bounded on a server's standard error.",
  "PERM-382":
    "A file with hard links may be changed if all its names were found and each of them may be; one that is denied denies.",
  "PERM-383":
    "A name outside the roots, or one made while a person is asked, keeps a change from passing unasked.",
  "PERM-384": "Commands that run what they download or decode are flagged, in a script as a danger.",
  "PERM-385": "Scripts, frames and imports of other hosts are flagged.",
  "PERM-386": "Files that git, a shell, the system or a build server runs are flagged whatever is in them.",
  "PERM-388":
    "A question about a file in .claude offers the folder for the session at every entry point, and the yes holds.",
  "PERM-387": "A flag has a risk, the gravest comes first, and what is flagged is never shown green.",
  "PERM-73": "The inside of a process is read and searched by no tool, whatever the roots.",
  "PERM-72": "explain names what decides a call, and overview everything in force and what is wrong with it.",

  // State and settings that others could have written
  "HOST-1":
    "A history record without our signature changes no file, is neither listed nor undone, and is reported; records of ours beside it still count.",
  "HOST-2": "A history file with records that are not ours is never deleted and takes none of our space.",
  "HOST-3": "An index without our signature counts for nothing: it is made anew from the records.",
  "HOST-4":
    "The key of the history is in a file of mode 0600; one that is damaged or that others could read is refused, a lost one ends what can be undone.",
  "HOST-5":
    "Recovery restores nothing that an undo would refuse: outside the roots, denied, settings, reached through a link. A process that may do it does.",
  "HOST-6": "Recovery removes no temporary file or folder outside the roots, and none that is a link.",
  "HOST-7":
    "A folder of the state directory that is a link is refused, and nothing is written or deleted through it.",
  "HOST-8":
    "A state directory, or a folder in it, that others own or can write to is refused with what to do; a link above it does no harm.",
  "HOST-9": "A file of the history that is a link, or that others can write, is refused.",
  "HOST-10": "A relative path of the state directory or of the home is ignored, whichever variable has it.",
  "HOST-11": "On a disk that knows no owners, history and undo work as before, and links are refused.",
  "HOST-12": "filewright doctor names a state folder that others can write to, with what to do.",
  "HOST-13":
    "User settings, trust.json and their folder stop every tool as long as others own them or can write to them; the user's private group may write settings.",
  "HOST-14": "Trust is the folder's own: another folder that gets its path has to be trusted anew.",
  "HOST-15":
    "Trust in settings is for their content: after a change, or a new file, nothing that they allow counts until the folder is trusted again.",
  "HOST-16": "What a person adds or removes through us in trusted settings stays trusted.",
  "HOST-17": "What was trusted with an earlier version, without an identity, has to be trusted again.",
  "HOST-18":
    "New settings files have the mode of their kind whatever the umask: 0644 for a project's, 0600 for a person's.",

  // Hard links and existence oracles
  "HOST-30":
    "A hard link to a denied file that takes the place of an allowed one at any moment of a call is neither shown nor changed: the opened file is judged.",
  "HOST-31":
    "A deny rule with a wildcard outside the roots guards hard links inside; where not everything could be looked through, the call asks.",

  "HOST-32":
    "A path that can't be resolved is judged by where it leads, so no answer tells whether a folder outside the roots, or a denied one, exists.",
  "HOST-33": "A model is not told that a file outside the roots has hard links.",
  "HOST-34": "Glob finds nothing at a denied name, whether a link, a folder or nothing is there.",
  "HOST-35":
    "Ignore files of a kind are not applied where one is a link to a denied or outside place, whether or not there is anything, and the result says so.",
  "HOST-36": "A refusal over a file that has changed quotes the change only if the file may be read unasked.",
  "HOST-37":
    "A saved result can be read back while the rules that deny and ask are those it was made under, also by a later process.",
  "HOST-38":
    "A changed file loses its set-user-ID and set-group-ID bits, and the result says so, unless the host keeps them.",
  "HOST-39":
    "Undo, redo and rewind change the very file they were permitted for, and refuse one with hard links that could not all be looked for.",
  "HOST-40":
    "A search neither lists nor counts a file that took the place of another while it was searched, where rules deny reading.",
  "HOST-41":
    "What is told of present files, by attribution and git diffs, is not read from hard links to denied ones.",

  // The attack campaign
  "HOST-210":
    "The attack campaign sees secret contents in any spelling, names that a call did not say, any difference between present and absent files, and files that were written, deleted or copied.",
  "HOST-211":
    "The attack campaign catches engines without containment, deny rules, history filters, hard-link checks or proof of what was opened, through every entry point.",
  "HOST-212":
    "The attack campaign takes durations for different only if they hardly overlap and are far apart.",
  "HOST-213": "The attack campaign makes the same calls for the same seed, and calls every tool.",
  "HOST-214":
    "With the checks of an altered engine gone, the attack campaign comes through without the sandbox; with it, nothing from outside the roots is told or written.",
  // The sandbox of programs
  "HOST-90": "A confined program reads what it may and nothing else, whatever links it follows.",
  "HOST-91":
    "A confined program changes nothing outside its writable folders: content, names, modes and times.",
  "HOST-92": "A confined program opens no sockets unless it may use the network.",
  "HOST-93": "A confined program reaches no other process and inherits nothing but its three streams.",
  "HOST-94": "A program whose confinement can't be set up does not start.",
  "HOST-95": "A confined program has the limits of memory, files and processes that it was given.",
  "HOST-96": "Files that are hidden from a confined program are found under none of their names.",
  "HOST-97":
    "sandbox is require, prefer or off; a project makes it stricter only, and required means no program without it.",
  "HOST-98": "Where there is no sandbox, it is said why.",
  "HOST-99": "On macOS the same policy becomes a Seatbelt profile.",
  "HOST-100": "ripgrep, git and the helper processes read what they need, write nothing and use no network.",
  "HOST-102":
    "A server with --sandbox is kept by the kernel to roots, state and configuration, whatever its own checks let pass.",
  "HOST-103":
    "Tools, searches and undo work inside the engine's sandbox, and what can't work there is refused clearly.",
  "HOST-104":
    "filewright run confines a program: it changes files inside the roots, reads none that rules deny, and uses no network unless allowed.",
  "HOST-105": "The doctor says what holds on this machine, and what does not work without it.",
  "HOST-106": "The committed sandbox launchers are made from their source.",
  "HOST-101": "Where a required sandbox is missing, no program runs, and the refusal says why.",

  // What language servers can do and read
  "HOST-60":
    "In every folder, trusted or not, language servers run their own programs and plugins, start outside it and are told to run nothing of it.",
  "HOST-61": "Language servers use the network only where the user's own settings allow it.",
  "HOST-62":
    "Confined language servers read neither denied nor outside files, write only to a folder of their own, and are started again when denied files appear or are replaced.",
  "HOST-63":
    "Diagnostics that refer to denied or outside files, or name denied ones, are left out, whether the files exist or not.",
  "HOST-64":
    "Where rules deny reading and no sandbox can keep language servers from it, none is started, and the doctor says why.",

  // Attacks
  "ATTACK-1":
    "A path is where its segments lead, however it is spelled: none that climbs leaves the roots, and escapes, blanks and dots in names are letters.",
  "ATTACK-2": "A neighbour of a root whose name begins like the root's lies outside.",
  "ATTACK-3": "Nothing is read, listed or found through a link that leads out of the roots.",
  "ATTACK-4": "Nothing is written or taken back through a link to a file outside.",
  "ATTACK-5": "Nothing is made through a link to a file outside that does not exist.",
  "ATTACK-6":
    "A folder that is a link, a chain of links and new files below them are judged by where they really lead.",
  "ATTACK-7":
    "A folder or file swapped for a link at any moment of a call lets neither a read nor a change out of the roots.",
  "ATTACK-8":
    "A file with another name outside is changed only when someone allows it, and the answer says that all its names show the change.",
  "ATTACK-9":
    "What the system offers below /proc and /dev as ways around is judged by what it leads to, by name and through links.",
  "ATTACK-10":
    "Pipes, sockets and devices under any name are refused at once by every tool and passed over by searches; in the place of ignore files they neither stop a search nor make it swell.",
  "ATTACK-11":
    "Empty, endless, malformed and option-like names end in a clean answer from every tool, and start nothing.",
  "ATTACK-12": "No program that a project brings is ever run, whatever the PATH and ripgrep's settings say.",
  "ATTACK-13":
    "What a rule denies is denied under every name: through links and hard links, to every tool, whoever wrote the rule and wherever it begins.",
  "ATTACK-14":
    "Other capitals are no way around a deny rule anywhere, nor to our own places on volumes that fold them.",
  "ATTACK-15":
    "Composed and decomposed letters, look-alike blanks and full-width letters reach a denied file by no tool: the file that would be opened is judged.",
  "ATTACK-16":
    "A search from above neither finds, lists, quotes nor counts what is denied, and pages and totals are as without it.",
  "ATTACK-17":
    "Denied content does not come out by other ways: history, suggestions, listings, diffs, notebooks, saved results, events.",
  "ATTACK-18":
    "A second session, calls made together and a host's own tools meet the same rules; a grant is good for its session alone.",
  "ATTACK-19":
    "No tool changes or makes our own settings, trust and state, under any name, through any link; state is not read either.",
  "ATTACK-20":
    "What runs later is asked about, whatever rules and modes allow, under other capitals and through links, scripts of a package included.",
  "ATTACK-21": "A new remote reference or program in settings is pointed out to the person who is asked.",
  "ATTACK-22":
    "Settings that come with a folder widen nothing before the folder is trusted: no rule, root or mode.",
  "ATTACK-23":
    "An approval is for what was shown: another content, link, rule or mode by the time of the change voids it.",
  "ATTACK-24":
    "A history record that was tampered with is judged like a write, by the rules and links of today.",
  "ATTACK-25":
    "A page that has its name resolve to this machine gets nothing: a host that is not served is refused, with or without an origin.",
  "ATTACK-26":
    "Pages of other sites get nothing, whatever kind of request a browser lets them make; there is no route without the token.",
  "ATTACK-27":
    "Host names that only look like a served one, at their beginning, end, case or in their number, are not served.",
  "ATTACK-28": "The server does not listen beyond this machine unless that was asked for in so many words.",
  "ATTACK-30":
    "The token counts in its header alone, is compared in constant time, can't be guessed at speed; sessions can't be fixed or taken over.",
  "CANARY-1":
    "No answer, event or question depends on whether denied files exist, whatever is called: it is the same with and without them.",
  "CANARY-2":
    "Neither content nor name of a denied file comes out of any call, event or error, nor lies in the state directory.",
  "CANARY-3":
    "The history of a file that is denied by now, other names of it and sessions that knew it tell nothing of it.",
  "CANARY-4": "Calls made up at random are answered alike with and without denied files.",

  // House rules
  "HOUSE-1": "Imports point down, without cycles; only fs touches node:fs, only process node:child_process.",
  "HOUSE-2": "Importing the library loads no heavy or optional package.",
  "HOUSE-3": "The public exports, schemas, error codes and words are pinned.",
  "HOUSE-4": "The assembled kernels are what their source says.",
  "HOUSE-5": "No module holds mutable state.",

  // The program and its start
  "LAUNCH-1":
    "Compiled code is kept and taken only in a folder and a file that nobody but the user can have written.",
  "LAUNCH-2": "Without compiled code, or with what is none, the program does the same.",
  "FIX-1":
    "Compiled code is run for the very build that it was made from, whatever the files' lengths and times.",
  "FIX-2": "A client that does not listen to the server's notes is served all the same.",
  "FIX-3":
    "A version of a file is what its own call has seen of it, whatever other calls of the session see meanwhile.",
  "FIX-4": "Nobody is asked about a call that was cancelled while it was found to need a question.",
  "FIX-5": "A stream whose reader is slow holds no more listeners for having waited often.",
  "FIX-6": "A message that is not valid UTF-8 is refused, over standard input as over HTTP.",
  "FIX-7":
    "No look is taken before the folders of a client that has some are in force, however early it comes.",
  "FIX-8": "A request whose id is none gets no result, however early it comes.",

  // MCP
  "MCP-1":
    "Clients of both generations of the official packages find six tools, each with title, description and four annotations.",
  "MCP-2": "Instructions and descriptions fit in 2 KB, and prefer the tools to shell commands.",
  "MCP-3": "Input schemas are flat objects, and the revision is the newest that the client can speak.",
  "MCP-4":
    "A result is content alone, text and pictures; what programs want is beside it, and no text goes over the wire twice.",
  "MCP-5":
    "Where a change asks, the client's user sees file, reason and difference, and what they answer is done.",
  "MCP-6":
    "What fails is an error result with a code; only a tool that is not there is an error of the protocol.",
  "MCP-7":
    "A file that another program has changed since it was read is not changed, in the words of the library.",
  "MCP-8":
    "What was changed through the server is in the history of the state folder, and is undone from there.",
  "MCP-9": "A client that can't be asked is told how to allow what was refused, and nothing happens.",
  "MCP-10": "An approval counts for the call that it was asked for, once.",
  "MCP-11":
    "When file, path or proposal are others than those shown, an approval is void or asked for again.",
  "MCP-12": "A state that was altered, made elsewhere, for another caller or too long ago is not accepted.",
  "MCP-13": "Whatever is not one of the offered answers, given by accepting, is a no.",
  "MCP-14": "A question holds up nothing but its own call, and is withdrawn when that is cancelled.",
  "MCP-15": "A call with several questions keeps the answers to the earlier ones with its state.",
  "MCP-20": "The server ends by itself when its input ends or nobody reads its output, whatever it is doing.",
  "MCP-21": "However the server or its client ends, no process that it has started stays.",
  "MCP-380":
    "The server's standard error tells the person how to allow what was refused unasked; results do not.",
  "MCP-30": "The roots are the folders named, else the agent's project, else the working directory.",
  "MCP-31": "A whole disk or home is a root only for who names it.",
  "MCP-32": "A root may be a link, and may come and go while the server runs.",
  "MCP-33": "A read-only server has no tool that changes anything, and says so.",
  "MCP-34": "The server starts in the mode that it is told.",
  "MCP-35": "The server takes a settings file by name, and does not list what that denies by name.",
  "MCP-36": "A server can be told to answer every Read in full.",
  "MCP-37": "Words that the server does not know end it with a sentence on standard error and exit code 2.",
  "MCP-40": "The folders of a client narrow the roots and never widen them.",
  "MCP-41":
    "When a client's folders change they are asked for again, and calls behind the news wait for them.",
  "MCP-42": "A client that does not name its folders, or not sensibly, is served within the server's own.",
  "MCP-50":
    "Under any number of bad messages only protocol goes out, good calls are answered, and notes stay few.",
  "MCP-51": "Messages may have 64 MiB; longer ones are passed over, and the next is taken.",
  "MCP-52": "Calls before the handshake and further handshakes do no harm.",
  "MCP-53": "Every published revision is spoken; for others the newest one is offered.",
  "MCP-54": "The short way for plain looks answers what the ordinary way answers.",
  "MCP-55": "A cancelled call is not answered, and the search that it has started is ended.",
  "MCP-56": "A client that wants to hear it is told how far a long search has come, more each time.",
  "MCP-57":
    "No answer has more than 25,000 tokens, than its tool declares (Read counts tokens alone), or much beside it; questions are short enough to read.",
  "MCP-60":
    "What goes through a client's hands is signed: it counts unchanged, for its purpose and caller, in its time, once.",
  "MCP-61":
    "Messages are lines: however they are cut up; what is none is passed over; answers that wait go out together.",
  "MCP-80":
    "Diagnostics are sent as content and as data; language servers end with the server, killed or not, and --no-lsp starts none.",
  "MCP-62": "The words that a server is started with are flags, or refused with a sentence.",
  "MCP-63":
    "A server's roots are those named, else the agent's project, else the working directory, but not a whole disk or home.",
  "MCP-64":
    "The list shows every tool with title, four annotations and a flat schema; all of it fits in what clients pass on.",
  "MCP-91": "Tools carry a search hint, and all but deferred ones are marked to be loaded always.",
  "MCP-92": "The stdio server listens for errors of its standard error once.",
  "MCP-340":
    "The instructions name the roots and where searches begin, and stay under 2 KB however many roots there are.",
  "MCP-341":
    "An agent whose server was started elsewhere, with a root, finds, reads and edits at the first try.",
  "MCP-342": "Searches follow the folders to which a client narrows the roots.",
  "MCP-65":
    "A list is made without the engine where there are no settings, leaves out what they deny by name, and stays.",
  "MCP-67":
    "Before the protocol's library is there, clients of every older revision get the answers that it would give.",
  "MCP-68":
    "The library comes with the first message that needs it; nothing is answered twice, lost or out of order.",
  "MCP-66":
    "A question as a form shows file, reason, warnings and change, undeceivingly; only the offered words are a yes.",

  // The HTTP server
  "HTTP-1":
    "A request is judged by its head before its body is read: host, origin, token, route, method, type; refusals are JSON-RPC errors, without CORS.",
  "HTTP-2":
    "Bodies that are too large, not UTF-8 or not JSON-RPC are refused with their status; both lanes take 20 MB.",
  "HTTP-3": "Who is slow, has huge headers or connects too often is cut off, and the server goes on.",
  "HTTP-4":
    "The token is made of random bytes in a file for its user alone, never printed, and refused where others could read it.",
  "HTTP-5":
    "Clients of older revisions have sessions: opened, used, listened to and ended by an id that only the server makes, under one agent's name.",
  "HTTP-6": "Sessions are bounded in number and end when idle; one that works is never ended for another.",
  "HTTP-7": "Sessions share locks and history, and never what they have read.",
  "HTTP-8":
    "Without sessions, what was read is known by principal: token, agent in the address and client; so many are remembered.",
  "HTTP-9": "The short way answers a look exactly as the ordinary one does.",
  "HTTP-10": "Answers are JSON; progress and questions turn them into streams.",
  "HTTP-11":
    "A call is cancelled by its client: by closing the connection where there is no session, else by a message.",
  "HTTP-12":
    "A person is asked in both lanes through a client that can ask; through one that can't, the refusal says how to allow.",
  "HTTP-13": "A client that lost a stream gets the rest of it, as far as it is still kept.",
  "HTTP-14":
    "Read and changes give a signed version of the file, by which a later change goes: after a restart, and in another conversation.",
  "HTTP-15":
    "A change with a version that the file has no more is refused as stale, also when its principal has read the new one.",
  "HTTP-16": "A version that is altered, foreign, too old or none is refused, and nothing is changed.",
  "HTTP-17": "The server ends with everything it runs: calls, sessions, streams, history.",
  "HTTP-18":
    "filewright serve says where it serves, where the token is and how to connect; it ends on a signal with 0 and fails with 2.",

  // Command line
  "CLI-1":
    "filewright read prints the view; --json the whole answer; exit codes tell fine, failure and denied apart.",
  "CLI-2": "What the command line prints can't control the terminal.",
  "CLI-3": "A closed pipe ends the command line quietly.",
  "CLI-4": "Every tool is a command, and every field of its input can be given, by a word or an option.",
  "CLI-5":
    "Texts are taken from the command line, a file or standard input, byte for byte; what is no UTF-8 is refused.",
  "CLI-6": "Paths that a person gives are taken from where they stand.",
  "CLI-7":
    "Words that can't be meant so are answered with a clear sentence and exit code 2; nothing is done.",
  "CLI-8":
    "Exit code 1 says that a search saw everything and found nothing; one that could not see everything, and found nothing, has failed.",
  "CLI-9":
    "--dry-run shows what would change, as JSON too, and changes nothing; what is denied stays denied.",
  "CLI-10": "The commands of one terminal, or of one name, are one conversation; those of two never are.",
  "CLI-11":
    "What a terminal knows is kept where only its user can read it; what is damaged is passed over with a warning.",
  "CLI-12": "Two commands at once in one terminal both keep what they have learned.",
  "CLI-13":
    "At a terminal a person is asked, sees file, reason and diff, and what exactly each answer would add.",
  "CLI-14": "What is no clear yes is a no; Ctrl-C withdraws the question; then nothing is changed.",
  "CLI-15":
    "Without a person the call is refused with exit code 3; --yes answers yes, and passes no deny rule.",
  "CLI-16": "No name, content or message can make a question look like another one.",
  "CLI-17":
    "A long diff is shown within bounds, with a count of the rest, and shown whole before a yes is taken.",
  "CLI-18": "At a terminal a long search shows its progress in one line, which is gone when it is over.",
  "CLI-19": "Every command has help with examples, and a misspelt one is answered with the nearest.",
  "CLI-20":
    "Shells complete commands, options, choices and files by a script made from the commands that there are.",
  "CLI-21":
    "What was granted for the session holds for the terminal's later commands, and for no other terminal.",
  "CLI-22":
    "The changes of one terminal have one session in the history, and its saved results can be read back.",
  "CLI-24": "A command is made without the others where the first word names it, and is the same.",
  "CLI-23":
    "What ended shells and forgotten names have left is removed; a number used again inherits nothing.",
  "CLI-40":
    "filewright history lists changes inside the roots, newest first, with ids that can be used; --diff, --session, --json.",
  "CLI-41":
    "An id that is unknown, too short or of several changes is refused; a file that rules deny by now has no history.",
  "CLI-42": "History, undo and checkpoints print no name or content that could control the terminal.",
  "CLI-43":
    "Undo, redo and rewind show what will happen and ask; silence, Ctrl-C and a script without --yes change nothing.",
  "CLI-44":
    "Undo takes back the last change here, the last few, those of a file or those named by the beginning of their ids.",
  "CLI-45": "--dry-run shows every file and its diff and changes nothing.",
  "CLI-46": "A conflict stops everything and says what to do; --merge and --skip-conflicts do what they say.",
  "CLI-47":
    "A history that can't be written and settings that can't be used are failures, and change nothing.",
  "CLI-48": "Redo brings back in one step what was taken back in one.",
  "CLI-49": "Rewind goes back to a checkpoint by its name or to a change, whoever made the changes since.",
  "CLI-50":
    "filewright permissions lists mode, rules in their order, extra roots and settings files, and what does not count and why.",
  "CLI-51":
    "Rules are added and removed with the file named; one that can't be understood changes nothing, one that breaks settings can be taken out.",
  "CLI-52":
    "explain tells the answer and the rule behind it, how to be asked no more, and exits with 3 if denied.",
  "CLI-53":
    "trust shows what a folder would bring and asks; silence and a script without --yes trust nothing.",
  "CLI-54": "No rule of a stranger's settings can control the terminal or pass for a line of its own.",
  "CLI-55": "A refusal names the command that allows a change only where every shell takes it as it stands.",
  "CLI-60":
    "filewright doctor tries every part for real and tells of each in a line; exit code 2 if one is a problem.",
  "CLI-61":
    "Settings that can't be used, rules that never match and folders that are not trusted are pointed out, with what to do.",
  "CLI-62":
    "A state directory that can't be written is a problem, wherever it lies, and never hangs; size, owner, mode and locks are told.",
  "CLI-63": "Every root is judged: gone, no folder, a link, on a network.",
  "CLI-64": "The doctor prints no name that could control the terminal.",
  "CLI-65": "A check that hangs or fails is a problem and ends in its time.",
  "CLI-66": "Programs are found on the PATH; none that a project brings is run.",
  "CLI-67": "The doctor starts the MCP server, lists its tools and sees it leave; one that stays is ended.",
  "CLI-80": "The file of every client is found on every platform, the user's and the project's.",
  "CLI-81":
    "install adds the entry as the client documents it, and leaves every other byte of the file as it is: comments, blanks, order, endings, byte order mark.",
  "CLI-82":
    "install writes nothing that was not shown and agreed to; where nobody can be asked, only with --yes.",
  "CLI-83":
    "An entry that says the same already is left alone; one that says something else is replaced, what the user put into it kept.",
  "CLI-84": "A file that does not parse, or holds the server in an unusual way, is refused with the place.",
  "CLI-85":
    "install follows links and keeps them, keeps modes, makes missing folders, leaves read-only files alone and never overwrites what another program has just written.",
  "CLI-86":
    "install --remove gives back the very bytes from before, or takes out the entry alone where the file has changed since.",
  "CLI-87": "install alone lists the clients, which of them are here, and what would be done.",
  "CLI-88": "install --print prints the snippet and nothing else; a client's own command is named.",
  "CLI-89":
    "The server gets its folder from the client where the client knows it; else it has to be named, and has to be there. Mode and read-only are passed on.",
  "CLI-90":
    "install --http writes the address and the token of a running server, shows the token nowhere, and puts it into no project's file.",
  "CLI-91": "install --json answers for programs, failures of agreement included.",
  "CLI-301": "A refusal to edit a notebook as text names filewright notebook-edit on the command line.",
  "CLI-302":
    "grep shows lines where a flag is about lines, files with -l and counts with -c; flags that ask for two of them are refused.",
  "CLI-303":
    "Searches name files from the working directory for people, and by their whole path with --json.",
  "CLI-304":
    "Adding a rule for a tool that is not here is done, with a warning, by the command line and the console.",
  "CLI-305": "filewright history tells which client and session made each change.",
  "CLI-306":
    "The history of the command line and of the console shows this project's changes, and those of all projects on request.",
  "CLI-307": "Shells complete checkpoints to rewind to, and evaluate no name of one.",
  "CLI-308":
    "install says where approval requests go if the client can't show them, and every command that it advises is accepted.",
  "CLI-300": "While a prompt is open, nothing but what the person types appears on its line.",

  // What attacks on the doors have found
  "FIX-30": "Bodies under way are held up to a bound in all; ordinary calls are taken beside them.",
  "FIX-31": "A key that the tools could read, through a link beside the token, is refused.",
  "FIX-32": "Characters that nobody sees are shown, selectors that select nothing among them.",
  "FIX-33": "A session counts only where nobody but the user can have put it.",
  "FIX-34": "The MCP server's complaints about its words can't control a terminal.",
  "FIX-35": "A request that expects something odd is judged like every other.",
  "FIX-36": "A server lives on when nobody listens to its notes for people any more.",

  // Load
  "HOST-150":
    "JSON from outside that is nested too deep or has too many values is refused while it comes in, before it is parsed.",
  "HOST-151":
    "A client that sends such JSON gets a clear error; its connection and all other clients are served on.",
  "HOST-152": "Only a few searches run at once; the others wait, and sessions take turns.",
  "HOST-153":
    "A search that is cancelled while it waits leaves the queue; too many, or too long a wait, are a clear error.",
  "HOST-154":
    "Thousands of rules are matched in time that grows with the path, not with the rules, and find what a plain matcher finds.",
  "HOST-155":
    "Where too many patterns fit a path to look at all of them, it is denied or asked about, and not allowed.",
  "HOST-156":
    "A project's settings with too many, too long or too large rules stop every tool with a clear error; no rule is dropped.",
  "HOST-158":
    "Settings are compiled in short steps, and those with too many names in patterns are refused, at once by every further call.",
  "HOST-159": "Searches let other work have its turn, however slowly the rules are matched.",
  "HOST-160": "A client without the token that sends slowly, or nothing, is disconnected within seconds.",
  "HOST-161": "One session can't hold all the room for bodies, nor more than a bounded number of requests.",
  "HOST-162":
    "A session with too many calls under way, or too much input, gets a clear error, and goes on when some have ended.",
  "HOST-163":
    "JSON in a file's text is parsed only up to a size, a depth and a number of values; a manifest or an editor's settings beyond them count as a change of what runs.",
  "HOST-164":
    "A notebook of millions of values neither blocks the engine nor is decoded: it is shown, or refused with the bound it exceeds.",
  "HOST-165":
    "Bodies and requests under way are counted by token, and within it by sessions that exist and the name in the path; nothing that a client says of itself counts.",
  "HOST-166":
    "Where there are too many sessions or conversations, a token's own end first, and another's only if it has more than its share.",
  "HOST-167":
    "A missing path is refused after a bounded number of looks at the disk, however many folders it names.",
  "HOST-157":
    "As many rules as are allowed are in force, in every tool, the user's own by the ten thousands.",

  // Secrets, memory files, skills, audit
  "SECRET-1":
    "Secrets of many kinds are found, each with its rule, line and place, by our own kinds alone too.",
  "SECRET-2": "Placeholders, examples and passwords that everybody knows are no secrets.",
  "SECRET-3": "Looking for secrets takes time proportional to the text, whatever the text.",
  "SECRET-4":
    "A change that would bring a secret into a memory file is refused with rule and line, before anyone is asked; nothing is written.",
  "SECRET-5": "The same content goes into any other file; none is looked into, and nothing is loaded for it.",
  "SECRET-6":
    "A refused secret is told nowhere: not in message, data, event, audit log, history or the state directory.",
  "SECRET-7": "Only what a change brings counts: a secret that stands there already blocks no other edit.",
  "SECRET-8": "Content that a person sends in the place of a proposal is looked through as well.",
  "MEMORY-1":
    "Memory files are known by their globs, whatever the capitals, under the name given and the real one, inside the roots and outside.",
  "MEMORY-2": "A change of a memory file, its undo and its redo are told as memory-file-written, in order.",
  "SKILL-1": "A skill's name and description come from its front matter, in one bounded line each.",
  "SKILL-2":
    "Skills in the folder of a file that is read or changed, and above up to the root, are told once.",
  "SKILL-3": "Skills are looked for only while somebody listens, and after the call.",
  "SKILL-4": "A skill that lies outside the roots, or that the rules withhold, is not told.",
  "AUDIT-1":
    "The audit log, off by default, has a line for every call, change, undo and answer: who, what, which contents, who allowed it.",
  "AUDIT-2": "A line of the audit log that was changed, taken out, put in or moved is found.",
  "AUDIT-3": "The audit log holds no contents and no secrets, and is nobody else's to read.",
  "AUDIT-4": "A log that can't be written fails no call, is told once, and says later what it has lost.",
  "AUDIT-5": "Several processes keep one chain, which goes on in a new file when one has grown large.",
  "AUDIT-6": "A server keeps a log if the user's own settings or environment say so, never a project's.",
  "AUDIT-7": "The log's changes, made again with the contents of the history, give the same files.",
  "AUDIT-8": "filewright audit shows the log, and tells where it was tampered with.",
  "SKILL-380":
    "A new skill is reported with the next file that is worked with, however soon it follows another one.",
  "SKILL-5":
    "Looking for skills is bounded in folders, entries and bytes; files that come together share one look.",

  // Packaging
  "PACK-1": "server.json fits the registry's schema and names this very version of the package.",
  "PACK-2": "The bundle's manifest fits its schema and lists the tools as the server does.",
  "PACK-3":
    "The bundle holds the built package and what it needs to run, by the lock file, and nothing for development; made twice it is the same.",
  "PACK-5":
    "The published code is readable: an uncaught error prints the line it came from, not a whole file.",
  "PACK-4": "The server starts from the unpacked bundle.",

  // First steps at the command line
  "FIX-60":
    "Failures at the command line speak to the person, of commands and options; what they quote and what programs read stays as it is.",
  "FIX-61":
    "A complaint names the help of the very command; help explains commands of commands, and options stand where they do something.",
  "FIX-62":
    "A root, a folder to trust or a working directory that is not there is named as such, with exit code 2.",
  "FIX-63": "What waits for a person at a terminal says so, and Ctrl-C ends the wait.",
  "FIX-64":
    "What a command reports is what it did: rules that stood there, checkpoints by name, looks that changed nothing.",
  "FIX-120":
    "What another repository holds is not told as what was committed here, wherever a project's own `.git` leads.",
  "FIX-121": "An event that can't be shown, whatever is in it, costs nobody but the engine that told it.",
  "FIX-122":
    "A language server that asks without taking in the answers is ended before they fill our memory.",
  "FIX-123": "What a model is told of diagnostics is made in time linear in what servers say.",
  "FIX-124":
    "No language server is taken from a folder of packages, such as those above a root that npm puts on the PATH.",
  "FIX-125":
    "Language servers start outside the roots, so version managers do not go by what a project asks for.",
  "FIX-126":
    "Variables that lead to programs count for language servers only where they lead out of the roots.",
  "FIX-127": "A secret is found behind a word that ends like its prefix, in time linear in the text.",
  "FIX-128": "A memory file is one under every name that some disk takes for its own.",

  // What comes after a change, as it is met for the first time
  "FIX-140":
    'Who was told that diagnostics come later hears of them also where they are "nothing"; "nothing" is said of the file alone.',
  "FIX-141":
    "The doctor says where language servers are switched off or not started because they are the project's, and each fault of the settings once, with what it costs.",
  "FIX-142":
    "Watching shows a change, an undo and what servers found in one line each, counted as the model is told; a time that has not come is refused.",

  // Git
  "GIT-380": "Every entry point can be told to add gitDiff, and has it where programs look.",
  "GIT-1":
    "Where it is asked for, the output of a change tells how the file differs from git's last commit; the model is not told.",
  "GIT-2": "The comparison is right in every kind of repository and work tree, or it is left out.",
  "GIT-3": "A patch is one that git applies; past its bound whole hunks are left out, and that is said.",
  "GIT-4":
    "No program that a repository names is run, nothing is fetched, and no git of the project's own is used.",
  "GIT-5":
    "Line endings are compared as git would commit them; what only a program could convert is not compared.",
  "GIT-6": "A git that fails, hangs or is not there changes nothing about a change.",

  // Attribution
  "ATTR-1": "Every line and every character of a file has one owner, and together they are the file.",
  "ATTR-2":
    "Kept lines keep their owners, and so does what replaced lines begin and end with; the rest is whose change it was.",
  "ATTR-3": "What is taken back belongs to whom it belonged before; all taken back, the tools have nothing.",
  "ATTR-4":
    "What one change left and the next did not find, or the present file does not hold, came from elsewhere.",
  "ATTR-5":
    "Since a commit, only what is not in it counts, of every file that git does not ignore, whatever was rebased or merged since.",
  "ATTR-6": "A file that was moved is still whose it was.",
  "ATTR-7": "What can't be told is said and not guessed: contents no longer kept, files that are no text.",
  "ATTR-8": "Files that rules deny reading are not in the account, by whatever name.",
  "ATTR-9": "filewright attribution tells it as a table, as JSON and as a trailer that git reads.",

  // Language servers: processes, conversation, documents, freshness
  "LSP-1":
    "A program that runs beside us has its own process group and only the environment it is given; killed or ended, its children go with it.",
  "LSP-2":
    "A program that runs beside us is gone within seconds of our end, however we end and whatever it heeds, with all it has started.",
  "LSP-3":
    "Documents are opened, changed in rising versions, saved and closed as each server wants to be told.",
  "LSP-4": "A server has a bounded number of documents open; the one used longest ago is closed first.",
  "LSP-5": "Documents are known by their path, however a server escapes it.",
  "LSP-6": "Diagnostics have lines and columns as people count them, severity, code and source.",
  "LSP-7": "What is published with a version counts only for that version.",
  "LSP-8":
    "What is published without a version counts only once every text before has had its publication; the next text waits for that.",
  "LSP-9":
    "What is published in stages is taken when nothing more comes; what comes after all is handed on as news.",
  "LSP-10":
    "A check that is not answered in time is unknown, never clean; a later check of the same document supersedes it.",
  "LSP-11": "What a change brings about in other open documents is handed on, once, without being asked for.",
  "LSP-12":
    "Servers that want to be asked are asked about each text, again while they are busy, and told when it is no longer wanted.",
  "LSP-13": "A server starts with the first check and is shut down when nobody wants anything for a while.",
  "LSP-14":
    "A server that is closed ends within two seconds, whatever it heeds; checks under way are answered.",
  "LSP-15":
    "A server that crashed is started again by a later check, after a pause that grows; after five crashes it is left alone for a while.",
  "LSP-16":
    "A server that floods, prints nonsense, takes nothing in or never answers neither fills our memory nor keeps us from other work.",
  "LSP-17":
    "Whatever a server asks of its client is answered; it can neither change files nor learn more than its settings.",
  "LSP-18":
    "A thousand checks need one process, few open documents and no more memory; what is kept of diagnostics is bounded.",
  "LSP-19":
    "Known servers are used where they are installed outside the project, one for each kind of work, by the names of files.",
  "LSP-20":
    "The person's own settings change, add and switch off servers; a fault there is told and costs only what it is in.",
  "LSP-21": "A project's settings start no language server, and the doctor says that they are ignored.",
  "LSP-22":
    "Servers get an environment by a list of names, and are kept from running a folder's code or are not started in it.",
  "LSP-23":
    "A workspace has one server for each root and kind, made when a file calls for it and made anew when its settings change.",
  "LSP-24": "Servers are told of files that change on the disk, also those that they do not check.",
  "LSP-25":
    "TypeScript's compiler and pyright find an error in exactly the text they were told, and none once it is mended.",

  // The desk: what a person who oversees agents sees and decides
  "DESK-1": "A change of which some hunks are taken is what git makes of a patch with just those hunks.",
  "DESK-2": "With all hunks taken the content is the proposal, with none what was there, to the byte.",
  "DESK-3":
    "Edited lines have the endings of the lines around them; lines that were left alone, and the end of the file, keep theirs.",
  "DESK-4":
    "A question at the desk is plain data: where the path leads, the root, what would change, and a digest of all that is decided on.",
  "DESK-5": "Of several who answer, one counts; the others are told that it is over.",
  "DESK-6": "An answer that was meant for another question, or for what it was before, does not count.",
  "DESK-7":
    "What is to be remembered is one of the offers of the question; a session's grants are listed and taken back.",
  "DESK-8":
    "Hunks are taken, left or edited one by one; the agent is told that its proposal was changed, and how, and only then.",
  "DESK-9":
    "An answer that accepts nothing, or does not fit the change, is refused in a sentence, and the question stands.",
  "DESK-10":
    "What is shown of a change is bounded in lines and bytes; one that can't be shown whole can only be rejected.",
  "DESK-11": "An approval at the desk does not count for a file that has changed since.",
  "DESK-12":
    "What a person says besides allowing a call reaches the model with the result, quoted and bounded, and is in no file.",
  "DESK-13": "Who attends is told when a question or a session comes or goes.",
  "DESK-14":
    "When the last person leaves, questions wait for a while for another, and are then refused with how to allow them.",
  "DESK-15":
    "The sessions of a workspace are those that have made a call and are not over, with name, calls, files and grants.",
  "DESK-16":
    "Files that a session has seen are listed newest first, held against the disk; denied ones are not among them.",
  "DESK-17": "Listing and looking at seen files is bounded in number and in bytes.",
  "DESK-18": "The desk names the language servers that run.",
  "DESK-19":
    "An engine in another process asks a person at a console and takes their answer, hunk by hunk, however long it has been idle.",
  "DESK-20": "Who only watches is not asked, and an engine that does not publish asks nobody elsewhere.",
  "DESK-21": "A question outlives the console that it was put at, and is found by the next one.",
  "DESK-22":
    "Of two consoles one answer counts; an answer that does not fit is refused in the engine's own words.",
  "DESK-23":
    "A console shows its own engine once, and every other for as long as its process lives, with what happens there.",
  "DESK-24":
    "Others are listened to only while a person is there and a while longer; they know when the person leaves.",
  "DESK-25":
    "A listener can neither hold up an engine nor fill its memory, whatever it sends or leaves unread.",
  "DESK-26": "A console believes an engine only what has the right shape, and waits for none without bound.",
  "DESK-27":
    "Clients of every revision that show no forms have their questions answered at a console in another process.",
  "DESK-28":
    "Where the client shows forms it is asked, unless the server was told to ask at the console while a person is there.",
  "DESK-29":
    "A file that changed voids the approval, and a call that is cancelled or ends withdraws its question, across processes.",
  "DESK-30":
    "Sessions are named by their client, its version and the agent in the address, at bounded length.",
  "DESK-31": "A call that waits for a person says so now and then to a client that asked for progress.",
  "DESK-32":
    "A question keeps its program running until it is answered; a person who is there keeps none that has nothing to ask.",

  // The console
  "CON-1":
    "The console numbers what happens in all engines, keeps the last of it, and counts what a page has missed.",
  "CON-2": "The console counts calls, refusals, savings and answers, by minute, tool and code.",
  "CON-3":
    "A page is told all that there is, then what happens, without contents; it goes on where it was, or begins anew with another server.",
  "CON-4":
    "Questions come to every page that is open and go from all of them; with none open, nobody is there to ask.",
  "CON-5":
    "The console lists changes with their diffs, previews and takes them back, and does nothing while a conflict is undecided.",
  "CON-6": "The console tells nothing of files that the rules deny.",
  "CON-7":
    "A request that is not as agreed is refused with a sentence that names the field, and changes nothing.",
  "CON-8":
    "Rules are listed with their source, tried on a path, added, removed and taken back; what can't be understood changes nothing.",
  "CON-20":
    "An agent asks, a person accepts two of three hunks and changes a line: file, result, ledger and timeline agree, and undo restores.",
  "CON-21": "A file that changes while a question stands makes the approval void, and the person is told.",
  "CON-22": "Two browsers agree: one answer counts, and the question leaves both.",
  "CON-23": "A page finds a server that restarts again, is still let in, and shows what is true then.",
  "CON-24": "Questions of servers that clients have started by themselves are answered in the same page.",
  "CON-30":
    "No view has serious barriers for anyone, in light, in dark and on a narrow screen, full or empty.",
  "CON-31": "Everything can be done by keyboard alone.",
  "CON-32":
    "Ten thousand changes are listed, scrolled and filtered with only those in sight in the document.",
  "CON-33":
    "A diff of twenty thousand lines is read and accepted with only the lines in sight in the document.",
  "CON-34": "Hundreds of calls within seconds all reach the page, which stays as small as it was.",
  "CONSEC-40":
    "Whatever names, contents, diffs, notebooks and clients say, the page runs none of it and asks nobody else.",
  "CONSEC-41":
    "Characters that can't be seen or turn text around are shown by their numbers, and never as they are.",
  "CONSEC-42":
    "A question shows the name of its file whole, however long, deep or broken into lines its path is.",
  "CON-9": "The console tells of limits, language servers, the size of the state and figures of use.",

  // Who gets into the console
  "CONSEC-1":
    "The console answers to the exact names of this machine and its port, and to no name that merely looks like one.",
  "CONSEC-2":
    "Pages of other origins reach nothing of the console: no origin but its own, no other port, no other scheme, no `null`.",
  "CONSEC-3": "There are no WebSockets at the console.",
  "CONSEC-4":
    "Without a login the console says how to get one and nothing else: not whether a file or route is there, no root, no version, no session.",
  "CONSEC-5": "Every answer of the console has the whole policy, and none has a CORS header.",
  "CONSEC-6": "A link lets one browser in, once.",
  "CONSEC-7": "A link is good for ten minutes, and ten are good at a time.",
  "CONSEC-8":
    "A link is used up by being opened, not by what a page loads, a browser fetches beforehand or a HEAD asks.",
  "CONSEC-9":
    "A link or the console's address may stand on any page: following it leads into the console, and nothing that page says is taken over.",
  "CONSEC-10": "Wrong links and tokens are answered ever slower; right ones are not kept waiting.",
  "CONSEC-11":
    "A login gives the browser a cookie that no script reads and no other site has sent, and its page a key that is sent to no server unasked.",
  "CONSEC-12": "The API needs the cookie and the key of one and the same login.",
  "CONSEC-13": "A cookie is known by the server's port, and others of its name lock nobody out.",
  "CONSEC-14": "What is posted to the API comes from the exact origin, is JSON and has a bounded length.",
  "CONSEC-15":
    "What the browser says of where a request comes from is heeded: the API is for the console's own page.",
  "CONSEC-16": "Other methods than GET and POST are refused.",
  "CONSEC-17": "The token is taken from the sign-in form of this very origin, as a form, within bounds.",
  "CONSEC-18": "The token is in no address, opens no page and no API by itself, and is in no answer.",
  "CONSEC-19": "Logins are kept in a private file that holds nothing that lets someone in.",
  "CONSEC-20": "A login survives a restart of the server; where none can be kept, it lasts until then.",
  "CONSEC-21": "A new token voids all logins; a file that is damaged or open to others has none.",
  "CONSEC-22": "Leaving ends the login for good, clears the cookie, and ends what goes on under it.",
  "CONSEC-23": "A login lasts a week, and twenty are good at a time; the oldest ends first.",
  "CONSEC-24": "A browser that signs in again has its former login ended.",
  "CONSEC-25": "Servers that share a token file keep each other's logins and accept only their own.",
  "CONSEC-26":
    "The page's files are those of the package, by their names alone; no spelling of a path leads elsewhere.",
  "CONSEC-27": "Huge heads and bodies are refused, and the console goes on.",
  "CONSEC-28":
    "There is no console where other machines can reach the server, nor under the name of a proxy.",
  "CONSEC-29": "`serve --no-console` has no console.",
  "CONSEC-30":
    "`serve` prints a link to the console for people and programs, says how to get another, and never prints the token.",
  "CONSEC-31": "A program gets a link with the token in its header, and no page of a browser does.",
  "CONSEC-32":
    "`filewright console` prints a link of the server that runs, as JSON too; where none runs it says how to start one and fails.",
  "CONSEC-33":
    "`filewright console` finds the server by itself, by the working directory where there are several, or by its port; what a killed server left is removed.",
  "CONSEC-34":
    "`filewright console --open` starts the browser without a shell and with no secret on a command line.",
  "CONSEC-35":
    "The token is sent to no server but the one that the user's own record or words name, and only from a private file.",
  "CONSEC-36":
    "The console is loaded when it is first asked for; one that can't be opened fails that request alone.",
  "CONSEC-37": "Beside the console the protocol is served as before: no login opens it.",
  "CONSEC-38":
    "The pages before the login run no script and can be used by keyboard, with a screen reader, in light and dark.",
  "CONSEC-39": "The end of the server ends what goes on at the console.",

  // What came of looking at all this again
  "FIX-100": "A listener that comes while an event is told hears of later ones only.",
  "FIX-101": "A file that was deleted while a language server was asked about it is not opened there again.",
  "FIX-102": "What a language server says long after its time was up is told with the next result.",
  "FIX-103":
    "Changes of a file are followed in their order, however long it takes to find its language servers.",
  "FIX-104":
    "What another's later change has done is not laid at a call's door, nor is a session pointed to another's results.",
  "FIX-105": "Of a file that no language server is concerned with any more, nothing old is told.",
  "FIX-106":
    "A file that is too large to follow is not told to language servers as deleted, nor a deleted one twice.",
  "FIX-107": "A disk that does not answer when language servers are looked for holds no result back.",
  "FIX-108": "A fault in what follows a change does not make the change's call fail.",
  "FIX-109": "A crash between putting a full audit log aside and going on in a new one leaves one chain.",
  "FIX-110": "The audit log tells who denied a call, also when several are denied at once.",
  "FIX-111":
    "A session is told what another has done to a file that it has changed, and not as its own doing.",
  "FIX-150": "Why an engine in another process can't take an answer is told to the person in its own words.",
  "FIX-151": "An engine that does not answer holds back nothing that a page is told of the others.",
  "FIX-152": "Single hunks can be taken of a file of any number of lines.",
  "FIX-153": "A program whose question was withdrawn does not stay for those who might have answered it.",
  "FIX-154": "Everything that the timeline lists can be taken back in one step.",
  "FIX-155": "A page that has missed something loads its lists again.",
  "FIX-156": "Pages are told at once when a session's grant was taken back.",
  "FIX-157": "Taking back changes looks through the history once, however many files they concern.",
  "FIX-165": "What was sent under a login and is complete only after that has ended is not carried out.",
  "FIX-166":
    "A page that reads nothing is let go of when its login ends, and then nobody counts as being there.",
  "FIX-167":
    "Whatever the program of one engine tells or answers, pages go on being told of the others, and little of it is kept.",
  "FIX-168": "Every line of a diff can be scrolled to its end, however wide its characters are.",
  "FIX-169": "Blanks that would push something out of sight are told by their number.",
  "FIX-170": "Changes that wait for an answer take only so much memory together; beyond, a call is refused.",
  "FIX-195":
    "A console's own engine, which it hears directly, leaves its socket and does not come back to it.",
  "FIX-180":
    "The server says how to get another link to its console in words that work where it was started.",
  "FIX-181":
    "The timeline says of a redo that it brings back, and of a session in which only things were taken back that it is a person's.",
  "FIX-182": "Files seen are counted as changed or gone only where some are.",
  "FIX-183": "A rule that was added but never matches is told to be so where it was added.",
  "FIX-184": "Enter in a field of a dialog does what its button does.",

  // The console's page: frame, activity, health
  "WEB-1":
    "The page makes one row of all that is told of a call, whatever the version of the program that tells it.",
  "WEB-2": "What is told of a call after its end, such as diagnostics, reaches its row.",
  "WEB-3":
    "A row waits while a person is asked about its call, again if it is asked again, and not for an old question.",
  "WEB-4": "What happens without a call is told in words: undo, language servers, skills, failures, gaps.",
  "WEB-5":
    "Rows are bounded, those that did not change stay the same objects, gaps are told, a new server begins anew.",
  "WEB-6": "Calls can be filtered by words, tool, session, failures and changes.",
  "WEB-7": "While a person reads, rows are kept that would be let go of otherwise.",
  "WEB-8":
    "Sessions are called by their client's name, told apart, and named with their process if it is another.",
  "WEB-9": "A row's words say what is not as usual, and take nothing for running whose process is gone.",
  "WEB-10": "The address behind the # names the view and what it shows, with any names in it.",
  "WEB-11": "Keys lead to views by two in a row, within a moment.",
  "WEB-12": "A question counts as new if it was not there when the page was opened.",
  "WEB-13": "Paths are shown by root, folder and name.",
  "WEB-14": "Durations, sizes, tokens and times are shown as people read them.",
  "WEB-15": "Figures of use have bars, and words for those who don't see them.",
  "WEB-16": "Limits are called by what they limit, with their unit, also those that the page does not know.",

  // The console's page: diffs and questions
  "WEB-20": "A long list has only the rows in the document that are in sight, and a few around them.",
  "WEB-21":
    "A diff shows every line of every hunk once on each side it belongs to, with its number, in one column and side by side.",
  "WEB-22": "A removed line stands beside the added one that is most like it, in order.",
  "WEB-23":
    "Words that differ are marked within two versions of a line, unless it is too long or too much differs.",
  "WEB-24": "A line that is cut for its colours and marks is the whole line, with blanks at its end apart.",
  "WEB-25":
    "Code is coloured by the name of its file, across lines too, and where a hunk begins within a comment.",
  "WEB-26":
    "Colouring comes to an end on any text, can be broken off after any line, and leaves very long lines plain.",
  "WEB-27":
    "The new side of a hunk can be changed as text; endings and a missing newline stay as they are in the file.",
  "WEB-28":
    "An answer takes the whole change once unless a person says otherwise: hunks left out or changed, a rule, a comment.",
  "WEB-29":
    "A question says what would happen, and its accept button what will be accepted and which rule is added.",
  "WEB-30": "The list of questions does not move while it is used.",
  "WEB-31": "What became of an answer is told by the events of its call, with what stood in its way.",

  // The page: timeline, files seen, rules
  "WEB-40":
    "The timeline lists every change once, newest first, whether it is grouped by time, by file or by session.",
  "WEB-41": "A checkpoint stands in the timeline above what was done before it, and days have names.",
  "WEB-42":
    "The timeline can be filtered by words of path, tool and session and by what stands, and its groups be closed.",
  "WEB-43": "Undo is offered for what stands, redo for an undo that stands, and neither for anything else.",
  "WEB-44": "Entries of the timeline can be chosen one by one, in ranges and by group.",
  "WEB-45":
    "Whatever is taken back is previewed first, and nothing is done while something in the way is undecided.",
  "WEB-46": "What is no longer as it was previewed is shown again instead of being done.",
  "WEB-47": "What taking back will do and has done is told for each file in words, with a way back.",
  "WEB-48":
    "A list that events make old is loaded again at most every second, a tenth of the time, and only for someone who looks.",
  "WEB-49":
    "What a session knows of a file is drawn to scale, however large the file and however many the parts.",
  "WEB-50": "What a session knows of a file is told in words.",
  "WEB-51": "Files seen can be sorted, filtered and counted by what has become of them.",
  "WEB-52": "Rules are listed in the order of deciding, and can be removed where they stand in a file.",
  "WEB-53": "The rule that decides about a path is found among those that are listed.",
  "WEB-54": "Settings are trusted by folder; a person's own need no trust.",
  "WEB-55": "A session goes by the name that its client gave, else by the beginning of its id.",
  "WEB-57":
    "A rewind is offered to a moment in words, and for one session alone where that has changed anything.",
  "WEB-56": "A list that is loaded anew stays where it was scrolled to, and shows what is new at its top.",
  "WEB-58": "What the page knows tells those who follow it when it becomes another, and only then.",

  // Examples
  "EXA-1": "Every example ends by itself and well, and says in its last line what it has done.",
  "EXA-2":
    "An example leaves nothing behind: no file in the home or the temporary folder, no program that runs.",
  "EXA-3": "An example speaks to this machine alone.",
  "EXA-4": "Every example is in the table of examples, with the Node that it needs.",
  "EXA-5": "Every way into the package is imported by an example, and told of by a page of the manual.",
  "EXA-6":
    "In the terminal example a change is allowed, refused with a reason that the model is told, or edited first; no answer is a no.",
  "EXA-7":
    "The terminal example shows a coloured diff in a terminal, and what would control the terminal by its number.",
  "EXA-8": "In the console example the question waits for the person who opens the printed link.",
  "EXA-9": "In the example of a disk elsewhere calls fail, and none hangs, when the other half is gone.",

  "FIX-200": "A question that has stood for a while is heard of by a console that opens only then.",
  "FIX-220":
    "A call that came to need a person after it was decided, such as an edit in the turn that reads the file, is made again and asked about; the model is not told that no one can be asked.",
  "FIX-221":
    "Whatever words another implementation asks a person in, a scenario finds other words and no more.",
  "FIX-222": "Whatever codes another implementation has, a scenario finds other codes and no more.",
  "FIX-223":
    "Results with unknown blocks differ in words, and what an implementation has to answer and does not is named.",
  "FIX-224": "Importing the library opens two files of the package, and none that only other ways in need.",
  "FIX-240": "A diff for a file that repeats itself without end takes no longer than others, or is refused.",
  "FIX-241":
    "A scenario, whoever wrote it, changes nothing outside its folder and sets up nothing but what it may.",
  "FIX-242": "A file that should not be there, or is missing, is found whatever its name.",
  "FIX-243":
    "A patch tells neither what is in a file outside the roots that was not read, nor whether there is one.",
  "FIX-244": "A call in LangChain is asked about whatever its id, also one that an earlier call has had.",
  "FIX-245":
    "With the Anthropic SDK a call that was denied is not made, though another has its id and a rule allows it by then.",
  "FIX-246": "What a person has answered is not forgotten for questions that no one has answered.",
  "FIX-247":
    "In the terminal example nothing stands between what is asked and the answer, however a diff looks.",
  "FIX-201": "Lines inserted behind a last line without a line break are counted as what they are.",
  "FIX-202": "A file that ends in our own words is shown by the text editor as it is.",
  "FIX-203":
    "A yes that was given beforehand to the view of a directory outside the roots covers all that it does.",
  "FIX-204": "What a person says besides reaches the model also when the text editor's call fails after all.",
  "FIX-205": "An aborted change of the text editor does not wait for those before it to be answered.",
  "FIX-206": "A denial given before the call of a tool that concerns no file names the tool, not a folder.",
  "FIX-207":
    "With the Claude Agent SDK and nobody to ask, the call of an agent that was started is answered by its own session.",
  "FIX-208": "A reviewer's content counts although the SDK sends the parameters back in another order.",
  "FIX-209":
    "What a model is shown has no half of a character standing alone, whatever a file or a tool has there; the file keeps it.",
  "FIX-210":
    "With the Claude Agent SDK, a session that can't be put away ends neither the process nor the closing of the others.",
  "FIX-211":
    "With OpenAI Agents, what a person rejected is not done because they then approved all calls of the tool, if it is asked about each time.",
  "FIX-260": "A disk in memory is prepared for a test, folders included, with paths that are plain strings.",
  "FIX-261": "The last line of every example says what was done.",
  "FIX-262": "Every decision has a number of its own.",

  // Deciding a call before it is made
  "DEC-1": "decide tells what a person would be asked, with the difference, and changes and asks nothing.",
  "DEC-2":
    "decide says what the call itself then does: allowed, asked with the same question, or refused alike.",
  "DEC-3": "decide is refused by a closed toolkit and ends with its signal.",
  "DEC-4": "An answer given before the call counts for what was seen, and is told as asked and answered.",
  "DEC-5": "Such an answer can refuse with a reason, bring content and a comment, and be remembered.",
  "DEC-6":
    "It counts where the same difference has moved within its file; with content, only for the same whole.",
  "DEC-7": "It does not count for any other change; the refusal tells the model to look and call again.",
  "DEC-8": "Where it does not count, whoever can be asked is asked.",
  "DEC-10": "What was denied before the call is not done, although a rule allows it by then; both are told.",
  "DEC-9": "It never outweighs a rule or mode that denies by the time of the call.",

  // What adapters share
  "APR-1":
    "A call that needs a person waits under its id with its questions; one that needs none, or can only fail, does not.",
  "APR-2": "Answers are handed over once, to the same call with the same input and no other.",
  "APR-3": "What a person answers besides yes goes with the call; without it, the SDK's yes is one.",
  "APR-4": "A reviewer's own input is decided anew; what rules deny stays denied.",
  "APR-5": "Where the toolkit's host has said whom to ask, the SDK asks nobody, unless told to.",
  "APR-6": "No more calls wait than a person can look at, and one that will not be made is forgotten.",
  "APR-7":
    "A strict schema requires every parameter, lets those that may be left out be null, and has no bounds.",
  "APR-8":
    "A toolkit is taken as it is, or made of options with what the SDK can show; its session gets a name.",
  "APR-9":
    "Importing a subpath loads at most the SDK that it is for, and importing the core loads no package.",
  "APR-11": "What waits for a person is kept within a bound of memory, the newest in any case.",
  "APR-10":
    "Every SDK is an optional peer of any version, so that none keeps the package from being installed.",

  // Adapters: agents of every SDK, and what each of them has of its own
  ...adapterRequirements,

  // Tokens in files, files that run later, approval forms
  "HOST-120":
    "An installed HTTP server's token is private: the client's file gets mode 0600 when others could read it, and the plan and the report say so.",
  "HOST-121":
    "A client's file that gets a token and is new, or a kept original, is private whatever the umask.",
  "HOST-122":
    "Every file that runs later, in any spelling or folder, is protected or flagged by one table, and the request says why.",
  "HOST-123": "Memory files of every listed agent are flagged and searched for secrets.",
  "HOST-126":
    "A form that does not show the whole of an approval request offers no yes; the parts follow one after another, and the yes comes with the last.",
  "HOST-127":
    "What 20 forms can't show goes to an open console; without one the form says so and offers only a no.",
  "HOST-128": "The terminal shows paths whole, and takes a yes only after the whole diff was shown.",
  "HOST-129": "A console or a reviewer that was not shown a whole change can't allow it.",

  // For tests of others
  ...testingRequirements,
  // OpenAI Agents: what its models are sent, its approvals, its patches
  "OAI-20": "The Responses API is sent schemas of the tools that its strict mode takes as they are.",
  "OAI-21": "The Responses API is sent a picture that was read as a picture.",
  "OAI-22": "The Responses API is sent a small PDF as a file under its name, unless the host has said no.",
  "OAI-23": "A streamed run of OpenAI Agents waits for a person like any other.",
  "OAI-24":
    "Agents of OpenAI Agents that hand over to each other with the same tools know what has been read.",
  "OAI-25": "An agent of OpenAI Agents that is a tool of another one has its questions reach the person.",
  "OAI-26": "Arguments that are no object, or no JSON, are answered, and nothing is done.",
  "OAI-27": "An approval of OpenAI Agents counts for stored state that is brought back in the same process.",
  "OAI-28":
    "In another process it counts with what was shown and read, and only while the file is as it was.",
  "OAI-29": "In another process without that it counts for nothing, and the model is told to call again.",
  "OAI-30": "Approving all calls of a tool covers what can be allowed for a session, and nothing else.",
  "OAI-31": "An approval may bring a comment that reaches the model, and be remembered for the session.",
  "OAI-32": "Where the toolkit's host has said whom to ask, runs of OpenAI Agents are not interrupted.",
  "OAI-33": "Calls that rules allow or deny interrupt no run of OpenAI Agents.",
  "OAI-40": "A patch is one change of all its hunks, shown by their lines and undone as one.",
  "OAI-41":
    "A patch keeps line endings, byte order mark and encoding, and is refused whole where they can't hold it.",
  "OAI-42":
    "A patch gives what the SDK's own function gives, by an Edit of as few lines as are found only once.",
  "OAI-43": "A file that was not read is not patched, and the refusal tells nothing of what is in it.",
  "OAI-44": "A host may do without the Read; what others write meanwhile is safe all the same.",
  "OAI-45": "A patch of a file that another writer has changed is refused with what has changed.",
  "OAI-46": "A patch needs only its own lines to have been shown.",
  "OAI-47": "A diff that does not apply changes nothing and says what to do, in few words.",
  "OAI-48": "What is no text file, or too large for diffs, is refused in words that name the way on.",
  "OAI-49": "A patch leaves the old content where the disk fails.",
  "OAI-50": "A patch creates files with their folders, and replaces none that is there or comes meanwhile.",
  "OAI-51": "Patches that delete or move are refused with how to go on, and without telling what exists.",
  "OAI-52":
    "Relative paths of patches are taken from the working directory, the first root or the host's folder.",
  "OAI-53": "A patch that needs a person shows them its difference and is made once they agree.",
  "OAI-54": "A patch that a person refuses fails with their reason.",
  "OAI-55": "A patch has what the person made of it, and the model is told.",
  "OAI-56": "A patch changes nothing that the person has not seen, if the file changes while they think.",
  "OAI-57": "Two patches of one file in one turn, approved together, are both made.",
  "OAI-58": "Of two patches that say the same, each has its own answer.",
  "OAI-59": "A patch that can only fail interrupts no run.",
  "OAI-60": "A patch that leads out of the roots is asked about with where it leads, and refused unasked.",
  "OAI-61": "Rules that deny and allow hold for patches.",
  "OAI-62": "A patch goes on from stored state where it is known what the person was shown.",
  "OAI-63": "Approving all patches covers what can be allowed for a session, and nothing else.",
  "OAI-64": "A patch may be answered by the SDK's own handler, which sees what would be done.",

  "ANT-20": "A call that fails is told to the model as failed, in the engine's own words.",
  "ANT-21": "A document is sent to the Messages API as a document.",
  "ANT-22": "Nothing is sent that the Messages API would refuse: no empty text, no picture of another type.",
  "ANT-23":
    "Edit and Write ask for a model that is held to their schemas, which have nothing that is refused there, unless the host says otherwise.",
  "ANT-24": "The tools work in replies that stream, also when they are begun before the reply is over.",
  "ANT-25": "A change that no one can be asked about is refused with how to allow it.",
  "ANT-26":
    "Whoever follows the runner's replies can be asked about each call, and grant, deny or change it; what is left unanswered is refused.",
  "ANT-27":
    "A loop of one's own makes calls by their blocks and gets the blocks that answer them; it can be aborted.",
  "ANT-30":
    "Lines inserted into a text are what splicing its list of lines makes; they take the text's endings, and every other byte stays.",
  "ANT-31":
    "Lines inserted by number change no other byte, whatever the encoding, and are told with their diff.",
  "ANT-32": "Lines are inserted into a file too large to hold where its index says, and can be undone.",
  "ANT-33":
    "An insertion needs the place to have been seen as it is now, and is never carried over to a file that others have changed.",
  "ANT-34":
    "An insertion beyond the end, into nothing or into what is no text is refused with what is there.",
  "ANT-35": "An insertion is an Edit to rules, people and the history.",
  "ANT-40": "The text editor's view shows numbered lines, or a range of them, and how to go on.",
  "ANT-41": "The text editor's view of a directory names its entries and files, on any disk.",
  "ANT-42":
    "A bound on the characters of a view cuts between lines, and what was cut off counts as not seen.",
  "ANT-43": "The text editor replaces a text that stands once, letter by letter, and keeps line endings.",
  "ANT-44": "The text editor creates files, and replaces those that were viewed.",
  "ANT-45":
    "The text editor inserts lines behind a line, by either name that its versions have for the text.",
  "ANT-46": "Changes of one reply are made in the order in which the model wrote them.",
  "ANT-47": "The text editor loses nothing of what others write meanwhile.",
  "ANT-48":
    "The text editor's undo takes this conversation's changes of a file back one by one, is asked about, and leaves alone what others have changed.",
  "ANT-49": "What is no command of the text editor is answered with what is wrong, and nothing is done.",
  "ANT-50":
    "The text editor's failures name the next step in its own words, and quote a file's words as they are.",
  "ANT-51": "The text editor shows pictures.",
  "ANT-52": "A disk that fails, roots and rules hold the text editor back, and the file stays as it was.",
  "ANT-53": "The text editor works in the SDK's tool runner, which offers it by its version alone.",
  "ANT-54": "A call of the text editor can be asked about before it is made, with what it would do.",
  "CAS-20":
    "In the Claude Agent SDK the file tools take the place of its own, also under the names a model knows; its other tools stay.",
  "CAS-21":
    "A rule of the Claude Agent SDK's that lets the file tools pass keeps no person from being asked.",
  "CAS-22":
    "A reviewer who changes the input by the Claude Agent SDK's own means gets what they wrote, and is not asked again.",
  "CAS-23":
    "An agent that an agent of the Claude Agent SDK starts has a conversation of its own, and has read nothing yet.",
  "CAS-24":
    "Once a conversation of the Claude Agent SDK was compacted or cleared, or is another one, a Read answers in full again.",
  "CAS-25": "Without anyone to ask, the Claude Agent SDK's model is told so in the toolkit's words.",
  "CAS-26": "A toolkit that was told whom to ask does so, and the Claude Agent SDK asks nobody.",
  "CAS-27":
    "A query of the Claude Agent SDK that is aborted or interrupted in the middle of a change leaves the file as it was.",
  "CAS-28":
    "Through the Claude Agent SDK a long result arrives whole, and a PDF as text with its pages as pictures.",
  "CAS-29":
    "The server for the Claude Agent SDK lists every tool with its own schema, annotations and how much it may answer.",
  "CAS-30":
    "It answers in blocks of the protocol, with what programs may want beside them, and tells failures as such.",
  "CAS-31":
    "It makes a call that nobody has permitted under its id, or with another input, without any answer of a person.",
  "CAS-32": "It ends a call that its client cancels, and tells how far a long one has come.",
  "CAS-33":
    "The permission callback puts tools of others to the host's own as they are, and refuses them where there is none.",
  "CAS-34":
    "A rule of the user's to ask is put to the host's callback, also where the toolkit would not ask.",
  "CAS-35":
    "A host that answers the Claude Agent SDK by a way of its own is believed once the call comes; one that fails has allowed nothing.",
  "CAS-36": "The server may have another name, which all names of tools then have, if it can be part of one.",
  "CAS-37": "Of agents that were started, a bounded number is remembered; calls of a closed one are refused.",
  "LCH-20":
    "LangChain is interrupted with requests as its own middleware makes them: the question in words with the diff, and the call's id.",
  "LCH-21":
    "All calls of a LangChain turn are asked about at once, and every decision is carried out for its own call.",
  "LCH-22": "A LangChain agent goes back to its model when every call was rejected, which is told why.",
  "LCH-23": "A call that a reviewer edited stands in LangChain's conversation as they wrote it.",
  "LCH-24": "A reviewer's edit in LangChain can't do what rules deny.",
  "LCH-25":
    "Decisions stay with their calls when a LangChain node runs again and fewer calls would be asked about.",
  "LCH-26": "A call rejected in LangChain is never made, whatever rules allow by then.",
  "LCH-27": "A LangChain run that is resumed twice makes its change once.",
  "LCH-28": "An answer to a LangChain interrupt that is none is asked for again, with what is wrong.",
  "LCH-29": "A LangChain call that gets to its tool without a decision is not approved by that.",
  "LCH-30": "The middleware stands beside LangChain's own for other tools.",
  "LCH-31":
    "An approval counts in another process that has LangChain's checkpoint, if the question is the same.",
  "LCH-32": "In another process what was not seen is not done, and the model is told to make the call again.",
  "LCH-33": "A LangChain agent that goes on where nothing is known of its files is told to read them.",
  "LCH-34":
    "A LangChain tool message has text as a string, the status of a failure, and what programs need of it.",
  "LCH-35":
    "Pictures and documents are LangChain's standard content blocks, with the fields of its older ones.",
  "LCH-36":
    "A LangChain tool used by itself answers content, and input that its schema does not know in the tool's own words.",
  "LCH-37": "LangChain tools have strict schemas where that is wanted.",
  "LCH-38": "The tools work in a ToolNode of LangGraph, where the toolkit asks, or refuses if no one can be.",
  "LCH-39": "A graph of one's own can ask in a node before its tools.",
  "LCH-40": "A LangChain run is not interrupted where the toolkit asks.",
  "LCH-41": "A LangChain run that is streamed stops with the request, and goes on streaming.",
  "LCH-42": "An edited call is in every place of a message that packages of LangChain send to a provider.",
  "LCH-43": "A reviewer may make a LangChain call one of another tool, which alone is then approved.",

  // Adapters: the AI SDK
  "AIS-20": "The tools work with streamText, which asks in its stream.",
  "AIS-21": "A PDF goes to the model as a file where the host says that it takes such.",
  "AIS-22": "Providers are shown a strict form of strict tools, and every input reaches the tool itself.",
  "AIS-23": "Results of a stored conversation are shown to the model as they were.",
  "AIS-24": "Where the toolkit is to ask, the SDK asks no one.",
  "AIS-25": "What waits for a person has its diff and its reason, and waits no longer than until the answer.",
  "AIS-26": "A call that was denied in the messages alone is forgotten with the next call.",
  "AIS-27": "An approval counts after a way through a store that changes the order of keys.",
  "AIS-28":
    "An approval that another process asked for allows nothing; the model is told, and the person asked anew.",
  "AIS-29": "Approvals that are made up in the messages allow nothing.",
  "AIS-30": "An approval counts for one call; another call under its id is asked about again.",
  "AIS-31": "An approval may bring a comment for the model and a rule to remember.",
  "AIS-32": "Further tools of the toolkit are offered with the six.",
  "AIS-34": "Approvals that wait can be taken along to another process, with what the model has read.",
  "AIS-33": "Approvals and denials come back from a chat's page through its messages.",

  // Adapters: Mastra
  "MAS-20":
    "A run is suspended with what the person needs to see, and their own content comes with the answer.",
  "MAS-21":
    "A decline reaches the model with its reason, whatever became of the file, and the call waits no longer.",
  "MAS-22": "An answer that is neither yes nor no is a no.",
  "MAS-23": "What was allowed for the session is not asked about again.",
  "MAS-24": "An answer that comes in another process counts for what the person saw, and for nothing else.",
  "MAS-25": "A decision among the model's own parameters counts for nothing.",
  "MAS-26": "Where the toolkit is to ask, no run is suspended.",
  "MAS-27": "A PDF goes to the model as a file where the host says that it takes such.",
  "MAS-28":
    "Schemas stay flat, and wrong input is answered by the tool, past what Mastra does for each provider.",
  "MAS-29": "A tool that is called without an agent is refused what a person would be asked.",
  "MAS-30": "What a hook of the host answers in a tool's place is shown to the model as it is.",
  // Nothing is lost: the history on disk
  "SAFE-1":
    "A history file is held by its descriptor and a lock that ends with the process: what others do to its name loses nothing.",
  "SAFE-2": "Later processes continue a complete history file; two never write one.",
  "SAFE-3": "Recovery finds every unfinished change, whichever history file its records are in.",
  "SAFE-5":
    "Retention removes nothing that a running or planned restore, a recent checkpoint or an unfinished change needs.",
  "SAFE-12": "Damage in the history hides what it hit and nothing else, and is reported.",
  "SAFE-13": "Listing and undoing need the index and the files concerned, however long the history is.",
  "SAFE-10": "Changes and checkpoints are ordered by a sequence that all processes share, never by clocks.",
  "SAFE-11": "One reading of the clock expires nothing: a later one has to confirm it.",

  // Nothing is lost: replacing files
  "SAFE-100": "What fails after new content has its name does not fail the change.",
  "SAFE-101": "A change whose durability the disk did not confirm says so, is recorded, and can be undone.",
  "SAFE-102": "File systems that refuse to sync folders work normally, without a note.",
  "SAFE-103":
    "A lock that can't be removed is reported as an event and fails neither its call nor the next one.",
  "SAFE-104": "A temporary file that can't be removed is reported.",
  "SAFE-105": "A failed change is reported with its own failure, not with that of cleaning up.",
  "SAFE-110": "Whichever operation of the disk fails, the file is old or new and the answer agrees with it.",
  "SAFE-111": "Whichever operation of the disk fails, no rejection is unhandled and no temporary file stays.",
  "SAFE-112": "A full disk fails an edit of a large file and nothing else.",
  "SAFE-119": "Asking whether a file is open for writing never ends the process that asks.",
  "SAFE-120":
    "A file that another program has open for writing is waited for, without blocking, and compared again.",
  "SAFE-121": "What another program writes into a displaced file is kept once it has finished.",
  "SAFE-122": "A program that still has the former file open is reported, and nothing else is called kept.",
  "SAFE-123": "A file that another program renames into place at the last moment is kept.",
  "SAFE-124": "A link or folder that takes the file's name at the last moment stays there.",
  "SAFE-125": "Where names can't be exchanged, a second name or an open file keeps what is displaced.",
  "SAFE-126": "A displaced large file is kept in the history piece by piece.",
  "SAFE-127":
    "A displaced version that the history can't take stays beside the file, and the result names it.",
  "SAFE-128": "A race with a writer during a write in place is reported as such, not as a fault of the disk.",
  "SAFE-129": "A write in place is one call, and cuts the file only if it gets shorter.",
  "SAFE-130":
    "After a crash, a displaced version of another program is kept before its temporary name is removed.",
  "SAFE-131":
    "Races with seven kinds of outside writers lose nothing but what falls into their own opening of the file.",
  "SAFE-132": "A file is found and read under its own path while it exchanges names with its successor.",
  "SAFE-133":
    "While a file is written in place, other programs that open it wait, if the system allows that.",
  "SAFE-135": "A write in place that fails halfway puts the old content back.",
  "SAFE-136":
    "A torn file is reported as torn, with the change that has its former content, and the next start restores it.",
  "SAFE-137": "A disk without room is found out before a write in place overwrites anything.",
  "SAFE-140": "Extended attributes and access lists are kept without the programs for them.",
  "SAFE-141": "A replaced file gets no access list that the old one did not have.",
  "SAFE-142": "Where attributes can't be read, files are written in place, and result and doctor say so.",
  "SAFE-143": "A file whose access list can't be kept is written in place.",

  // Nothing is lost: what Edit writes
  "SAFE-150":
    "Undo, redo and rewind that meet a failing disk or a lock reject with a ToolError: what failed at which file, and what to do.",
  "SAFE-151":
    "A text that is not found because carriage returns differ is refused with that reason, not with whitespace.",
  "SAFE-152":
    "Blanks at the ends of new lines stay where the replaced text has such blanks or columns, and always in .csv, .tsv and .tab files.",
  "SAFE-153":
    "In a file whose lines end with lone carriage returns, new lines do too: in Edit, in an insertion by line, and in Write with lineEndings preserve.",
  "SAFE-154":
    "A file that is UTF-8 but for a few invalid bytes stays UTF-8: every byte comes back from its text, whatever the bytes.",
  "SAFE-155":
    "In such a file Read shows U+FFFD for each invalid byte, new text is written as UTF-8, and every byte outside the replaced text stays.",
  "SAFE-156":
    "New text never writes U+FFFD over bytes that are only shown as it: such an Edit or Write is refused, and nothing is changed.",
  "SAFE-157":
    "Where the encoding is a guess, or ISO-2022, characters outside ASCII that the file does not have are refused with that reason; ASCII is written.",
  "SAFE-158": "A change that would touch encoded text of ISO-2022 is refused, and nothing is changed.",
  "SAFE-159":
    "A Read that a refusal advises is answered: the call that it names has been tried, and where a whole file is too long it names one that fits.",
  "SAFE-160":
    "replace_all over hundreds of thousands of places is done in steps, between which others get their turn; its hunks lead to the new text.",
  "SAFE-161":
    "Very many replaced places near to each other are kept as few, from which undo brings back the same bytes.",
  "SAFE-162":
    "A long text that repeats itself is looked for in time that grows with the lengths, not with their product, and found as a plain search finds it.",

  // Nothing is lost: undo, redo and rewind of several files
  "SAFE-170":
    "If one file of a rewind, undo or redo fails, those before it are rolled back, and the answer names it.",
  "SAFE-171":
    "If another program changes a file in the middle of a rewind, its work stays and the rest is rolled back.",
  "SAFE-172":
    "If a rollback is impossible, the answer names exactly which files are restored and which are not.",
  "SAFE-173":
    "With onConflict: skip, the other files are restored, those left out are named, and isDone is false.",
  "SAFE-174":
    "After a process is killed at any step of a rewind, a restart finds all files as before it or all as after it.",
  "SAFE-175": "Steps over several files take their locks in one order: they can't wait for each other.",
  "SAFE-176":
    "Recovery leaves groups of other projects, and files that rules deny, to processes that work there and may change them.",
  "SAFE-177": "Exit code, words and JSON of the command line agree with the result of the library.",
  "SAFE-178": "Several changes of a file too large to hold are undone together.",
  "SAFE-179": "A history that can't be written in the middle of a rewind leaves no file unnamed.",
  "SAFE-180": "A rewind holds the contents of one file at a time, whatever the number of files.",
  "SAFE-181": "The patches of a result are bounded in total; files without theirs are marked.",
  "SAFE-185": "A version that a change displaced can be read and restored, by a change that can be undone.",
  "SAFE-186":
    "Any version of a change's file can be restored; the file must be unchanged between plan and commit.",
  "SAFE-187": "Versions of files that are denied by now are neither shown nor restored.",
  "SAFE-188": "`filewright history show` names the kept versions of a change, and prints them byte for byte.",
  "SAFE-189": "`filewright restore` puts a version back after showing what happens to the file.",
  "SAFE-190": "The console's timeline names displaced versions and restores them.",
  "SAFE-191":
    "A result that mentions a displaced version says who can get it back, and hands no command to the model.",

  // Nothing is lost: the torture kit
  "SAFE-200":
    "The torture kit reports a version that was acknowledged, or written by another program, and is nowhere.",
  "SAFE-201": "The torture kit reports a file that holds parts of several versions.",
  "SAFE-202": "The torture kit reports answers that the disk or the history contradicts.",
  "SAFE-203": "The torture kit reports temporary files that are left and a history that can't be listed.",
  "SAFE-204": "The torture kit accepts runs in which nothing was lost.",
  "SAFE-205": "The torture kit counts an outside write as a race only if it fell into the time of a change.",
  "SAFE-206": "The torture kit repeats its choices for the same seed.",
  "SAFE-207": "The torture kit runs parts and cases by name and exits with whether one failed.",

  // For tests of others
  ...testingRequirements,
};
