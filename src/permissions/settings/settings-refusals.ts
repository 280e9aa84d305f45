/** What a person has to mend before anything goes on. Only places are told, never what the file holds. */
import { ToolError } from "../../errors/tool-error.js";
import { describeOwnershipFault, type OwnershipFault } from "../../fs/ownership.js";
import { visible, visiblePath } from "../../text/visible.js";

export interface SettingsFault {
  /** A phrase without a full stop. */
  readonly problem: string;
  readonly line?: number;
  readonly column?: number;
  /** What a person can do about it. */
  readonly remedy?: string;
}

/** Others could have written it. */
export function describeFault(fault: OwnershipFault, path: string): SettingsFault {
  return describeOwnershipFault(fault, path) ?? { problem: fault };
}

export function refuseFault(file: string, fault: SettingsFault, cause?: unknown): ToolError {
  const { problem, line, column, remedy } = fault;
  const place = line === undefined ? "" : `, line ${line}, column ${column}`;
  return new ToolError(
    "SETTINGS_INVALID",
    `Settings can't be used: ${visiblePath(file)}${place}: ${problem}. No tool runs until the user mends them.`,
    {
      data: { path: file, problem, ...(line === undefined ? {} : { line, column }) },
      hint:
        remedy === undefined
          ? "They may hold rules that forbid something, so nothing is done without them."
          : `${visible(remedy)}.`,
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
