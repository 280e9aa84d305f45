/**
 * A second implementation to measure: the MCP server in a process of its own, driven by the official client. The person
 * fills in its forms, and takes changes back on the command line.
 */
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { Client, ProtocolError } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Answer } from "../../src/index.js";
import {
  type CallOutcome,
  type Implementation,
  type OpenedHistory,
  type OpenRequest,
  type RestoredFiles,
  UnsupportedScenario,
} from "../../src/testing/index.js";
import type { Form } from "../doors/mcp/clients.js";
import { codeOf } from "../doors/mcp/results.js";
import { program } from "../doors/mcp/world.js";

type Environment = Readonly<Record<string, string>>;

export const mcpImplementation: Implementation = {
  async open(request) {
    const environment = environmentFor(request);
    mkdirSync(request.home, { recursive: true });
    // What a form can't say is found out while a call is under way, and told by that call.
    let unsupported: UnsupportedScenario | undefined;
    const client = new Client(
      { name: "conformance", version: "1" },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const form = params as Form;
      const answer = request.answer(form.message);
      if (answer.answer === "allow" && answer.content !== undefined)
        unsupported = new UnsupportedScenario("its forms can't bring other content");
      return { action: "accept", content: fillIn(form, answer) };
    });
    const args = [program, "mcp"];
    const transport = { command: process.execPath, args, env: { ...environment }, cwd: request.root };
    await client.connect(new StdioClientTransport({ ...transport, stderr: "ignore" }));
    return {
      call: async (name, input) => {
        const outcome = await callTool(client, name, input as Record<string, unknown>);
        if (unsupported !== undefined) throw unsupported;
        return outcome;
      },
      history: onCommandLine(request.root, environment),
      close: () => client.close(),
    };
  },
};

/** What the protocol itself refuses, such as a tool that is not there, reaches a model as an error without a code. */
async function callTool(client: Client, name: string, input: Record<string, unknown>): Promise<CallOutcome> {
  try {
    const result = await client.callTool({ name, arguments: input });
    const content = result.content.map(toBlock);
    return { content, isError: result.isError === true, code: codeOf({ _meta: result._meta ?? {} }) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { content: [{ type: "text", text: error.message }], isError: true };
  }
}

/** Options of a server come in its environment; those that have no variable it has not got. */
function environmentFor({ options, home, stateDirectory }: OpenRequest): Environment {
  const { limits = {}, ...others } = options;
  const { maxTokens, ...otherLimits } = limits;
  const [missing] = [...Object.keys(otherLimits), ...Object.keys(others)];
  if (missing !== undefined) throw new UnsupportedScenario(`it has no option ${missing}`);
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_STATE_HOME: `${home}/.state`,
    FILEWRIGHT_STATE: stateDirectory,
    FILEWRIGHT_LSP: "0",
    ...(maxTokens === undefined ? {} : { FILEWRIGHT_READ_MAX_TOKENS: String(maxTokens) }),
  };
}

function fillIn({ requestedSchema }: Form, answer: Answer): Record<string, string> {
  if (answer.answer === "deny")
    return { answer: "No", ...(answer.reason === undefined ? {} : { reason: answer.reason }) };
  const choices = requestedSchema.properties["answer"]?.enum ?? [];
  const beginning = answer.remember === "session" ? "Yes, and allow" : "Yes, this once";
  const choice = choices.find((each) => each.startsWith(beginning));
  if (choice === undefined) throw new Error(`not offered: ${beginning}; ${choices.join(" | ")}`);
  return { answer: choice };
}

type McpBlock = Awaited<ReturnType<Client["callTool"]>>["content"][number];

function toBlock(block: McpBlock): CallOutcome["content"][number] {
  if (block.type === "text" || block.type === "image") return block;
  if (block.type !== "resource" || !("blob" in block.resource)) throw new Error(`no block: ${block.type}`);
  const { uri, mimeType = "", blob } = block.resource;
  return { type: "document", data: blob, mimeType, name: decodeURIComponent(new URL(uri).pathname.slice(1)) };
}

function onCommandLine(root: string, environment: Environment): OpenedHistory {
  const run = (words: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const given = { cwd: root, env: environment };
      execFile(process.execPath, [program, ...words, "--json"], given, (error, stdout) => {
        // Exit codes tell of conflicts; only a program that has nothing to say has failed.
        if (stdout === "") reject(error ?? new Error(`${words.join(" ")} said nothing`));
        else resolve(stdout);
      });
    });
  const restore = async (words: readonly string[], merge = false): Promise<RestoredFiles> =>
    JSON.parse(await run([...words, "--yes", ...(merge ? ["--merge"] : [])])) as RestoredFiles;
  return {
    checkpoint: async () => void (await run(["checkpoint", "here"])),
    undo: (how) => restore(["undo"], how?.merge),
    redo: (how) => restore(["redo"], how?.merge),
    rewind: (how) => restore(["rewind", "here"], how?.merge),
  };
}
