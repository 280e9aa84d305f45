// A language server that behaves as it is told, for tests of whoever talks to it. Started as a real process:
//   node scripted-language-server.js <behaviour.json> <log.jsonl>
// What it finds is written in the documents: ERROR(word) and WARN(word) are reported where they stand, and USES(word) is an
// error unless an open document has DEFINES(word). All that it receives goes to the log, a line of JSON each.
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";

const [behaviourFile = "", logFile = ""] = process.argv.slice(2);
/** @type {import("./fake-language-server.js").FakeBehaviour} */
const behaviour = JSON.parse(readFileSync(behaviourFile, "utf8"));
const push = behaviour.push ?? (behaviour.pull === undefined ? "versioned" : "none");
/** @type {Map<string, { text: string; version: number; languageId: string }>} */
const documents = new Map();
/** @type {Map<number, string>} */
const asked = new Map();
let requestId = 0;
let changes = 0;
let cancelledPulls = 0;
let isRefreshed = false;

/** @param {object} entry */
const log = (entry) => appendFileSync(logFile, `${JSON.stringify({ pid: process.pid, ...entry })}\n`);

/** @param {object} message */
function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/**
 * @param {string} method
 * @param {unknown} params
 */
function ask(method, params) {
  requestId += 1;
  asked.set(requestId, method);
  send({ id: requestId, method, params });
}

/**
 * @param {string} text
 * @param {number} offset
 */
function positionAt(text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

/** @param {string} uri */
function findProblems(uri) {
  const text = documents.get(uri)?.text ?? "";
  const defined = new Set();
  for (const other of documents.values()) {
    for (const [, word] of other.text.matchAll(/DEFINES\((\w+)\)/g)) defined.add(word);
  }
  const found = [];
  for (const match of text.matchAll(/(ERROR|WARN|USES)\(([^)]*)\)/g)) {
    const [whole, kind, word = ""] = match;
    if (kind === "USES" && (isRefreshed || defined.has(word))) continue;
    const range = { start: positionAt(text, match.index), end: positionAt(text, match.index + whole.length) };
    const message = kind === "USES" ? `${word} is not defined` : word;
    found.push({ range, severity: kind === "WARN" ? 2 : 1, message, source: "fake", code: kind });
  }
  return found;
}

/** @param {string} uri */
const spell = (uri) =>
  behaviour.oddUris === true
    ? uri.replace(/[a-z](?=\.\w+$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
    : uri;

/**
 * @param {string} uri
 * @param {{ version?: number; diagnostics?: object[] }} [special]
 */
function publish(uri, special = {}) {
  const document = documents.get(uri);
  if (document === undefined) return;
  const version = special.version ?? document.version + (behaviour.wrongVersion ?? 0);
  const diagnostics = special.diagnostics ?? findProblems(uri);
  const reported = behaviour.malformed === true ? null : diagnostics;
  const params = { uri: spell(uri), diagnostics: reported, ...(push === "versioned" ? { version } : {}) };
  send({ method: "textDocument/publishDiagnostics", params });
}

/** @param {string} uri */
function announce(uri) {
  if (push === "none" || behaviour.silent === true) return;
  const finding = behaviour.freezesFindings === true ? { diagnostics: findProblems(uri) } : {};
  const version = documents.get(uri)?.version;
  const tell = () => {
    if (behaviour.skipsOvertaken === true && documents.get(uri)?.version !== version) return;
    if (behaviour.stages === true) publish(uri, { diagnostics: [] });
    const rest = () => {
      publish(uri, {
        ...finding,
        ...(behaviour.freezesFindings === true && version !== undefined ? { version } : {}),
      });
      if (behaviour.tellsOthers === true)
        for (const other of documents.keys()) if (other !== uri) publish(other);
    };
    if (behaviour.stages === true) setTimeout(rest, behaviour.stageMs ?? 20);
    else rest();
  };
  for (let count = 0; count < (behaviour.flood ?? 0); count += 1) {
    const params = { uri: `file:///elsewhere/${count % 50}.txt`, diagnostics: findProblems(uri) };
    send({ method: "textDocument/publishDiagnostics", params });
  }
  if (behaviour.staleFirst === true) publish(uri, { version: (version ?? 0) - 1, diagnostics: [] });
  if (behaviour.delayMs === undefined) tell();
  else setTimeout(tell, behaviour.delayMs);
}

/** @param {string} when */
function maybeCrash(when) {
  if (behaviour.crash !== when) return;
  const crashes = readFileSync(logFile, "utf8").split('"crashed"').length - 1;
  if (crashes >= (behaviour.crashTimes ?? Number.POSITIVE_INFINITY)) return;
  log({ event: "crashed" });
  process.stderr.write("something went terribly wrong\n");
  process.exit(behaviour.exitCode ?? 7);
}

const pullOptions = { interFileDependencies: behaviour.interFile ?? false, workspaceDiagnostics: false };

/** @type {Record<string, (params: any, id: number) => void>} */
const requests = {
  initialize(_params, id) {
    maybeCrash("initialize");
    if (behaviour.neverReady === true) return;
    const sync = { openClose: true, change: behaviour.sync ?? 1, save: behaviour.save ?? false };
    const capabilities = {
      textDocumentSync: behaviour.plainSync === true ? (behaviour.sync ?? 1) : sync,
      ...(behaviour.pull === "static" ? { diagnosticProvider: pullOptions } : {}),
    };
    setTimeout(() => send({ id, result: { capabilities } }), behaviour.startMs ?? 0);
  },
  "textDocument/diagnostic"(params, id) {
    if (behaviour.silent === true) return;
    if (cancelledPulls < (behaviour.cancelPulls ?? 0)) {
      cancelledPulls += 1;
      send({ id, error: { code: -32802, message: "busy", data: { retriggerRequest: true } } });
      return;
    }
    const { uri } = params.textDocument;
    if (behaviour.malformed === true) return send({ id, result: null });
    const items = findProblems(uri);
    const resultId = JSON.stringify(items);
    const answer = () => {
      if (params.previousResultId === resultId) return send({ id, result: { kind: "unchanged", resultId } });
      const related = [...documents.keys()].filter(
        (other) => other !== uri && behaviour.tellsOthers === true,
      );
      const relatedDocuments = Object.fromEntries(
        related.map((other) => [other, { kind: "full", items: findProblems(other) }]),
      );
      send({ id, result: { kind: "full", resultId, items, relatedDocuments } });
    };
    setTimeout(answer, behaviour.delayMs ?? 0);
  },
  shutdown(_params, id) {
    if (behaviour.ignoresShutdown !== true) send({ id, result: null });
  },
};

/** @type {Record<string, (params: any) => void>} */
const notifications = {
  initialized() {
    if (behaviour.pull === "dynamic") {
      const registration = { id: "pull", method: "textDocument/diagnostic", registerOptions: pullOptions };
      ask("client/registerCapability", { registrations: [registration] });
    }
    for (const { method, params } of behaviour.asks ?? []) ask(method, params);
  },
  "textDocument/didOpen"({ textDocument: { uri, text, version, languageId } }) {
    documents.set(uri, { text, version, languageId });
    if (behaviour.deaf === true) process.stdin.pause();
    if (behaviour.refreshMs !== undefined) {
      setTimeout(() => {
        isRefreshed = true;
        ask("workspace/diagnostic/refresh", undefined);
      }, behaviour.refreshMs);
    }
    maybeCrash("open");
    announce(uri);
  },
  "textDocument/didChange"({ textDocument: { uri, version }, contentChanges }) {
    const document = documents.get(uri);
    if (document === undefined) return log({ event: "confused", uri });
    changes += 1;
    if (changes >= (behaviour.crashAfter ?? 1)) maybeCrash("change");
    document.text = contentChanges.at(-1).text;
    document.version = version;
    announce(uri);
  },
  "textDocument/didClose"({ textDocument: { uri } }) {
    documents.delete(uri);
  },
  exit() {
    if (behaviour.ignoresShutdown !== true) process.exit(0);
  },
};

/** @param {any} message */
function receive(message) {
  log({ event: "received", method: message.method ?? `answer to ${asked.get(message.id)}`, message });
  if (message.method === undefined) return;
  if (message.id === undefined) return notifications[message.method]?.(message.params);
  const handler = requests[message.method];
  if (handler !== undefined) handler(message.params, message.id);
  else send({ id: message.id, error: { code: -32601, message: "no such method" } });
}

log({ event: "started", cwd: process.cwd(), environment: { ...process.env } });
maybeCrash("start");
if (behaviour.ignoresSignals === true)
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
if (behaviour.hasChild === true) {
  const endless = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000)";
  const child = spawn(process.execPath, ["-e", endless], { stdio: "ignore" });
  log({ event: "child", childPid: child.pid });
}
if (behaviour.garbage !== undefined) process.stdout.write(behaviour.garbage);
if (behaviour.announcesBytes !== undefined)
  process.stdout.write(`Content-Length: ${behaviour.announcesBytes}\r\n\r\n`);
if (behaviour.endlessHeader === true) setInterval(() => process.stdout.write("x".repeat(65_536)), 1);

let unread = Buffer.alloc(0);
process.stdin.on("data", (piece) => {
  unread = Buffer.concat([unread, piece]);
  for (;;) {
    const end = unread.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(unread.toString("latin1", 0, end))?.[1]);
    if (unread.length < end + 4 + length) return;
    const body = unread.toString("utf8", end + 4, end + 4 + length);
    unread = unread.subarray(end + 4 + length);
    receive(JSON.parse(body));
  }
});
process.stdin.on("end", () => {
  log({ event: "input ended" });
  if (behaviour.ignoresEnd !== true) process.exit(0);
});
if (behaviour.ignoresEnd === true) setInterval(() => undefined, 1000);
