/**
 * Every code a call can answer with. Codes are stable: hosts branch on them. `number` stands where one is
 * established among tools of this kind; the name always comes first, because one number has meant several things.
 */
export const errorCodes = {
  CANCELLED: {},
  INPUT_INVALID: {},
  INTERNAL: {},
  TOO_MANY_CALLS: {},
  UNKNOWN_TOOL: {},

  DEVICE_BLOCKED: {},
  PATH_INVALID: {},
  PATH_NOT_ABSOLUTE: {},
  PERMISSION_DENIED: {},
  SETTINGS_INVALID: {},

  ACCESS_DENIED: {},
  BINARY_FILE: {},
  CELL_NOT_FOUND: {},
  FILE_NOT_FOUND: {},
  FILE_TOO_LARGE: {},
  FILE_UNSTABLE: {},
  IMAGE_TOO_LARGE: {},
  IMAGE_UNREADABLE: {},
  IS_DIRECTORY: {},
  IO_FAILED: {},
  MEDIA_TIMED_OUT: {},
  MEDIA_UNAVAILABLE: {},
  NOTEBOOK_INVALID: {},
  NOT_DIRECTORY: {},
  NOT_REGULAR_FILE: {},
  PAGE_OUT_OF_RANGE: {},
  PAGES_REQUIRED: {},
  PATTERN_INVALID: {},
  PDF_ENCRYPTED: {},
  PDF_UNREADABLE: {},
  SEARCH_UNAVAILABLE: {},
  TOO_MANY_TOKENS: {},

  CONTENT_SUSPICIOUS: {},
  DISK_FULL: {},
  FILE_BUSY: {},
  FILE_EXISTS: {},
  HISTORY_UNAVAILABLE: {},
  MATCH_NOT_FOUND: {},
  MATCH_NOT_UNIQUE: { number: 9 },
  NO_CHANGE: { number: 0 },
  NOT_ENCODABLE: {},
  READ_ONLY_DISK: {},
  SECRET_IN_CONTENT: { number: 0 },
  USE_NOTEBOOK_EDIT: {},

  FILE_NOT_READ: { number: 2 },
  FILE_PARTIALLY_READ: { number: 2 },
  FILE_CHANGED_SINCE_READ: { number: 3 },
} as const satisfies Record<string, { number?: number }>;

export type ErrorCode = keyof typeof errorCodes;

export function findErrorNumber(code: ErrorCode): number | undefined {
  const entry: { number?: number } = errorCodes[code];
  return entry.number;
}
