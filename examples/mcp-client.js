// An MCP client: starts the server over stdio, lists its tools, and answers its questions (elicitation) by code.
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createDemoProject } from "./support/demo-project.js";

const project = createDemoProject();
// Elsewhere: command: "npx", args: ["-y", "filewright", "mcp", "--root", …].
const program = fileURLToPath(new URL("../dist/bin/filewright.cjs", import.meta.url));
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [program, "mcp", "--root", project.root, "--no-lsp"],
  env: project.environment,
});

const client = new Client(
  { name: "example", version: "1.0.0" },
  // Without this the server has nobody to ask, and refuses what needs permission. "auto" takes the newest revision of the protocol.
  { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: "auto" } },
);
// A real client shows the form: which tool, which file, why, and the difference.
client.setRequestHandler("elicitation/create", async ({ params }) => {
  console.log(`The server asks:\n${params.message.replaceAll(/^/gm, "  | ")}`);
  return params.message.includes("good morning")
    ? { action: "accept", content: { answer: "Yes, this once" } }
    : { action: "accept", content: { answer: "No", reason: "Say good morning instead." } };
});
await client.connect(transport);
console.log(
  `Connected to ${client.getServerVersion()?.name} by revision ${client.getNegotiatedProtocolVersion()}.`,
);

const { tools } = await client.listTools();
console.log(`It has ${tools.map(({ name }) => name).join(", ")}.`);
assert.equal(tools.length, 6);

const file_path = project.path("src/greeting.js");
const edit = { file_path, old_string: '"hello"', new_string: '"hey"' };

// An error is a result that says what to do next: read the file.
const early = await call("Edit", edit);
assert.equal(early.isError, true);
assert.match(early.text, /Read it first/);

assert.match((await call("Read", { file_path })).text, /export const greeting = "hello"/);

const refused = await call("Edit", edit);
assert.match(refused.text, /Say good morning instead/);

const changed = await call("Edit", { ...edit, new_string: '"good morning"' });
assert.equal(changed.isError, false);
assert.match(project.read("src/greeting.js"), /good morning/);

const picture = await call("Read", { file_path: project.path("logo.png") });
assert.deepEqual(picture.images, ["image/png"]);

await client.close();
project.remove();
console.log("Done: listed, refused, read, asked, edited and looked at a picture, over MCP.");

/**
 * @param {string} name
 * @param {Record<string, unknown>} input
 */
async function call(name, input) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const images = content.flatMap((block) => (block.type === "image" ? [block.mimeType] : []));
  console.log(`${name} ${isError ? "failed" : "answered"}: ${text.split("\n", 1)[0]}`);
  return { text, images, isError };
}
