import { parseArgs } from "node:util";

export const HELP = `Measures filewright against floors and peers, side by side in one run.

Usage:
  npm run bench [-- options]

Options:
  --quick           few rounds, a log of 64 MiB, small trees, our side of the agent stories: shows that everything runs and
                    answers rightly, judges no timing
  --only R1,R3      only these rows
  --tree DIR        searches this directory in S1, S2 and S4, best a large checkout; nothing in it is changed
  --install-peers   first installs the pinned peers into bench/peers (about 760 MB; needs the package registry)
  --no-peers        leaves installed peers out
  --agents          plays the agent stories instead of the rows: what an agent pays in calls and characters
  --keep            keeps the fixtures in the temporary directory for the next run
  --help            this text

Exit code 1 means that an operation failed or answered wrongly, never that it was slow.
`;

export interface BenchArguments {
  readonly isQuick: boolean;
  /** Rows to run, in upper case; undefined for all. */
  readonly only: readonly string[] | undefined;
  /** The directory to search, as given; undefined for one that is made up. */
  readonly tree: string | undefined;
  readonly installPeers: boolean;
  readonly usePeers: boolean;
  readonly keepFixtures: boolean;
  /** The agent stories instead of the rows. */
  readonly agentStories: boolean;
  readonly help: boolean;
}

export function parseBenchArguments(words: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string" },
      tree: { type: "string" },
      "install-peers": { type: "boolean", default: false },
      "no-peers": { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      agents: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  return {
    isQuick: values.quick,
    only: values.only?.split(",").map((id) => id.trim().toUpperCase()),
    tree: values.tree,
    installPeers: values["install-peers"],
    usePeers: !values["no-peers"],
    keepFixtures: values.keep,
    agentStories: values.agents,
    help: values.help,
  };
}
