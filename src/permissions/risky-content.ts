/**
 * What a change adds that runs code from elsewhere, by its content: downloads that are run at once, scripts, frames and
 * modules of other hosts. What the file had before is not told again. The same words are graver in a script than in a
 * document that only speaks of them.
 */
import type { ReviewFlag, Risk } from "./ask.js";
import { findRunDownloads, type RunDownload } from "./downloaded-code.js";
import { isManifestName } from "./manifest-names.js";
import { findRemoteCode, type RemoteCode } from "./remote-code.js";
import { decodeEscapes } from "./remote-references.js";

export interface ContentChange {
  readonly path: string;
  /** The lines that come, with the text around them, before and after. */
  readonly before: string;
  readonly after: string;
  /** There is more of it than was looked through. */
  readonly isCut: boolean;
  /** Whether something runs the file: its mode says so, or the place it lies in. */
  readonly isRun: boolean;
}

/** How a file's text is used. */
type Use = "script" | "source" | "document" | "other";

const DOCUMENT = /\.(?:md|mdx|markdown|mdown|rst|txt|text|adoc|asciidoc|org|tex|log|csv|tsv|po|srt)$/i;
const SCRIPT =
  /\.(?:sh|bash|zsh|fish|ksh|csh|ps1|psm1|psd1|bat|cmd|command|vbs|applescript|ipynb|mk|just|dockerfile|containerfile|bats|ebuild|nix)$|(?:^|\/)(?:(?:gnu)?makefile|justfile|dockerfile|containerfile|jenkinsfile|vagrantfile|procfile|rakefile|pkgbuild)[^/]*$/i;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|pyw|rb|pl|pm|php|lua|tcl|go|rs|java|kt|scala|swift|cs|c|cc|cpp|h|hpp|vue|svelte|astro|ex|exs|dart|r|jl|groovy|gradle)$/i;
const LINE_COMMENT_SOURCE =
  /\.(?:[cm]?[jt]sx?|go|rs|java|kt|scala|swift|cs|c|cc|cpp|h|hpp|vue|svelte|astro|dart|groovy|gradle|php)$/i;
/** Markup and modules; elsewhere a tag or an import is only text. */
const LOADING =
  /\.(?:x?html?|svg|xml|xsl|vue|svelte|astro|php|phtml|jsp|aspx?|cshtml|erb|ejs|hbs|handlebars|mustache|njk|twig|liquid|jinja2?|j2|tmpl|tpl|pug|haml|mdx?|markdown|[cm]?[jt]sx?)$/i;
/** In the source of a program a command is only a text, unless something starts it. */
const STARTS =
  /\b(?:exec\w*|spawn\w*|system|popen|subprocess|check_call|check_output|run|shell\w*|processbuilder|command|sh|os\.\w+)\b\s*[(.!]|`/i;
const MAX_COMMAND = 100;
const TOO_LONG: ReviewFlag = {
  kind: "runs-download",
  risk: "warning",
  text: "is too long to be looked through for downloads that it runs",
};

export function findRiskyContent(
  { path, before, after, isCut, isRun }: ContentChange,
  show: (text: string) => string,
): readonly ReviewFlag[] {
  const [old, next] = [decodeEscapes(before), decodeEscapes(after)];
  const use = findUse(path, next, isRun);
  const comment = LINE_COMMENT_SOURCE.test(path) ? "//" : "#";
  const runs = subtract(findRunDownloads(next, { comment }), findRunDownloads(old, { comment }));
  const loads = LOADING.test(path) ? subtract(findRemoteCode(next), findRemoteCode(old)) : [];
  const isProgram = use === "script" || use === "source";
  return [
    ...(isCut && isProgram ? [TOO_LONG] : []),
    ...runs.map((found) => describeRun(found, use, show)),
    ...loads.map((found) => describeLoad(found, use, show)),
  ];
}

function findUse(path: string, text: string, isRun: boolean): Use {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (isRun || text.startsWith("#!") || isManifestName(name) || SCRIPT.test(path)) return "script";
  if (SOURCE.test(path)) return "source";
  return DOCUMENT.test(path) ? "document" : "other";
}

function describeRun(
  { command, isComment }: RunDownload,
  use: Use,
  show: (text: string) => string,
): ReviewFlag {
  const quoted = show(command.slice(0, MAX_COMMAND));
  if (isComment || use === "document")
    return {
      kind: "runs-download",
      risk: "notice",
      text: `mentions a command that runs what it downloads: ${quoted}`,
    };
  const isStarted = use === "script" || (use === "source" && STARTS.test(command));
  return {
    kind: "runs-download",
    risk: isStarted ? "danger" : "warning",
    text: `runs code that it downloads or decodes: ${quoted}`,
  };
}

function describeLoad(
  { what, host, isPinned }: RemoteCode,
  use: Use,
  show: (text: string) => string,
): ReviewFlag {
  const verbs = { script: "loads a script from", frame: "shows a page of", import: "imports code from" };
  const risk: Risk = use === "document" || isPinned ? "notice" : "warning";
  return { kind: "remote-code", risk, text: `${verbs[what]} ${show(host)}` };
}

/** Returns the findings that occur more often than before the change. */
function subtract<Found>(found: readonly Found[], before: readonly Found[]): readonly Found[] {
  const left = before.map((each) => JSON.stringify(each));
  return found.filter((each) => {
    const at = left.indexOf(JSON.stringify(each));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
