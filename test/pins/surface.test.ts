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
      "DEVICE_BLOCKED",
      "FILE_CHANGED_SINCE_READ 3",
      "FILE_NOT_FOUND",
      "FILE_NOT_READ 2",
      "FILE_PARTIALLY_READ 2",
      "FILE_TOO_LARGE",
      "FILE_UNSTABLE",
      "INPUT_INVALID",
      "INTERNAL",
      "IO_FAILED",
      "IS_DIRECTORY",
      "NOT_REGULAR_FILE",
      "PATH_INVALID",
      "PATH_NOT_ABSOLUTE",
      "PERMISSION_DENIED",
      "TOO_MANY_TOKENS",
      "UNKNOWN_TOOL",
    ]);
  });

  it("shows models these tools [HOUSE-3, CALL-4]", () => {
    const [read, ...others] = tempWorkspace().toolkit().tools;
    expect(others).toEqual([]);
    expect({ ...read, description: undefined }).toEqual({
      name: "Read",
      title: "Read file",
      description: undefined,
      searchHint: "read files, images, PDFs, notebooks",
      inputSchema: {
        type: "object",
        properties: {
          file_path: { type: "string", description: "Absolute path of the file to read." },
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
          pages: { type: "string", description: 'Pages of a PDF: "3", "1-5". Only for PDF files.' },
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
    });
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
