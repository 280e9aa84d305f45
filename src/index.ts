/** The public surface of the library. What is not exported here may change without notice. */
export type {
  Attribution,
  AttributionOptions,
  AttributionTotals,
  FileAttribution,
  SessionShare,
  UncountedFile,
} from "./attribution/attribution.js";
export type { Tally } from "./attribution/tagged-text.js";
export type { AuditOption } from "./audit/audit-choice.js";
export type { AuditRecord } from "./audit/audit-record.js";
export type { AuditVerdict, VerifyOptions } from "./audit/chain.js";
export { verifyAudit } from "./audit/verify-audit.js";
export { type ErrorCode, errorCodes } from "./errors/codes.js";
export { ToolError, type ToolErrorDetails } from "./errors/tool-error.js";
export {
  type AppendOptions,
  type DirectoryEntry,
  type DirectoryListing,
  type DisplacedFile,
  type FileKind,
  type FileStat,
  type FileSystem,
  FileSystemError,
  type FileSystemErrorCode,
  type FormerWatch,
  type HeldFolder,
  type MaybePromise,
  type OpenFile,
  type RemoveOptions,
  type Replaced,
  type ReplacedFile,
  type Replacement,
  type ReplaceWay,
  type ResolvedPath,
  type SmallFile,
  type StagedFile,
  type WriteOptions,
} from "./fs/file-system.js";
export { createMemoryFileSystem, type MemoryFileSystem } from "./fs/memory-file-system.js";
export type { MemoryDiskOptions } from "./fs/memory-tree.js";
export { createNodeFileSystem, type NodeFileSystemOptions } from "./fs/node-file-system.js";
export type { AbsolutePath, RealPath } from "./fs/paths.js";
export type { GitDiff } from "./git/git-diff.js";
export type { HistoryOptions } from "./history/history.js";
export type { ChangeOutline } from "./history/history-reader.js";
export type { ChangeRecord, CheckpointRecord, DisplacedRecord, Image } from "./history/records.js";
export type { ChangeState, TimelineChange } from "./history/timeline.js";
export type { HistoryDamage, HistoryReport } from "./history/verify.js";
export type { RestoreResult } from "./history-restore.js";
export type {
  DiagnosticChanges,
  FileDiagnostics,
  FileReport,
  RemainingErrors,
} from "./lsp/diagnostics-report.js";
export type { LanguageServerOptions } from "./lsp/server-options.js";
export type { ChangeDiff } from "./mutation/change-diff.js";
export type { FileRestore, RestoreOptions } from "./mutation/file-restore.js";
export type { VersionSide } from "./mutation/restore-targets.js";
export type { ChangedContent } from "./notify/changed-content.js";
export type { Diagnostic } from "./notify/diagnostic.js";
export type { EventsMissed } from "./notify/event-cursor.js";
export type { EventSource, Listener } from "./notify/event-hub.js";
export type { RingLimits } from "./notify/event-ring.js";
export type { StreamOptions } from "./notify/event-stream.js";
export type { EventData, EventType, WorkspaceEvent } from "./notify/events.js";
export {
  type Decision,
  type Operation,
  type PermissionMode,
  permissionModes,
  type Reason,
  type RuleList,
  type RuleSource,
  type SourceKind,
} from "./permissions/access.js";
export type {
  Answer,
  AskHandler,
  GivenAnswer,
  OpenQuestion,
  ProposedChange,
  Question,
  ReviewFlag,
  Suggestion,
} from "./permissions/ask.js";
export type { ListedRule } from "./permissions/listed-rule.js";
export type { Agent } from "./permissions/session-permissions.js";
export type { AddedDirectory } from "./permissions/settings/compose-settings.js";
export type { PermissionOptions, PermissionRules } from "./permissions/workspace-permissions.js";
export { boolean, type Field, integer, oneOf, optional, text } from "./schema/fields.js";
export { defineInput, type InputOf, type JsonSchema, type ObjectSchema } from "./schema/object-schema.js";
export { defaultMemoryFiles } from "./secrets/memory-files.js";
export type { ChangeRules } from "./session/change-rules.js";
export type { Freshness } from "./session/freshness.js";
export type { LimitFlags, Limits } from "./session/limits.js";
export type { SavedFile, SavedLedger } from "./session/saved-ledger.js";
export type { Capabilities, Session, SessionOptions, SessionPast } from "./session/session.js";
export type { SessionSettings } from "./session/setting-fields.js";
export type { Hunk } from "./text/diff/hunks.js";
export type { MatchTier } from "./text/edit/tiers.js";
export { escapeForTerminal } from "./text/escape-for-terminal.js";
export type { LineRange, LineRanges } from "./text/line-ranges.js";
export type { CountTokens } from "./tokens/token-counter.js";
export {
  type CallAllOptions,
  type CallOptions,
  createToolkit,
  type DecideOptions,
  type ToolCall,
  type ToolInfo,
  type Toolkit,
  type ToolkitOptions,
  type ToolOutputs,
} from "./toolkit.js";
export type {
  ListOptions,
  RewindOptions,
  ToolkitHistory,
  VersionOptions,
} from "./toolkit-history.js";
export type {
  Explanation,
  PermissionOverview,
  ToolkitPermissions,
} from "./toolkit-permissions.js";
export type { CallContext, CallProgress } from "./tools/context.js";
export type { Verdict } from "./tools/decide-call.js";
export {
  type Access,
  type Block,
  type CheckRequest,
  type DocumentBlock,
  defineTool,
  type ImageBlock,
  type Outcome,
  type Plan,
  type TextBlock,
  type Tool,
  type ToolFace,
  type Traits,
} from "./tools/define-tool.js";
export type { EditInput, EditOutput } from "./tools/edit/schema.js";
export type { GlobInput, GlobOutput } from "./tools/glob/schema.js";
export type { GrepInput, GrepOutput, OutputMode } from "./tools/grep/schema.js";
export type { NotebookEditInput, NotebookEditOutput } from "./tools/notebook-edit/schema.js";
export type {
  ImageFile,
  NotebookCell,
  NotebookOutput,
  PdfPart,
  ReadInput,
  ReadOutput,
  ShownPicture,
  TextFile,
} from "./tools/read/schema.js";
export type { CallError, CallResult } from "./tools/run.js";
export type { WriteInput, WriteOutput } from "./tools/write/schema.js";
export { Workspace, type WorkspaceOptions } from "./workspace.js";
export type { LocationOptions, SearchBases } from "./workspace-location.js";
