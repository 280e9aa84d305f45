/** Which scanner colours a file, by its name. Twenty-odd languages: those that agents are most often seen to write. */
import {
  blockComment,
  characterText,
  type Language,
  lineComment,
  longText,
  oneLineText,
  type TextForm,
  wordComment,
  words,
} from "./language.js";
import { createScanner, type LineScanner } from "./scan-line.js";
import { scanMarkdown } from "./scan-markdown.js";
import { scanMarkup } from "./scan-markup.js";

const double = oneLineText('"');
const single = oneLineText("'");
const cComments: readonly TextForm[] = [lineComment("//"), blockComment("/*", "*/")];
const hash = wordComment("#");

/** What languages with braces have in common, or what has no other meaning in those of them that lack it. */
const BRACES =
  "abstract as async await bool break case catch char class const continue default do double else enum extends false finally float for if implements import in instanceof int interface let long namespace new null override private protected public readonly return short static string struct super switch this throw true try var void while yield";

const script: Language = {
  forms: [...cComments, double, single, longText("`")],
  keywords: words(
    `${BRACES} any boolean constructor declare delete export from function get keyof never number object of satisfies set type typeof undefined unknown`,
  ),
  wordCharacters: "$@",
  hasRegex: true,
};
const json: Language = { forms: [...cComments, double], keywords: words("true false null"), keyMark: ":" };
const python: Language = {
  forms: [hash, longText('"""'), longText("'''"), double, single],
  keywords: words(
    "and as assert async await break case class continue def del elif else except False finally for from global if import in is lambda match None nonlocal not or pass raise return self True try while with yield",
  ),
  wordCharacters: "@",
};
const rust: Language = {
  forms: [...cComments, longText('"'), characterText],
  keywords: words(
    "as async await bool break char const continue crate dyn else enum extern f64 false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str struct super trait true type u8 u32 u64 unsafe use usize where while",
  ),
};
const go: Language = {
  forms: [...cComments, double, { ...longText("`"), hasEscapes: false }, characterText],
  keywords: words(
    "any bool break byte case chan const continue default defer else error false float64 for func go if import int int64 interface map nil package range return select string struct switch true type var",
  ),
};
const c: Language = {
  forms: [...cComments, double, characterText],
  keywords: words(
    `${BRACES} auto constexpr delete explicit extern goto inline nullptr NULL operator signed size_t sizeof template typedef typename union unsigned using virtual volatile #include #define #ifdef #ifndef #if #else #endif #pragma`,
  ),
  wordCharacters: "#",
};
/** And what has grown around it: Kotlin, C#, Scala, Dart, Swift. */
const java: Language = {
  forms: [...cComments, longText('"""'), double, characterText],
  keywords: words(
    `${BRACES} actor boolean byte data defer extension final foreach fun func get guard init inout internal is nil object open package protocol record sealed self Self set some suspend throws typealias using val weak when where`,
  ),
  wordCharacters: "@",
};
const php: Language = {
  forms: [...cComments, hash, double, single],
  keywords: words(
    `${BRACES} and array echo elseif final fn foreach function global include match or require require_once self trait use`,
  ),
  wordCharacters: "$",
};
const ruby: Language = {
  forms: [hash, double, single],
  keywords: words(
    "and begin break case class def do else elsif end ensure extend false for if in include module next nil not or private protected public raise require require_relative rescue return self super then true unless until when while yield",
  ),
  wordCharacters: "@?",
};
const lua: Language = {
  forms: [blockComment("--[[", "]]"), lineComment("--"), longText("[[", "]]"), double, single],
  keywords: words(
    "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
  ),
};
const shell: Language = {
  forms: [hash, double, { ...single, hasEscapes: false }],
  keywords: words(
    "break case cd continue do done echo elif else esac eval exec exit export false fi for function if in local read readonly return set shift source test then trap true unset until while ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM RUN USER WORKDIR ifeq ifneq endif include .PHONY",
  ),
  wordCharacters: "$-.",
};
const yaml: Language = {
  forms: [hash, double, { ...single, hasEscapes: false }],
  keywords: words("true false null yes no on off ~"),
  wordCharacters: "-./$",
  keyMark: ":",
};
const toml: Language = {
  forms: [hash, wordComment(";"), longText('"""'), longText("'''"), double, single],
  keywords: words("true false inf nan null"),
  wordCharacters: "-.",
  keyMark: "=",
};
const css: Language = {
  forms: [...cComments, double, single],
  keywords: words(
    "@media @import @supports @keyframes @font-face @layer @container @use @include @mixin and not only or",
  ),
  wordCharacters: "-@#%",
  keyMark: ":",
};
const sql: Language = {
  forms: [lineComment("--"), blockComment("/*", "*/"), { ...single, hasEscapes: false }, double],
  keywords: words(
    "add all alter and as asc begin between by case check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full function grant group having if in index inner insert int integer into is join key left like limit not null offset on or order outer over partition primary references returning right rollback select set table text then timestamp transaction trigger true union unique update using values varchar view when where with",
  ),
  foldsCase: true,
};

const BY_ENDING: readonly (readonly [string, Language | LineScanner])[] = [
  ["ts tsx mts cts js jsx mjs cjs", script],
  ["json jsonc json5 ipynb webmanifest map", json],
  ["py pyi pyw", python],
  ["rs", rust],
  ["go", go],
  ["c h cc cpp cxx hh hpp m mm", c],
  ["java kt kts cs scala groovy gradle dart swift", java],
  ["php", php],
  ["rb rake gemspec", ruby],
  ["lua", lua],
  ["sh bash zsh fish ksh dockerfile makefile mk justfile containerfile env", shell],
  ["yml yaml", yaml],
  ["toml ini cfg conf properties editorconfig", toml],
  ["css scss less", css],
  ["html htm xml svg xhtml vue svelte astro xaml csproj plist", scanMarkup],
  ["md mdx markdown", scanMarkdown],
  ["sql psql ddl", sql],
];

export interface Colouring {
  readonly scan: LineScanner;
  /** The state of a line that begins within a comment; 0 when that can't be told from what follows. */
  readonly inComment: number;
}

/** How a file of this name is coloured; undefined when it is shown plainly. */
export function findColouring(path: string): Colouring | undefined {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const found = BY_ENDING.find(([endings]) => endings.split(" ").includes(ending))?.[1];
  if (typeof found === "function") return { scan: found, inComment: 0 };
  if (found === undefined) return undefined;
  return { scan: createScanner(found), inComment: found.forms.findIndex(({ open }) => open === "/*") + 1 };
}

/** Whether lines from the middle of a file begin within a comment: its end comes, and no beginning before. */
export function beginInComment(lines: readonly string[]): boolean {
  for (const line of lines) {
    if (line.includes("/*")) return false;
    // The end of a comment, and not of some pattern of paths.
    if (line.includes("*/")) return line.trimStart().startsWith("*") || line.trimEnd().endsWith("*/");
  }
  return false;
}
