/** The sandbox of macOS: a profile for `sandbox-exec`. Later rules count for more than earlier ones. */
import { childProcess } from "../run-program.js";
import { type Command, plainDevices, type SandboxPolicy } from "./policy.js";

const SEATBELT_PROGRAM = "/usr/bin/sandbox-exec";
const PROBE_MS = 5000;

/** Why Seatbelt can't be used; `undefined` if it can. Inside another sandbox it can't. */
export function probeSeatbelt(): string | undefined {
  const { status } = childProcess().spawnSync(
    SEATBELT_PROGRAM,
    ["-p", "(version 1)(allow default)", "/usr/bin/true"],
    { cwd: "/", env: {}, stdio: "ignore", timeout: PROBE_MS },
  );
  return status === 0 ? undefined : `${SEATBELT_PROGRAM} is missing or can't be used here`;
}

export function wrapForSeatbelt(policy: SandboxPolicy, command: Command): Command {
  return {
    program: SEATBELT_PROGRAM,
    arguments: ["-p", renderSeatbeltProfile(policy), command.program, ...command.arguments],
  };
}

export function renderSeatbeltProfile({
  readable,
  writable,
  hidden,
  network,
  limits,
  devices = true,
}: SandboxPolicy): string {
  const paths = (list: readonly string[]): string => list.map((path) => ` (subpath ${quote(path)})`).join("");
  const rule = (effect: string, what: string, list: readonly string[]): string[] =>
    list.length === 0 ? [] : [`(${effect} ${what}${paths(list)})`];
  return [
    "(version 1)",
    "(deny default)",
    ...(limits?.processes === 0 ? [] : ["(allow process-fork)"]),
    "(allow process-info* (target same-sandbox))",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow file-read-metadata)",
    '(allow file-read-data (literal "/"))',
    ...rule("allow", "file-read* process-exec", readable),
    ...rule("allow", "file-read* file-write*", writable),
    ...rule("allow", "file-read* file-write-data file-ioctl", devices ? plainDevices : []),
    ...renderNetwork(network),
    ...rule("deny", "file-read* file-write* process-exec", hidden),
    "",
  ].join("\n");
}

function renderNetwork(network: SandboxPolicy["network"]): readonly string[] {
  if (network === false) return [];
  if (network === true) return ["(allow network*)", "(allow system-socket)"];
  const local = `(local tcp "localhost:${network.listenPort}")`;
  return [`(allow network-bind ${local})`, `(allow network-inbound ${local})`];
}

function quote(path: string): string {
  return `"${path.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}
