/** The words of permission: what is asked of the rules, what a rule is, and what they answer with the reason for it. */
import type { AbsolutePath } from "../fs/paths.js";
import type { RootProblem } from "../fs/root-problems.js";

export type Operation = "read" | "write";

/** In the order in which they are consulted; the first that matches wins, however specific. */
export const ruleLists = ["deny", "ask", "allow"] as const;

export type RuleList = (typeof ruleLists)[number];

export const permissionModes = ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"] as const;

export type PermissionMode = (typeof permissionModes)[number];

/**
 * Who wrote a rule: the system's administrator, a settings file, the host's own code, whoever admitted this agent, or a person
 * who answered a question.
 */
export type SourceKind = "managed" | "user" | "project" | "local" | "flag" | "host" | "agent" | "session";

export interface RuleSource {
  readonly kind: SourceKind;
  /** The settings file it stands in. */
  readonly file?: AbsolutePath;
  /** Where its patterns with one leading slash begin, under the name it was given and the one it really has. */
  readonly folders: readonly string[];
}

/** A rule as someone wrote it. */
export interface GivenRule {
  readonly text: string;
  readonly list: RuleList;
  readonly source: RuleSource;
  /** Granted by a person who was looking at a protected folder, and so valid there too. */
  readonly isForProtected?: true;
}

/** A rule that is in force. */
export type Rule = GivenRule;

export type ClosedPlace = "state" | "settings" | "process";

/** What a tool is about to do with a path, or wants to show of it. */
export interface AccessRequest {
  readonly tool: string;
  readonly operation: Operation;
  /** As it was given, absolute and normalised. */
  readonly path: string;
  /** Where it really leads. */
  readonly realPath: string;
  /** What lies there or would be made there. */
  readonly kind: "file" | "folder";
  /** Where the path really leads. */
  readonly isInsideRoots: boolean;
  /** What the path as it was given says; a link may lead elsewhere. */
  readonly isNamedInsideRoots: boolean;
  /** The unusable root that keeps the path from lying inside the roots, if there is one. */
  readonly rootProblem?: RootProblem | undefined;
  /** Whether the volume takes names that differ in capitals for one. */
  readonly foldsCase: boolean;
  /** One of our own saved results, which the model was told to read on from, and whether the rules are still those it was made under. */
  readonly savedResult?: "current" | "outdated" | undefined;
  /** Our own state and the inside of processes, which no tool may touch, or our own settings, which none may change. */
  readonly closedPlace?: ClosedPlace | undefined;
  /** A rule that denies the same file under another of its names (a hard link). */
  readonly deniedTwin?: Rule | undefined;
  /** It has other names, and not all places could be looked through for a denied one. */
  readonly isTwinUnknown?: boolean | undefined;
  /** Whether the file has hard links that a change would reach as well, and that have not been judged one by one. */
  readonly hasOtherNames?: boolean | undefined;
  /** What the change makes run later, such as "scripts in package.json". */
  readonly runsLater?: string | undefined;
  /** Why the new content looks like a mistake of the model, such as "line 1 looks like Filewright's own output". */
  readonly suspicion?: string | undefined;
}

/** A change would reach the file's other hard links too. */
export interface OtherNames {
  readonly kind: "other-names";
  /** How many names the file has, and how many were found where changes may be allowed; absent if none were looked for. */
  readonly count?: { readonly links: number; readonly found: number };
  /** One of the names, which may not be changed unasked, and why. */
  readonly name?: string;
  readonly because?: Reason;
  /** As for `twin-unknown`. */
  readonly besides?: Reason;
}

export type Reason =
  | { readonly kind: "rule"; readonly rule: Rule }
  /** The file has another name, which the rule denies. */
  | { readonly kind: "twin"; readonly rule: Rule }
  /** `besides` is why a person is asked outside the roots anyway: a model is told that alone, not that the file exists. */
  | { readonly kind: "twin-unknown"; readonly besides?: Reason }
  | { readonly kind: "own-state" }
  | { readonly kind: "own-settings" }
  | { readonly kind: "process-file" }
  | { readonly kind: "mode"; readonly mode: PermissionMode; readonly instead?: Reason }
  | { readonly kind: "protected"; readonly name: string }
  | { readonly kind: "runs-later"; readonly what: string }
  | OtherNames
  /** The new content looks like a mistake. `besides` is why a person would have been asked anyway. */
  | { readonly kind: "suspicious-content"; readonly what: string; readonly besides?: Reason }
  | { readonly kind: "saved-result" }
  /** Rules were changed since the result was saved, and may deny what it holds. */
  | { readonly kind: "outdated-result" }
  /** It would lie inside this root, if the root could be used. */
  | { readonly kind: "root-problem"; readonly problem: RootProblem }
  | {
      readonly kind: "default";
      readonly because: "read-inside" | "change" | "outside" | "link-out";
    };

export interface Decision {
  readonly answer: "allow" | "ask" | "deny";
  readonly by: Reason;
  /** All names of the file, where each of them was judged. */
  readonly names?: readonly string[];
}
