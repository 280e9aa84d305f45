/** What others build on. A change here is a change of the product: make it on purpose, and put it in the changelog. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assembleKernels } from "../../scripts/build-wasm.js";
import * as library from "../../src/index.js";
import { tempWorkspace } from "../support/workspace.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("The public surface", () => {
  it("exports these values [HOUSE-3]", () => {
    expect(Object.keys(library).toSorted()).toEqual([
      "FileSystemError",
      "ToolError",
      "Workspace",
      "boolean",
      "createMemoryFileSystem",
      "createNodeFileSystem",
      "createToolkit",
      "defineInput",
      "defineTool",
      "errorCodes",
      "integer",
      "oneOf",
      "optional",
      "text",
    ]);
  });

  it("has these error codes, some with a number [HOUSE-3]", () => {
    const codes = Object.entries(library.errorCodes).map(
      ([code, { number }]: [string, { number?: number }]) =>
        number === undefined ? code : `${code} ${number}`,
    );
    expect(codes.toSorted()).toEqual([
      "ACCESS_DENIED",
      "BINARY_FILE",
      "CANCELLED",
      "CONTENT_SUSPICIOUS",
      "DEVICE_BLOCKED",
      "DISK_FULL",
      "FILE_BUSY",
      "FILE_CHANGED_SINCE_READ 3",
      "FILE_EXISTS",
      "FILE_NOT_FOUND",
      "FILE_NOT_READ 2",
      "FILE_PARTIALLY_READ 2",
      "FILE_TOO_LARGE",
      "FILE_UNSTABLE",
      "HISTORY_UNAVAILABLE",
      "INPUT_INVALID",
      "INTERNAL",
      "IO_FAILED",
      "IS_DIRECTORY",
      "MATCH_NOT_FOUND",
      "MATCH_NOT_UNIQUE 9",
      "NOT_ENCODABLE",
      "NOT_REGULAR_FILE",
      "NO_CHANGE 0",
      "PATH_INVALID",
      "PATH_NOT_ABSOLUTE",
      "PERMISSION_DENIED",
      "READ_ONLY_DISK",
      "TOO_MANY_TOKENS",
      "UNKNOWN_TOOL",
      "USE_NOTEBOOK_EDIT",
    ]);
  });

  it("shows models these tools [HOUSE-3, CALL-4]", () => {
    const writing = {
      readOnly: false,
      concurrencySafe: false,
      maxResultChars: 100_000,
      strict: true,
      deferred: false,
    };
    const text = (description: string): object => ({ type: "string", description });
    const tools = tempWorkspace()
      .toolkit()
      .tools.map((tool) => ({ ...tool, description: undefined }));
    expect(tools).toEqual([
      {
        name: "Read",
        title: "Read file",
        searchHint: "read files, images, PDFs, notebooks",
        inputSchema: {
          type: "object",
          properties: {
            file_path: text("Absolute path of the file to read."),
            offset: {
              type: "integer",
              description: "Line to start at, 1-based (0 means 1). Only for files too large to read whole.",
              minimum: 0,
            },
            limit: {
              type: "integer",
              description: "How many lines to read. Only for files too large to read whole.",
              exclusiveMinimum: 0,
            },
            pages: text('Pages of a PDF: "3", "1-5". Only for PDF files.'),
          },
          required: ["file_path"],
          additionalProperties: false,
        },
        traits: {
          readOnly: true,
          concurrencySafe: true,
          maxResultChars: Number.POSITIVE_INFINITY,
          strict: false,
          deferred: false,
        },
      },
      {
        name: "Write",
        title: "Write file",
        searchHint: "create or overwrite files",
        inputSchema: {
          type: "object",
          properties: {
            file_path: text("Absolute path of the file to create or replace."),
            content: text("The whole content of the file, written exactly as sent."),
          },
          required: ["file_path", "content"],
          additionalProperties: false,
        },
        traits: writing,
      },
      {
        name: "Edit",
        title: "Edit file",
        searchHint: "modify file contents in place",
        inputSchema: {
          type: "object",
          properties: {
            file_path: text("Absolute path of the file to change."),
            old_string: text(
              "The text to replace, exactly as it stands in the file. Empty to create a file.",
            ),
            new_string: text("The text to put in its place."),
            replace_all: {
              type: "boolean",
              description: "Replace every occurrence instead of exactly one (default false).",
            },
          },
          required: ["file_path", "old_string", "new_string"],
          additionalProperties: false,
        },
        traits: writing,
      },
    ]);
  });

  it("loads nothing heavy when imported [HOUSE-2]", () => {
    const trace = execFileSync(
      process.execPath,
      [
        "--import",
        `data:text/javascript,${encodeURIComponent(recorder)}`,
        "--input-type=module",
        "-e",
        'await import("filewright")',
      ],
      { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] },
    );
    const specifiers = trace.split("\n").filter((line) => line.startsWith("package: "));
    expect([...new Set(specifiers)]).toEqual([]);
    expect(trace).toContain("own: ");
  });

  it("has kernels that are what their source says [HOUSE-4]", async () => {
    const committed = readFileSync(
      fileURLToPath(new URL("../../src/text/kernels-binary.ts", import.meta.url)),
      "utf8",
    );
    expect(committed).toBe(await assembleKernels());
  });
});

/** Writes every module that is resolved: packages by name, our own by path. Runs as loader hooks off the main thread. */
const hooks = `
  import { writeSync } from "node:fs";
  export async function resolve(specifier, context, next) {
    const resolved = await next(specifier, context);
    if (resolved.url.includes("/node_modules/")) writeSync(1, "package: " + specifier + "\\n");
    else if (resolved.url.includes("/dist/")) writeSync(1, "own: " + specifier + "\\n");
    return resolved;
  }
`;
const recorder = `
  import { register } from "node:module";
  register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));
`;
