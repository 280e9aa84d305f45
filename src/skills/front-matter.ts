/** What a skill says of itself at the head of its SKILL.md: a few `key: value` lines between two lines of dashes. */
import { clip } from "../text/clip.js";
import { visible } from "../text/visible.js";

export interface SkillHead {
  readonly name: string;
  readonly description: string | undefined;
}

const MAX_NAME = 100;
const MAX_DESCRIPTION = 1024;
const KEY = /^([A-Za-z][\w-]{0,63})[ \t]{0,8}:(?:[ \t]|$)/;

/** `text` may be only the beginning of the file. A skill without a name is called like its folder. */
export function readSkillHead(text: string, folderName: string): SkillHead {
  const values = readValues(text);
  const description = toOneLine(values.get("description") ?? "", MAX_DESCRIPTION);
  return {
    name: toOneLine(values.get("name") ?? "", MAX_NAME) || toOneLine(folderName, MAX_NAME),
    description: description === "" ? undefined : description,
  };
}

/** Values that go on over several lines are joined; anything that is more than text is left as it is written. */
function readValues(text: string): ReadonlyMap<string, string> {
  const [first, ...lines] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const values = new Map<string, string>();
  if (first?.trimEnd() !== "---") return values;
  let key: string | undefined;
  for (const line of lines) {
    if (line.trimEnd() === "---" || line.trimEnd() === "...") break;
    const found = KEY.exec(line);
    if (found !== null) {
      key = found[1]?.toLowerCase();
      if (key !== undefined && !values.has(key)) values.set(key, beginValue(line.slice(found[0].length)));
      else key = undefined;
    } else if (key !== undefined && /^[ \t]/.test(line)) {
      values.set(key, `${values.get(key)} ${line.trim()}`);
    }
  }
  return values;
}

/** `>` and `|` announce that the text begins on the next line. */
function beginValue(written: string): string {
  const value = written.trim();
  return /^[>|][+-]?\d?$/.test(value) ? "" : value;
}

function toOneLine(value: string, limit: number): string {
  const flat = value.replaceAll(/\s{1,1000}/g, " ").trim();
  const quoted = /^(["'])(.*)\1$/.exec(flat)?.[2];
  return clip(visible((quoted ?? flat).trim()), limit);
}
