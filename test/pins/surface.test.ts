/** What others build on. A change here is a change of the product: make it on purpose, and put it in the changelog. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assembleKernels } from "../../scripts/build-wasm.js";
import * as library from "../../src/index.js";
import { listTools } from "../../src/mcp/listed-tools.js";
import { resolveSettings } from "../../src/session/setting-fields.js";
import { tempWorkspace } from "../support/workspace.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("The decisions", () => {
  it("are numbered without a gap, each with a number of its own, which its title has too [FIX-262]", () => {
    const pages = readdirSync(`${root}/docs/decisions`).filter((name) => /^\d/.test(name));
    const numbers = pages.toSorted().map((name) => Number.parseInt(name, 10));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    for (const [index, name] of pages.toSorted().entries())
      expect(readFileSync(`${root}/docs/decisions/${name}`, "utf8")).toMatch(
        new RegExp(`^# ${index + 1}\\. `),
      );
  });
});

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
      "defaultMemoryFiles",
      "defineInput",
      "defineTool",
      "errorCodes",
      "escapeForTerminal",
      "integer",
      "oneOf",
      "optional",
      "permissionModes",
      "text",
      "verifyAudit",
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
      "CELL_NOT_FOUND",
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
      "IMAGE_TOO_LARGE",
      "IMAGE_UNREADABLE",
      "INPUT_INVALID",
      "INTERNAL",
      "IO_FAILED",
      "IS_DIRECTORY",
      "MATCH_NOT_FOUND",
      "MATCH_NOT_UNIQUE 9",
      "MEDIA_TIMED_OUT",
      "MEDIA_UNAVAILABLE",
      "NOTEBOOK_INVALID",
      "NOT_DIRECTORY",
      "NOT_ENCODABLE",
      "NOT_REGULAR_FILE",
      "NO_CHANGE 0",
      "PAGES_REQUIRED",
      "PAGE_OUT_OF_RANGE",
      "PATH_INVALID",
      "PATH_NOT_ABSOLUTE",
      "PATTERN_INVALID",
      "PDF_ENCRYPTED",
      "PDF_UNREADABLE",
      "PERMISSION_DENIED",
      "READ_ONLY_DISK",
      "SEARCH_UNAVAILABLE",
      "SECRET_IN_CONTENT 0",
      "SETTINGS_INVALID",
      "TOO_MANY_CALLS",
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
    const searching = { readOnly: true, concurrencySafe: true, strict: false, deferred: false };
    const text = (description: string): object => ({ type: "string", description });
    const count = (description: string): object => ({ type: "integer", description, minimum: 0 });
    const flag = (description: string): object => ({ type: "boolean", description });
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
            file_path: text("Absolute path; ~ is the home directory."),
            offset: count("First line, 1-based, or first cell of a notebook."),
            limit: { type: "integer", description: "How many lines or cells.", exclusiveMinimum: 0 },
            pages: text('Pages of a PDF, at most 20: "3", "1-5".'),
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
            file_path: text("Absolute path; ~ is the home directory."),
            content: text("The whole content."),
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
            file_path: text("Absolute path; ~ is the home directory."),
            old_string: text("Text to replace."),
            new_string: text("Text to put in its place."),
            replace_all: flag("Replace every occurrence."),
          },
          required: ["file_path", "old_string", "new_string"],
          additionalProperties: false,
        },
        traits: writing,
      },
      {
        name: "Glob",
        title: "Find files",
        searchHint: "find files by name pattern",
        inputSchema: {
          type: "object",
          properties: {
            pattern: text('"**/*.ts", "src/**/*.{js,jsx}", "/abs/dir/*.md".'),
            path: text("Directory, absolute or relative."),
          },
          required: ["pattern"],
          additionalProperties: false,
        },
        traits: { ...searching, maxResultChars: 100_000 },
      },
      {
        name: "Grep",
        title: "Search contents",
        searchHint: "search file contents with regex",
        inputSchema: {
          type: "object",
          properties: {
            pattern: text("Regular expression."),
            path: text("File or directory, absolute or relative."),
            glob: text('Only files that match, relative to path: "*.js", "**/*.{ts,tsx}", "!*.test.ts".'),
            type: text('Only files of this type: "js", "py".'),
            output_mode: {
              type: "string",
              description: "Default files_with_matches.",
              enum: ["content", "files_with_matches", "count"],
            },
            "-A": count("With content: lines after each match."),
            "-B": count("Lines before."),
            "-C": count("Lines before and after."),
            context: count("Same as -C."),
            "-n": flag("Line numbers, default true."),
            "-i": flag("Ignore case."),
            "-o": flag("With content: only what matched."),
            head_limit: count("Maximum lines or files to show, default 250; 0 for all."),
            offset: count("Lines or files to skip."),
            multiline: flag("Matches may span lines, . matches newlines."),
          },
          required: ["pattern"],
          additionalProperties: false,
        },
        traits: { ...searching, maxResultChars: 20_000 },
      },
      {
        name: "NotebookEdit",
        title: "Edit notebook cell",
        searchHint: "edit Jupyter notebook cells",
        inputSchema: {
          type: "object",
          properties: {
            notebook_path: text("Absolute path; ~ is the home directory."),
            cell_id: text("Id of the cell as Read shows it, or #index, counted from 0."),
            new_source: text("Whole source of the cell, without Read's tags. Empty with delete."),
            cell_type: {
              type: "string",
              description: "Required with insert.",
              enum: ["code", "markdown"],
            },
            edit_mode: {
              type: "string",
              description: "Default replace.",
              enum: ["replace", "insert", "delete"],
            },
          },
          required: ["notebook_path", "new_source"],
          additionalProperties: false,
        },
        traits: { ...writing, strict: false, deferred: true },
      },
    ]);
  });

  it("costs models at most 7,000 characters, and describes tools in these words [HOUSE-3, COST-2]", async () => {
    const listed = listTools({ settings: resolveSettings({}, []), isReadOnly: false });
    const sent = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(JSON.stringify(sent).length).toBeLessThanOrEqual(7000);
    const variants = [
      { includeMaxSizeInPrompt: true, targetedRangeNudge: true },
      { editRequires: "whole-file", trailingBlanks: "keep", matching: "exact" },
    ] as const;
    const page = sent.map(({ name, description }) => `# ${name}\n\n${description}\n`);
    for (const given of variants) {
      for (const { name, description } of listTools({
        settings: resolveSettings({}, [given]),
        isReadOnly: false,
      }))
        if (sent.every((tool) => tool.description !== description))
          page.push(`# ${name}, with ${JSON.stringify(given)}\n\n${description}\n`);
    }
    // `npx vitest run test/pins -u` writes it anew.
    await expect(page.join("\n")).toMatchFileSnapshot("tool-descriptions.md");
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
