/** Makes each system call fail in turn, with errors that it can have. */
import { located } from "../core/finding.js";
import { inScenarios } from "../core/in-scenarios.js";
import { explore, injectOnce } from "../core/inject.js";
import type { Clock } from "../core/lanes.js";
import { hasStrace, missing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { PreparedScenario } from "../core/prepared.js";
import type { Scenario } from "../core/scenario.js";
import { describePoint, type Point } from "../core/strace.js";

const full = ["ENOSPC", "EDQUOT", "EIO"];
const sync = ["EIO", "ENOSPC", "EDQUOT", "EINVAL"];
const optional = ["EOPNOTSUPP", "EINVAL", "EIO"];

/** Errors and the system calls that are given them; EIO for all others. */
const table: readonly (readonly [calls: string, errors: readonly string[]])[] = [
  ["write pwrite64 writev pwritev rename renameat linkat mkdir symlink", full],
  ["link renameat2", [...full, "EPERM", "EINVAL"]],
  ["fsync fdatasync", sync],
  ["fallocate", [...full, "EOPNOTSUPP"]],
  ["ftruncate close", ["EIO", "ENOSPC"]],
  ["openat", ["EIO", "ENOSPC", "EMFILE"]],
  ["fchmod fchown", ["EIO", "EPERM"]],
  ["flock flistxattr fgetxattr", optional],
  ["fsetxattr", [...optional, "ENOSPC"]],
  ["fcntl", ["EINVAL", "EAGAIN"]],
];
const errors = new Map(
  table.flatMap(([calls, names]) => calls.split(" ").map((call) => [call, names] as const)),
);

export const fault: Part = {
  name: "fault",
  title: "an error from every system call",
  weight: 6,
  findMissing: () => missing(["strace", hasStrace()]),
  run: async (context) => {
    await inScenarios(context, failEverywhere);
  },
};

async function failEverywhere(scenario: Scenario, clock: Clock, context: PartContext): Promise<void> {
  const { report, random } = context;
  const prepared = new PreparedScenario(scenario);
  await prepared.prepare();
  const { points } = await explore(prepared);
  const all = points.flatMap((point) =>
    (errors.get(point.call) ?? ["EIO"]).map((error) => ({ point, error })),
  );
  const wanted = all.filter((each) => isWanted(context, nameOf(scenario, each)));
  for (const each of random.shuffle(wanted)) {
    if (clock.isOver()) break;
    const found = await injectOnce(prepared, each.point, { error: each.error });
    if (found === undefined) continue;
    report.faults += 1;
    report.check(
      nameOf(scenario, each),
      located(found, describePoint(each.point), `${each.error} from ${each.point.line}`),
    );
  }
  prepared.sandbox.remove();
}

function nameOf(
  { name }: Scenario,
  { point, error }: { readonly point: Point; readonly error: string },
): string {
  return `${name}/${point.thread}/${point.call}/${point.number}/${error}`;
}
