/**
 * For whoever tests a part of their own against the engine: the subpath `filewright/testing`. It knows no test runner and
 * loads none; `docs/testing.md` shows each part with two of them.
 */

export type { FileTree } from "../fs/node/scratch-folder.js";
export {
  type ConformanceLevel,
  compareWithScenario,
  conformanceLevels,
  type Difference,
  type Found,
} from "./conformance/compare.js";
export {
  type CallOutcome,
  type Implementation,
  type OpenedHistory,
  type OpenedTools,
  type OpenRequest,
  type RestoredFiles,
  type ShownBlock,
  UnsupportedScenario,
} from "./conformance/implementation.js";
export { listScenarios } from "./conformance/list-scenarios.js";
export { runScenario, type ScenarioResult } from "./conformance/run-scenario.js";
export type {
  HistoryStep,
  OutsideStep,
  Scenario,
  ScenarioOptions,
  ScenarioStep,
} from "./conformance/scenario.js";
export { createToolkitImplementation } from "./conformance/toolkit-implementation.js";
export type { DiskCapability, DiskUnderTest } from "./contract/disk-under-test.js";
export {
  type ContractCase,
  type FileSystemContractOptions,
  fileSystemContract,
} from "./contract/file-system-contract.js";
export { createLocalDisk } from "./contract/local-disk.js";
export {
  createTempWorkspace,
  type TempWorkspace,
  type TempWorkspaceOptions,
  type Tree,
} from "./temp-workspace.js";
