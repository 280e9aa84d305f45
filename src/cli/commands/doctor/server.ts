/** Whether the MCP server starts, answers and leaves: our own program, spoken to as a client does. */
import { readVersion } from "../../../package-version.js";
import { converse } from "../../../process/converse.js";
import { plural } from "../../../text/quantities.js";
import { findOwnPackage } from "../../own-program.js";
import { type Check, type CheckGround, type Finding, fine, trouble, warn } from "./finding.js";

const ANSWER_MS = 8000;
const LEAVE_MS = 1500;

export const serverCheck: Check = {
  name: "MCP server",
  run: (ground) => checkServer(ground, findOwnPackage().program),
  deadlineMs: ANSWER_MS + 2 * LEAVE_MS,
};

/** `program` is the script that `filewright` runs. */
export async function checkServer({ toolkit, environment }: CheckGround, program: string): Promise<Finding> {
  const { roots, surroundings } = toolkit.workspace;
  const { isAnswered, hasLeft, output, errors } = await converse({
    program: process.execPath,
    arguments: [program, "mcp", ...roots.host.flatMap((root) => ["--root", root])],
    workingDirectory: surroundings.workingDirectory,
    environment,
    input: greeting(),
    isEnough: (said) => countTools(said) !== undefined,
    timeoutMs: ANSWER_MS,
    leaveMs: LEAVE_MS,
  });
  const tools = countTools(output);
  if (!isAnswered || tools === undefined) {
    if (/unknown command/i.test(errors)) return warn("this version has none", "Install a newer one.");
    const said = errors.trim().split("\n").at(-1) ?? "";
    const why = said === "" ? "" : `: ${said}`;
    return trouble(`does not answer${why}`, "Run `filewright mcp` by hand to see what it says.");
  }
  return hasLeft
    ? fine(`starts, offers ${plural(tools, "tool")}, and leaves`)
    : trouble(`offers ${plural(tools, "tool")}, but does not leave when its input ends`, "Please report it.");
}

function greeting(): string {
  const clientInfo = { name: "filewright-doctor", version: readVersion() };
  const messages = [
    {
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

/** How many tools the answer to the second request lists; undefined while it has not come whole. */
function countTools(output: string): number | undefined {
  for (const line of output.split("\n").slice(0, -1)) {
    const message = findJson(line);
    if (message?.id === 2 && Array.isArray(message.result?.tools)) return message.result.tools.length;
  }
  return undefined;
}

interface Message {
  readonly id?: unknown;
  readonly result?: { readonly tools?: unknown };
}

function findJson(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
