import { ToolError } from "../../errors/tool-error.js";
import { describeCharacter } from "../../text/encode-text.js";
import type { ChangeTarget } from "./target.js";

/** Writing "?" for what an encoding lacks would lose what was meant; the characters are named instead. */
export function refuseUnencodable(
  characters: readonly string[],
  encoding: string,
  target: ChangeTarget,
): ToolError {
  const data = { filePath: target.path, encoding, characters };
  const named = characters.map(describeCharacter).join(", ");
  if (characters.every((character) => !character.isWellFormed())) {
    return new ToolError(
      "NOT_ENCODABLE",
      `The text contains half of a surrogate pair (${named}), which is no character. Nothing was changed. Send it as valid Unicode.`,
      { data },
    );
  }
  return new ToolError(
    "NOT_ENCODABLE",
    `The file is ${encoding}, which has no ${named}. Nothing was changed. Use other characters, or ask the user to convert the file to UTF-8.`,
    { data },
  );
}

/** U+FFFD in the new text can't be told from the bytes that it is shown for; writing it would lose those. */
export function refuseUndecodable({ path }: ChangeTarget): ToolError {
  return new ToolError(
    "NOT_ENCODABLE",
    `The file has bytes that are not characters, shown as \ufffd. Written as part of the new text, \ufffd would not be those bytes again. Nothing was changed. Use Edit on parts without \ufffd, or write the characters that are meant.`,
    { data: { filePath: path, characters: ["\ufffd"] } },
  );
}
