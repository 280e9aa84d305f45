/** Runs one row in a process of its own and sends back what it measured. */
import type { Block } from "./contest.js";
import { Fixtures } from "./fixtures.js";
import { reasonOf } from "./measure.js";
import { PeerField } from "./peers/field.js";
import { searchRows } from "./rows/search.js";
import { serverRows } from "./rows/servers.js";

export interface HostedRow {
  readonly id: string;
  readonly isQuick: boolean;
  readonly tree: string | undefined;
  readonly usesPeers: boolean;
}

export type HostedRowEnd = { readonly blocks: Block[] } | { readonly failure: string };

process.once("message", (row: HostedRow) => {
  void run(row).then((end) => process.send?.(end, () => process.disconnect()));
});

async function run({ id, isQuick, tree, usesPeers }: HostedRow): Promise<HostedRowEnd> {
  const fixtures = new Fixtures(0);
  const peers = usesPeers ? PeerField.ofInstalled(fixtures.directory) : PeerField.empty();
  try {
    const row = [...searchRows, ...serverRows].find((each) => each.id === id);
    if (row === undefined) return { failure: `no such row: ${id}` };
    return { blocks: await row.run({ fixtures, peers, isQuick, tree }) };
  } catch (cause) {
    return { failure: reasonOf(cause) };
  } finally {
    peers.close();
    // Whoever started this process decides about the fixtures.
    fixtures.release({ keep: true });
  }
}
