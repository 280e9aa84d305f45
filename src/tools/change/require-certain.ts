/** New text is only written in an encoding that is certain: a wrong guess would store other characters than were meant. */
import { ToolError } from "../../errors/tool-error.js";
import type { TextEncoding } from "../../text/codec.js";
import { describeCharacter } from "../../text/encode-text.js";
import { touchesIso2022 } from "../../text/iso-2022.js";
import type { Splice } from "../../text/splice.js";
import { visiblePath } from "../../text/visible.js";
import type { ChangeTarget } from "./target.js";

const LISTED_CHARACTERS = 3;

interface DoubtfulText {
  readonly text: string;
  readonly encoding: TextEncoding;
}

/** Refuses characters outside ASCII that the file does not have yet. One that it has gets the same bytes again. */
export function requireCertain(
  added: readonly { readonly text: string }[],
  { text, encoding }: DoubtfulText,
  target: ChangeTarget,
): void {
  const { doubt, name } = encoding;
  if (doubt === undefined) return;
  const foreign = new Set(added.flatMap((each) => each.text.match(/[^\0-\x7f]/gu) ?? []));
  if (foreign.size === 0) return;
  const known = new Set(text.match(/[^\0-\x7f]/gu) ?? []);
  const characters = [...foreign].filter((character) => !known.has(character));
  if (characters.length === 0) return;
  const named = characters.slice(0, LISTED_CHARACTERS).map(describeCharacter).join(", ");
  const problem =
    doubt === "ISO-2022"
      ? "The file is in ISO-2022-JP or a relative, which can't be written"
      : `The encoding of the file is not certain (${name} is a guess)`;
  const remedy =
    doubt === "ISO-2022"
      ? "to convert the file to UTF-8"
      : "to declare its charset in .editorconfig or to convert it to UTF-8";
  throw new ToolError(
    "NOT_ENCODABLE",
    `${problem}, so new characters outside ASCII are refused: ${named}. Nothing was changed. Use ASCII, or ask the user ${remedy}.`,
    {
      data: {
        filePath: target.path,
        encoding: name,
        doubt,
        characters: characters.slice(0, LISTED_CHARACTERS),
      },
    },
  );
}

/** Refuses changes inside text that only looks like ASCII. */
export function requirePlainParts(
  splices: readonly Splice[],
  { text, encoding }: DoubtfulText,
  target: ChangeTarget,
): void {
  if (encoding.doubt !== "ISO-2022" || !touchesIso2022(text, splices)) return;
  throw new ToolError(
    "NOT_ENCODABLE",
    `${visiblePath(target.path)} is in ISO-2022-JP or a relative, and this change would touch encoded text. Nothing was changed. Change only its ASCII parts, or ask the user to convert the file to UTF-8.`,
    { data: { filePath: target.path, encoding: encoding.name, doubt: encoding.doubt } },
  );
}
