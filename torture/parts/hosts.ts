/** Long-lived processes beside others that recover and prune, in other pid namespaces and under other host names. */
import { inLanes, LANES } from "../core/lanes.js";
import { Ledger } from "../core/ledger.js";
import { hasFaketime, hasNamespaces, missing } from "../core/machine.js";
import { isWanted, type Part, type PartContext } from "../core/part.js";
import { Remote } from "../core/remote.js";
import { Sandbox } from "../core/sandbox.js";
import { withClock } from "./clock.js";

const here: readonly string[] = [];
const ownPids = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
const otherHost = ["unshare", "--uts", "sh", "-c", 'hostname other-host && exec "$@"', "sh"];

interface Constellation {
  /** Those that stay. */
  readonly staying: readonly (readonly string[])[];
  /** Those that come, recover, prune, change something and go. */
  readonly passing: readonly (readonly string[])[];
}

const later = withClock("+2h");
const constellations: Readonly<Record<string, Constellation>> = {
  "clock-differs": {
    staying: [ownPids, otherHost],
    passing: [[...otherHost, ...later], [...ownPids, ...later], later],
  },
  namespaces: { staying: [here, ownPids], passing: [ownPids, here] },
  hosts: { staying: [here, otherHost], passing: [otherHost, here] },
  both: { staying: [ownPids, otherHost, here], passing: [[...ownPids, ...otherHost], ownPids, otherHost] },
};

const ROUNDS = 2;

export const hosts: Part = {
  name: "hosts",
  title: "pid namespaces and other host names",
  weight: 3,
  findMissing: () => missing(["unshare as root", hasNamespaces()], ["faketime", hasFaketime()]),
  run: async (context) => {
    const names = Object.keys(constellations).filter((name) => isWanted(context, name));
    await inLanes(Array.from({ length: LANES }), names, context.clock, (name) => meet(name, context));
  },
};

async function meet(name: string, { report }: PartContext): Promise<void> {
  const { staying, passing } = constellations[name] as Constellation;
  const sandbox = new Sandbox();
  const ledger = new Ledger(sandbox);
  const environment = { FAKETIME_DONT_FAKE_MONOTONIC: "1" };
  const remotes = staying.map((through) => new Remote(sandbox, { through, environment }));
  let count = 0;
  const change = async (remote: Remote, path: string): Promise<void> => {
    count += 1;
    await ledger.write(remote, path, `${path} ${count}\n`);
  };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [index, remote] of remotes.entries()) {
      await change(remote, `own-${index}.txt`);
      await change(remote, "shared.txt");
    }
    for (const through of passing) {
      const visitor = new Remote(sandbox, { through, environment });
      await change(visitor, "visited.txt");
      await change(visitor, "shared.txt");
      await visitor.do({ do: "prune" });
      await visitor.close();
      report.faults += 1;
    }
  }
  const seen = await ledger.check(`${name}, while they run`);
  for (const remote of remotes) await remote.close();
  report.check(name, seen.length > 0 ? seen : await ledger.checkListed(`${name}, after they ended`));
  sandbox.remove();
}
