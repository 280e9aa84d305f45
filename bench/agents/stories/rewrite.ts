import type { ScriptedAgent } from "../agent.js";
import type { Story } from "../story.js";

const PATH = "harbor/util/text.py";
const BEFORE = `"""Text for operators: codes, tables, lists."""

import re


def clean_code(raw):
    if raw is None:
        return ""
    code = raw.strip()
    code = code.upper()
    code = code.replace(" ", "")
    code = code.replace("-", "")
    return code


def is_vessel_code(raw):
    code = clean_code(raw)
    if len(code) != 9:
        return False
    if not code.startswith("IMO"):
        return False
    for letter in code[3:]:
        if not letter.isdigit():
            return False
    return True


def is_port_code(raw):
    code = clean_code(raw)
    if len(code) != 5:
        return False
    for letter in code:
        if not letter.isalpha():
            return False
    return True


def list_names(names):
    names = list(names)
    if len(names) == 0:
        return "nobody"
    if len(names) == 1:
        return names[0]
    text = ""
    for index, name in enumerate(names):
        if index == 0:
            text = name
        elif index == len(names) - 1:
            text = text + " and " + name
        else:
            text = text + ", " + name
    return text


def render_table(rows):
    widths = []
    for row in rows:
        for index, cell in enumerate(row):
            if index == len(widths):
                widths.append(0)
            if len(str(cell)) > widths[index]:
                widths[index] = len(str(cell))
    lines = []
    for row in rows:
        line = ""
        for index, cell in enumerate(row):
            line = line + str(cell).ljust(widths[index]) + "  "
        lines.append(line.rstrip())
    return "\\n".join(lines)


def shorten(text, limit):
    text = re.sub("\\\\s+", " ", text)
    if len(text) <= limit:
        return text
    return text[: limit - 1] + "…"
`;
const AFTER = `"""Text for operators: codes, tables, lists."""

import re
from itertools import zip_longest

VESSEL_CODE = re.compile(r"IMO\\d{6}")
PORT_CODE = re.compile(r"[A-Z]{5}")
BLANKS_AND_DASHES = re.compile(r"[\\s-]+")


def clean_code(raw: str | None) -> str:
    """The code in capitals, without blanks and dashes; empty for None."""
    return BLANKS_AND_DASHES.sub("", raw or "").upper()


def is_vessel_code(raw: str | None) -> bool:
    return VESSEL_CODE.fullmatch(clean_code(raw)) is not None


def is_port_code(raw: str | None) -> bool:
    return PORT_CODE.fullmatch(clean_code(raw)) is not None


def list_names(names) -> str:
    """Names as an English list: "a, b and c"."""
    *others, last = list(names) or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last


def render_table(rows) -> str:
    """Left-aligned columns, two blanks apart, nothing at the ends of lines."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*texts, fillvalue="")]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in texts)
    return "\\n".join(lines)


def shorten(text: str, limit: int) -> str:
    text = re.sub(r"\\s+", " ", text)
    return text if len(text) <= limit else text[: limit - 1] + "…"
`;

export const rewrite: Story = {
  title: "rewrite a module",
  files: { [PATH]: BEFORE },
  finish: (project) => project.set(PATH, AFTER),
  scripts: { searching: rewriteModule, "server-filesystem": rewriteModule },
};

async function rewriteModule(agent: ScriptedAgent): Promise<void> {
  await agent.read(PATH);
  await agent.write(PATH, AFTER);
}
