/** Replaced places of a text as places of its bytes, or a refusal where bytes outside them would change. */
import { ToolError } from "../../errors/tool-error.js";
import { type ByteSplice, type EncodedText, toByteSplicesInSteps } from "../../text/byte-splices.js";
import type { Splice } from "../../text/splice.js";
import { finish, type Steps } from "../../text/steps.js";
import { visiblePath } from "../../text/visible.js";
import { refuseUndecodable, refuseUnencodable } from "./refuse-unencodable.js";
import { requireCertain, requirePlainParts } from "./require-certain.js";
import type { ChangeTarget } from "./target.js";

export function encodeSplices(
  file: EncodedText,
  splices: readonly Splice[],
  target: ChangeTarget,
): readonly ByteSplice[] {
  return finish(encodeSplicesInSteps(file, splices, target));
}

export function* encodeSplicesInSteps(
  file: EncodedText,
  splices: readonly Splice[],
  target: ChangeTarget,
): Steps<readonly ByteSplice[]> {
  requirePlainParts(splices, file, target);
  requireCertain(splices, file, target);
  const encoded = yield* toByteSplicesInSteps(file, splices);
  if (encoded.kind === "splices") return encoded.splices;
  if (encoded.kind === "undecodable") throw refuseUndecodable(target);
  const { name } = file.encoding;
  const data = { filePath: target.path, encoding: name };
  if (encoded.kind === "not-lossless") {
    throw new ToolError(
      "NOT_ENCODABLE",
      `${visiblePath(target.path)} has bytes that are not valid ${name}, so this place can't be changed without touching others. Ask the user to convert the file to UTF-8.`,
      { data },
    );
  }
  throw refuseUnencodable(encoded.characters, name, target);
}
