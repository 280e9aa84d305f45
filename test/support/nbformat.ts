/** Jupyter's own judgement of notebooks, where its package for Python is installed. */
import { spawnSync } from "node:child_process";

const PYTHONS: readonly string[] = ["/usr/bin/python3", "python3"];

const JUDGE = `
import json, sys, warnings
warnings.simplefilter("ignore")
import nbformat.validator
def judge(text):
    try:
        notebook = json.loads(text)
        return notebook["nbformat"] == 4 and nbformat.validator.isvalid(notebook)
    except Exception:
        return False
print(json.dumps([judge(text) for text in json.load(sys.stdin)]))
`;

/** For each text whether Jupyter takes it; undefined, and said on standard error, where nobody can be asked. */
export function askNbformat(texts: readonly string[], title: string): boolean[] | undefined {
  for (const python of PYTHONS) {
    const { status, stdout } = spawnSync(python, ["-c", JUDGE], {
      input: JSON.stringify(texts),
      maxBuffer: 1 << 28,
    });
    if (status === 0) return JSON.parse(stdout.toString()) as boolean[];
  }
  process.stderr.write(`Shown by our own rules only, without Python's nbformat: ${title}\n`);
  return undefined;
}
