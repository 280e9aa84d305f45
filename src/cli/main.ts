#!/usr/bin/env node
/** The command line. It turns words into one tool call and the answer into text; it has no file behaviour of its own. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { formatBytes } from "../text/quantities.js";
import { createToolkit } from "../toolkit.js";
import type { Block } from "../tools/define-tool.js";
import { renderForTerminal } from "./terminal.js";

const HELP = `filewright: the file engine for AI agents

Usage:
  filewright read FILE [--offset LINE] [--limit LINES] [--pages PAGES] [--root DIR]... [--json]
  filewright help | --help | --version

Options:
  --offset LINE   line to start at, 1-based
  --limit LINES   how many lines to read
  --pages PAGES   pages of a PDF: 3, 1-5
  --root DIR      a folder that may be read; repeat for several (default: the working directory)
  --json          print the whole answer as JSON

Exit codes: 0 fine, 2 failure, 3 denied.
`;

const EXIT = { fine: 0, failure: 2, denied: 3 } as const;

async function main(words: readonly string[]): Promise<number> {
  const [command, ...rest] = words;
  switch (command) {
    case undefined:
    case "help":
    case "--help":
    case "-h":
      process.stdout.write(HELP);
      return EXIT.fine;
    case "--version":
      process.stdout.write(`${await readVersion()}\n`);
      return EXIT.fine;
    case "read":
      return readCommand(rest);
    default:
      process.stderr.write(
        `filewright: there is no command "${renderForTerminal(command)}". Try: filewright help\n`,
      );
      return EXIT.failure;
  }
}

async function readCommand(words: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      offset: { type: "string" },
      limit: { type: "string" },
      pages: { type: "string" },
      root: { type: "string", multiple: true },
      json: { type: "boolean", default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error("read takes exactly one FILE");
  const toolkit = createToolkit(values.root === undefined ? {} : { roots: values.root });
  const { offset, limit, pages } = values;
  // A person at a terminal names files from where they stand; the tools themselves only take absolute paths.
  const file_path = file.startsWith("~") ? file : resolve(file);
  const result = await toolkit.call("Read", { file_path, offset, limit, pages });
  await toolkit.close();

  if (values.json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    const stream = result.isError ? process.stderr : process.stdout;
    for (const block of result.content) stream.write(`${renderForTerminal(renderBlock(block))}\n`);
  }
  if (!result.isError) return EXIT.fine;
  return result.error?.code === "PERMISSION_DENIED" ? EXIT.denied : EXIT.failure;
}

/** A terminal shows text; of a picture it can say that there is one. `--json` has it whole. */
function renderBlock(block: Block): string {
  if (block.type === "text") return block.text;
  return `[${block.type}: ${block.mimeType}, ${formatBytes(Buffer.byteLength(block.data, "base64"))}]`;
}

async function readVersion(): Promise<string> {
  const { default: manifest } = await import("filewright/package.json", { with: { type: "json" } });
  return manifest.version;
}

// A reader that has seen enough (`filewright read x | head -1`) closes the pipe; that is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exitCode = EXIT.fine;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `filewright: ${renderForTerminal(error instanceof Error ? error.message : String(error))}\n`,
  );
  process.exitCode = EXIT.failure;
}
