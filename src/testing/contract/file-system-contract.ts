/**
 * What every FileSystem must do, as cases that any test runner can register:
 *
 *     for (const { title, run } of fileSystemContract({ create })) it(title, run);
 */
import type { MaybePromise } from "../../fs/file-system.js";
import { type CaseDefinition, setUpCase } from "./contract-case.js";
import type { DiskCapability, DiskUnderTest } from "./disk-under-test.js";
import { linkCases } from "./link-cases.js";
import { ownFileCases } from "./own-file-cases.js";
import { pathCases } from "./path-cases.js";
import { readCases } from "./read-cases.js";
import { replaceCases } from "./replace-cases.js";
import { stageCases } from "./stage-cases.js";
import { statCases } from "./stat-cases.js";

export interface FileSystemContractOptions {
  /** A fresh disk for each case. */
  readonly create: () => MaybePromise<DiskUnderTest>;
  /** What this disk can't have. Cases about nothing else are left out; the others leave out that part. */
  readonly lacks?: readonly DiskCapability[];
}

export interface ContractCase {
  /** Stays what it is when the title is put better. */
  readonly id: string;
  /** A sentence about a FileSystem: "refuses a circle of links". */
  readonly title: string;
  readonly needs: readonly DiskCapability[];
  /** Rejects with an AssertionError when the promise is broken. Takes nothing, so that it can be handed to any runner. */
  readonly run: () => Promise<void>;
}

const definitions: readonly CaseDefinition[] = [
  ...pathCases,
  ...statCases,
  ...readCases,
  ...replaceCases,
  ...stageCases,
  ...ownFileCases,
  ...linkCases,
];

export function fileSystemContract({
  create,
  lacks = [],
}: FileSystemContractOptions): readonly ContractCase[] {
  return definitions
    .filter(({ needs = [] }) => !needs.some((need) => lacks.includes(need)))
    .map(({ id, title, needs = [], check }) => ({
      id,
      title,
      needs,
      run: async () => {
        const disk = await create();
        try {
          await check(setUpCase(disk, lacks));
        } finally {
          await disk.dispose?.();
        }
      },
    }));
}
