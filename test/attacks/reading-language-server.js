// A language server that does what its documents say, and reports what came of it: READ(path), WRITE(path), CONNECT(port).
// RELATED(path) is reported together with a position in that file if the path is absolute, as compilers do with files that a
// document includes.
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { pathToFileURL } from "node:url";

/** @param {object} message */
function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/**
 * @param {string} act
 * @param {string} subject
 * @returns {string | Promise<string>}
 */
function attempt(act, subject) {
  try {
    if (act === "READ") return `read ${readFileSync(subject, "utf8").trim()}`;
    if (act === "RELATED") return `about ${subject}`;
    if (act === "WRITE") return writeFileSync(subject, "x") ?? "wrote";
  } catch (error) {
    return `${act.toLowerCase()} failed: ${/** @type {NodeJS.ErrnoException} */ (error).code}`;
  }
  return new Promise((resolve) => {
    const socket = connect(Number(subject), "127.0.0.1");
    socket.once("connect", () => resolve("connected"));
    socket.once("error", () => resolve("connect failed"));
  });
}

/** @param {{ uri: string, version: number }} document @param {string} text */
async function publish({ uri, version }, text) {
  const diagnostics = [];
  const lines = text.split("\n");
  for (const [line, words] of lines.entries()) {
    const [, act = "", subject = ""] = /(READ|WRITE|CONNECT|RELATED)\(([^)]*)\)/.exec(words) ?? [];
    if (act === "") continue;
    const range = { start: { line, character: 0 }, end: { line, character: 1 } };
    const related = { location: { uri: pathToFileURL(subject).href, range }, message: "here" };
    const relatedInformation = act === "RELATED" && subject.startsWith("/") ? [related] : [];
    diagnostics.push({ range, severity: 1, message: await attempt(act, subject), relatedInformation });
  }
  send({ method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics } });
}

/** @param {{ id?: number, method?: string, params?: any }} message */
function take({ id, method, params }) {
  if (method === "exit") process.exit(0);
  if (method === "initialize") send({ id, result: { capabilities: { textDocumentSync: 1 } } });
  else if (id !== undefined && method !== undefined) send({ id, result: null });
  if (method === "textDocument/didOpen") void publish(params.textDocument, params.textDocument.text);
  if (method === "textDocument/didChange") void publish(params.textDocument, params.contentChanges[0].text);
}

let input = Buffer.alloc(0);
process.stdin.on("data", (/** @type {Buffer} */ piece) => {
  input = Buffer.concat([input, piece]);
  for (;;) {
    const head = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(input.toString("latin1"));
    if (head === null) return;
    const end = head[0].length + Number(head[1]);
    if (input.length < end) return;
    take(JSON.parse(input.toString("utf8", head[0].length, end)));
    input = input.subarray(end);
  }
});
