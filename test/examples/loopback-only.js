// Loaded before a program (--import): refuses every connection that would leave this machine, and writes down where it would
// have gone to, in case the program makes nothing of the refusal.
import { appendFileSync } from "node:fs";
import { isIP, Socket } from "node:net";

const report = process.env["CONNECTIONS_REPORT"] ?? "";
/** @type {{ connect: (this: Socket, ...given: any[]) => Socket }} */
const prototype = Socket.prototype;
const { connect } = prototype;

prototype.connect = function (...given) {
  const host = hostOf(Array.isArray(given[0]) ? given[0] : given);
  if (host !== undefined && !isThisMachine(host)) {
    appendFileSync(report, `${host}\n`);
    throw new Error(`A connection to ${host} was refused: only this machine may be spoken to.`);
  }
  return Reflect.apply(connect, this, given);
};

/**
 * Undefined for a socket that is a file. Without a host it is this machine.
 * @param {any[]} given
 * @returns {string | undefined}
 */
function hostOf([first, second]) {
  if (typeof first === "object" && first !== null)
    return first.path ? undefined : (first.host ?? "localhost");
  if (typeof first === "string" && Number.isNaN(Number(first))) return undefined;
  return typeof second === "string" ? second : "localhost";
}

/** @param {string} host */
function isThisMachine(host) {
  return host === "localhost" || (isIP(host) === 4 && host.startsWith("127.")) || host === "::1";
}
