/** Languages with string literals, and their real parsers. Each parser judges many texts in one process. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";

export interface Language {
  readonly name: string;
  readonly delimiters: readonly ("'" | '"')[];
  /** One line of code with at least one literal; the number makes names unique. */
  readonly statement: (literals: readonly string[], number: number) => string;
  readonly comment?: (text: string) => string;
  readonly file: (lines: readonly string[]) => string;
  /** The command that succeeds if the parser is installed; without one it always is. */
  readonly probe?: readonly [program: string, ...args: string[]];
  readonly parse: (texts: readonly string[]) => readonly boolean[];
}

const both = ["'", '"'] as const;
const python = ["python3", "-c", "import sqlite3, tomllib"] as const;
const joinLines = (lines: readonly string[]): string => `${lines.join("\n")}\n`;
const call = (literals: readonly string[], number: number): string =>
  number % 2 === 0 ? `log(${literals.join(", ")});` : `x${number} = ${literals.join(" + ")};`;

function parseEach(parse: (text: string) => unknown): (texts: readonly string[]) => boolean[] {
  return (texts) =>
    texts.map((text) => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    });
}

export function isInstalled({ probe }: Language): boolean {
  if (probe === undefined) return true;
  const [program, ...args] = probe;
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}

/** Runs a program that reads texts as JSON and prints for each whether it parses. */
function askProgram(program: string, args: readonly string[], texts: readonly string[]): boolean[] {
  const { stdout, stderr } = spawnSync(program, args, { input: JSON.stringify(texts), maxBuffer: 1 << 26 });
  const answers: unknown = JSON.parse(stdout.toString() || "null");
  if (!Array.isArray(answers)) throw new Error(`${program} gave no answer: ${stderr.toString()}`);
  return answers.map((answer) => answer === true);
}

const askPython =
  (parse: string) =>
  (texts: readonly string[]): boolean[] =>
    askProgram("python3", ["-c", PYTHON_JUDGE, parse], texts);

const PYTHON_JUDGE = `
import ast, json, sys, tomllib, sqlite3, xml.etree.ElementTree
def sql(text):
    base = sqlite3.connect(":memory:")
    base.executescript("CREATE TABLE t (a);" + text)
parse = {"python": ast.parse, "toml": tomllib.loads, "sql": sql, "xml": xml.etree.ElementTree.fromstring}[sys.argv[1]]
def judge(text):
    try:
        parse(text)
        return True
    except Exception:
        return False
print(json.dumps([judge(text) for text in json.load(sys.stdin)]))
`;

/** Runs a command for each text in one shell; the text is in the file that the command is given. */
const checkEach =
  (command: string) =>
  (texts: readonly string[]): boolean[] => {
    const folder = mkdtempSync(join(tmpdir(), "filewright-parse-"));
    try {
      for (const [index, text] of texts.entries()) writeFileSync(join(folder, String(index)), text);
      const script = `for ((i = 0; i < ${texts.length}; i++)); do if ${command} "$i" >/dev/null 2>&1; then echo true; else echo false; fi; done`;
      const { stdout } = spawnSync("bash", ["-c", script], { cwd: folder });
      return stdout
        .toString()
        .trim()
        .split("\n")
        .map((line) => line === "true");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

export const languages: readonly Language[] = [
  {
    name: "JavaScript",
    delimiters: both,
    statement: call,
    comment: (text) => `// ${text}`,
    file: joinLines,
    parse: parseEach((text) => parseAst(text, { lang: "js" })),
  },
  {
    name: "TypeScript",
    delimiters: both,
    statement: (literals, number) => `const x${number}: string[] = [${literals.join(", ")}];`,
    comment: (text) => `/* ${text} */`,
    file: joinLines,
    parse: parseEach((text) => parseAst(text, { lang: "ts" })),
  },
  {
    name: "TSX",
    delimiters: both,
    statement: ([first = "", ...others], number) =>
      `const x${number} = <p title=${first}>{[${others.join(", ")}]} and more</p>;`,
    comment: (text) => `// ${text}`,
    file: joinLines,
    parse: parseEach((text) => parseAst(text, { lang: "tsx" })),
  },
  {
    name: "JSON",
    delimiters: ['"'],
    statement: (literals, number) => `  "x${number}": [${literals.join(", ")}],`,
    file: (lines) => `{\n${lines.join("\n")}\n  "end": 0\n}\n`,
    parse: parseEach((text) => JSON.parse(text)),
  },
  {
    name: "Python",
    delimiters: both,
    statement: (literals, number) => call(literals, number).slice(0, -1),
    comment: (text) => `# ${text}`,
    file: joinLines,
    probe: python,
    parse: askPython("python"),
  },
  {
    name: "TOML",
    delimiters: both,
    statement: (literals, number) => `x${number} = [${literals.join(", ")}]`,
    comment: (text) => `# ${text}`,
    file: joinLines,
    probe: python,
    parse: askPython("toml"),
  },
  {
    name: "SQL",
    delimiters: ["'"],
    statement: (literals, number) => `SELECT ${literals.join(" || ")} AS "x${number}" FROM "t";`,
    comment: (text) => `-- ${text}`,
    file: joinLines,
    probe: python,
    parse: askPython("sql"),
  },
  {
    name: "XML",
    delimiters: both,
    statement: (literals, number) =>
      `<x${number} ${literals.map((literal, index) => `a${index}=${literal}`).join(" ")}>text</x${number}>`,
    comment: (text) => `<!-- ${text} -->`,
    file: (lines) => `<all>\n${lines.join("\n")}\n</all>\n`,
    probe: python,
    parse: askPython("xml"),
  },
  {
    name: "shell",
    delimiters: both,
    statement: (literals, number) => `x${number}=${literals.join("; echo ")}`,
    comment: (text) => `# ${text}`,
    file: joinLines,
    probe: ["bash", "--version"],
    parse: checkEach("bash -n"),
  },
  {
    name: "Perl",
    delimiters: both,
    statement: (literals, number) => `my $x${number} = join(${literals.join(", ")});`,
    comment: (text) => `# ${text}`,
    file: joinLines,
    probe: ["perl", "--version"],
    parse: checkEach("perl -c"),
  },
];
