/** Engines with checks taken out, to show that the campaign finds what they let through. None of this is shipped. */
import type { Alteration } from "./engine.js";

const method = (head: string, body: string): Alteration => ({
  find: new RegExp(`^(\\t(?:async )?${head}\\([^)\\n]*\\) \\{)$`, "m"),
  replace: `$1 ${body}`,
});
const fn = (head: string, body: string): Alteration => ({
  find: new RegExp(`^((?:async )?function ${head}\\([^)\\n]*\\) \\{)$`, "m"),
  replace: `$1 ${body}`,
});

/** The path guard and the rules allow everything: what is left is the sandbox. */
export const allowAll: readonly Alteration[] = [
  method("contains", "return true;"),
  method("findClosedPlace", "return undefined;"),
  method("findTwin", "return undefined;"),
  fn("decide", 'return { answer: "allow", by: { kind: "mode", mode: "bypassPermissions" } };'),
  fn("findDenyRule", "return undefined;"),
  fn("isProcessFile", "return false;"),
];

/** What lies outside the roots counts as inside. */
export const noRoots: readonly Alteration[] = [method("contains", "return true;")];

/** Deny rules hold for what is opened, not for what is listed and quoted. */
export const tellsNames: readonly Alteration[] = [fn("createShowPolicy", "return () => true;")];

/** Changes of files that are denied by now are still listed. */
export const tellsHistory: readonly Alteration[] = [method("createShowFilter", "return () => true;")];

/** Rules for folders are asked only about folders that exist. */
export const tellsExistence: readonly Alteration[] = [fn("findDenyOfFolder", "return undefined;")];

/** Hard links of denied files are not looked for. */
export const noHardLinks: readonly Alteration[] = [method("findTwin", "return undefined;")];

/** What was opened is not compared with what was judged. */
export const unprovedOpening: readonly Alteration[] = [
  fn("refuseMoved", "return;"),
  fn("isUnjudgedLink", "return false;"),
];

/** The folder that is written to is not compared with what was judged, and may be a link. */
export const unprovedFolders: readonly Alteration[] = [
  // The bundle has another function of this name.
  { find: /^(function openDirectory\S*\(\w+, tellsPaths\) \{)$/m, replace: "$1 tellsPaths = false;" },
  { find: /if \((\S+)\.realpathSync\.native\(path\) !== path\) throw/, replace: "if (false) throw" },
];

/** A denied file that exists takes longer to refuse. */
export const tellsByTime: readonly Alteration[] = [
  {
    find: /^(function judgeAccess\([^)\n]*\) \{)$/m,
    replace:
      "$1 if (access.stat !== undefined) { const until = performance.now() + 8; while (performance.now() < until); }",
  },
];
