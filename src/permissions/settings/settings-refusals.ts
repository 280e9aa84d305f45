/** What a person has to mend before anything goes on. Only places are told, never what the file holds. */
import { ToolError } from "../../errors/tool-error.js";
import { visiblePath } from "../../text/visible.js";

export interface SettingsFault {
  /** A phrase without a full stop. */
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
}

export function refuseFault(file: string, fault: SettingsFault, cause?: unknown): ToolError {
  const { problem, line, column } = fault;
  const place = line === undefined ? "" : `, line ${line}, column ${column}`;
  return new ToolError(
    "SETTINGS_INVALID",
    `Settings can't be used: ${visiblePath(file)}${place}: ${problem}. No tool runs until the user mends them.`,
    {
      data: { path: file, problem, ...(line === undefined ? {} : { line, column }) },
      hint: "They may hold rules that forbid something, so nothing is done without them.",
      cause,
    },
  );
}

export function refuseLinked(file: string): ToolError {
  return new ToolError(
    "PERMISSION_DENIED",
    `${visiblePath(file)} is a link or is reached through one; settings are not written through links. Nothing was changed. Ask the user to edit the file by hand.`,
    { data: { path: file } },
  );
}

export function refuseTooLarge(file: string): ToolError {
  return new ToolError(
    "FILE_TOO_LARGE",
    `${visiblePath(file)} would be too large to be read as settings. Nothing was changed. Ask the user to remove rules that are no longer needed.`,
    { data: { path: file } },
  );
}

export function refuseNoFolder(folder: string): ToolError {
  return new ToolError("NOT_DIRECTORY", `${visiblePath(folder)} is not a folder that is there.`, {
    data: { path: folder },
  });
}

export function refuseForeignFile(file: string): ToolError {
  return new ToolError("INPUT_INVALID", `${visiblePath(file)} is none of the settings files in use.`, {
    data: { path: file },
  });
}
