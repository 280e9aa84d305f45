/** One file under many spellings: what guards takes all of them for one, what allows only those that the volume does. */
import { describe, expect, it } from "vitest";
import { compileLines, request } from "../support/permission-rules.js";

type Case = readonly [
  pattern: string,
  path: string,
  isGuarded: boolean,
  isAllowed: boolean,
  isAllowedFolded: boolean,
];

const composed = "caf\u00e9";
const decomposed = "cafe\u0301";

describe("Letters", () => {
  it.each<Case>([
    [".env", ".ENV", true, false, true],
    [".ENV", ".env", true, false, true],
    ["SECRETS/**", "secrets/a", true, false, true],
    ["[a-c].txt", "B.TXT", true, false, true],
    ["[[:upper:]].txt", "b.txt", true, false, true],
    [`${composed}.txt`, `${decomposed}.txt`, true, false, true],
    [`${decomposed}.txt`, `${composed}.txt`, true, false, true],
    [`${composed}.txt`, `${composed}.txt`, true, true, true],
    ["STRASSE.txt", "stra\u00dfe.txt", true, false, true],
    ["\u03a3\u0391\u03a3*", "\u03c3\u03b1\u03c2", true, false, true],
    ["kelvin", "\u212aelvin", true, false, true],
    ["\u017fecret", "SECRET", true, false, true],
    // As they are written, also where folding leaves nothing to match.
    ["[!A-Z]*.txt", "abc.txt", true, true, false],
    ["[![:upper:]]x", "ax", true, true, false],
    ["[!a-z]x", "Ax", true, true, false],
    ["stra?e.txt", "stra\u00dfe.txt", true, true, false],
    ["stra[\u00df]e.txt", "stra\u00dfe.txt", true, true, false],
    // HFS+ leaves these out of names; other volumes do not.
    [".env", ".e\u200cnv", true, false, false],
    [".env", "\ufeff.env\u202e", true, false, false],
    [".git/**", ".g\u200dit/config", true, false, false],
    [".e\u206anv", ".env", true, false, false],
    ["\u200d", "\u200d", true, true, true],
    ["\u200d", "other", false, false, false],
    // Other characters, which no volume takes for the same.
    [".env", "\uff0eenv", false, false, false],
    [".env", ".env\u00a0", false, false, false],
    [".env", ".env ", false, false, false],
    [".env", ".env.", false, false, false],
    [".env", ".env:x", false, false, false],
  ])(
    "of %j cover %j in deny: %s, in allow: %s, on a volume that folds: %s [PERM-8]",
    (pattern, path, ...expected) => {
      const rules = compileLines([`deny Read(${pattern})`, `ask Read(${pattern})`, `allow Read(${pattern})`]);
      const asked = request(`read /w/app/${path}`);
      const folding = { ...asked, foldsCase: true };
      expect([
        rules.find("deny", asked) !== undefined,
        rules.find("allow", asked) !== undefined,
        rules.find("allow", folding) !== undefined,
      ]).toEqual(expected);
      expect(rules.find("ask", asked) !== undefined).toBe(expected[0]);
      expect(rules.find("deny", folding) !== undefined).toBe(expected[0]);
    },
  );

  it.each<readonly [string, string, boolean, boolean]>([
    ["Read(~/.ssh/**)", "/HOME/Me/.SSH/id", true, false],
    ["Read(.env)", "/W/App/.env", true, false],
    ["Read(/a)", "/W/APP/a", true, false],
  ])(
    "of the folders that %s begins at cover %s in deny: %s, in allow: %s [PERM-8]",
    (rule, path, isGuarded, isAllowed) => {
      const rules = compileLines([`deny ${rule}`, `allow ${rule}`]);
      const asked = request(`read ${path}`);
      expect(rules.find("deny", asked) !== undefined).toBe(isGuarded);
      expect(rules.find("allow", asked) !== undefined).toBe(isAllowed);
      expect(rules.find("allow", { ...asked, foldsCase: true }) !== undefined).toBe(true);
    },
  );

  it.each<readonly [rule: string, path: string, isGuarded: boolean, isAllowed: boolean]>([
    ["Read(//c/**/.env)", "C:\\Users\\alice\\.env", true, true],
    ["Read(//c/**/.env)", "D:\\Users\\alice\\.env", false, false],
    ["Read(//**/.env)", "D:\\x\\.env", true, true],
    ["Read(//c/Users/alice/**)", "c:\\users\\ALICE\\a", true, true],
    ["Read(~/.ssh/**)", "C:\\Users\\me\\.ssh\\id_rsa", true, true],
    ["Read(.env)", "C:\\w\\app\\sub\\.env", true, true],
    ["Read(.env)", "\\\\?\\C:\\w\\app\\.env", true, true],
    ["Read(.env)", "C:\\w\\app\\.env.", true, false],
    ["Read(.env)", "C:\\w\\app\\.env . ", true, false],
    ["Read(.env)", "C:\\w\\app\\.env::$DATA", true, false],
    ["Read(.env)", "C:\\w\\app\\.env:stream", true, false],
    ["Read(secrets/**)", "C:\\w\\app\\secrets.\\key", true, false],
    ["Read(secrets./**)", "C:\\w\\app\\secrets\\key", true, false],
    ["Read(secrets/**)", "C:\\w\\app\\secrets::$INDEX_ALLOCATION\\key", true, false],
    ["Read(C:\\w\\app\\secrets\\**)", "C:\\w\\app\\secrets\\key", true, false],
    ["Read(secrets\\**)", "C:\\w\\app\\secrets\\key", true, false],
    ["Read(secrets\\keys\\*)", "C:\\w\\app\\secrets\\keys\\a", true, false],
    ["Read(a.txt)", "C:\\w\\app\\...\\a.txt", true, false],
    ["Read(x)", "\\\\server\\share\\x", false, false],
    ["Read(//server/share/x)", "\\\\server\\share\\x", true, true],
  ])(
    "of Windows paths: %s covers %s in deny: %s, in allow: %s [PERM-8]",
    (rule, path, isGuarded, isAllowed) => {
      const where = {
        platform: "win32" as const,
        workingDirectories: ["C:\\w\\app"],
        roots: ["C:\\w\\app\\"],
        homes: ["C:\\Users\\me"],
      };
      const rules = compileLines([`deny ${rule}`, `allow ${rule}`], where);
      const asked = { ...request("read /x"), path, realPath: path, foldsCase: true };
      expect(rules.find("deny", asked) !== undefined).toBe(isGuarded);
      expect(rules.find("allow", asked) !== undefined).toBe(isAllowed);
    },
  );

  it.each<readonly [string, string]>([
    ["Read(secrets\\keys\\*)", "read /w/app/secrets/keys/a"],
    ["Read(secrets\\.env)", "read /w/app/secrets/.env"],
    ["Read(secrets\\.env)", "read /w/app/secrets.env"],
    ["Read(*\\.pem)", "read /w/app/a.pem"],
    ["Read(../other/*.key)", "read /w/other/a.key"],
    ["Read(../../x)", "read /x"],
    ["Read(../../../../x)", "read /x"],
    ["Read(..)", "read /w/anything"],
    ["Read(~/../you/**)", "read /home/you/a"],
  ])("of a pattern that is written oddly still guard: %s, %s [PERM-8]", (rule, asked) => {
    expect(compileLines([`deny ${rule}`]).find("deny", request(asked))?.text).toBe(rule);
  });
});
