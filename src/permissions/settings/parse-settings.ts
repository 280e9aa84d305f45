/**
 * From the text of a settings file to what it says. Strict where something that forbids could get lost: then the file is
 * invalid as a whole. What merely means nothing here is warned of, and what belongs to other programs is left alone.
 */
import { decodeValue, type JsonNode } from "../../json/json-tree.js";
import { findPlace } from "../../json/place.js";
import {
  findSettingFault,
  type GivenSettings,
  limitNames,
  type SettingName,
  settingFields,
  settingNames,
} from "../../session/setting-fields.js";
import { findNearestNames } from "../../text/nearest-names.js";
import { visible } from "../../text/visible.js";
import { type PermissionMode, permissionModes, ruleLists } from "../access.js";
import {
  findEntries,
  findWord,
  knownKeys,
  orProblem,
  readSettingsTree,
  refuseValue,
  type SettingsProblem,
  type SettingsTree,
} from "./settings-tree.js";

export interface Settings {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
  readonly defaultMode?: PermissionMode;
  /** As they are written: relative ones begin at the folder of the settings. */
  readonly additionalDirectories: readonly string[];
  readonly isBypassDisabled: boolean;
  /** Limits and change rules, those that are valid. */
  readonly session: GivenSettings;
}

export interface ParsedSettings {
  readonly kind: "settings";
  readonly settings: Settings;
  /** Sentences without the file's name. */
  readonly warnings: readonly string[];
}

/** Keys of other programs that read the same block. */
const foreignKeys: ReadonlySet<string> = new Set(["disableAutoMode", "skipDangerousModePermissionPrompt"]);

export function parseSettings(text: string): ParsedSettings | SettingsProblem {
  const tree = readSettingsTree(text);
  if (tree.kind === "invalid") return tree;
  return orProblem(tree.text, () => {
    const values = (key: string): string[] => findEntries(tree, key)?.map(({ value }) => value) ?? [];
    const mode = readMode(tree);
    const session = readSession(tree);
    const settings: Settings = {
      deny: values("deny"),
      ask: values("ask"),
      allow: values("allow"),
      ...(mode.mode === undefined ? {} : { defaultMode: mode.mode }),
      additionalDirectories: values("additionalDirectories"),
      isBypassDisabled: readBypassSwitch(tree),
      session: session.values,
    };
    const warnings = [...findStrayKeys(tree), ...mode.warnings, ...session.warnings];
    return { kind: "settings", settings, warnings };
  });
}

interface ReadMode {
  readonly mode: PermissionMode | undefined;
  readonly warnings: readonly string[];
}

function readMode(tree: SettingsTree): ReadMode {
  const word = findWord(tree, "defaultMode");
  if (word === undefined) return { mode: undefined, warnings: [] };
  const mode = permissionModes.find((each) => each === word.value);
  if (mode !== undefined) return { mode, warnings: [] };
  if (word.value === "manual") return { mode: "default", warnings: [] };
  const { line } = findPlace(tree.text, word.node.start);
  if (word.value === "auto") {
    const warning = `Line ${line}: there is no mode "auto" here; "default" is used, in which changes are asked about.`;
    return { mode: "default", warnings: [warning] };
  }
  const known = permissionModes.join(", ");
  return {
    mode: undefined,
    warnings: [`Line ${line}: the mode is not known and not used. Known: ${known}.`],
  };
}

interface ReadSession {
  readonly values: GivenSettings;
  readonly warnings: readonly string[];
}

/** Keys that stand beside `limits`, under the names that the library's options have. */
const besideLimits = settingNames.filter((name) => !limitNames.some((limit) => limit === name));

/** But for the sandbox these forbid nothing, so an invalid one is only warned of. Of a key that stands twice, the last counts. */
function readSession({ text, root }: SettingsTree): ReadSession {
  const values = new Map<SettingName, unknown>();
  const warnings: string[] = [];
  const lineOf = ({ start }: JsonNode): number => findPlace(text, start).line;
  const read = (name: SettingName, node: JsonNode): void => {
    const value = decodeValue(text, node);
    const fault = findSettingFault(name, value, `"${name}"`);
    if (fault === undefined) values.set(name, value);
    else if (name === "sandbox") refuseValue(node, `"sandbox" must be ${settingFields.sandbox.expected}`);
    else warnings.push(`Line ${lineOf(node)}: ${fault}`);
  };
  for (const { key, value } of root.members) {
    const name = besideLimits.find((each) => each === key);
    if (name !== undefined) read(name, value);
    else if (key === "limits" && value.members === undefined)
      warnings.push(`Line ${lineOf(value)}: "limits" must be an object in braces; it is not used.`);
    else if (key === "limits") {
      for (const member of value.members ?? []) {
        const limit = limitNames.find((each) => each === member.key);
        if (limit !== undefined) read(limit, member.value);
        else
          warnings.push(`Line ${lineOf(member.value)}: ${describeStray(member.key, "limits", limitNames)}`);
      }
    }
  }
  return { values: Object.fromEntries(values), warnings };
}

/** A key that is like none of ours is not quoted: the file may be anybody's. */
function describeStray(key: string, block: string, known: readonly string[]): string {
  const [near] = findNearestNames(key, known, { limit: 1, tolerance: 0.4 });
  return near === undefined
    ? `a key in "${block}" is not known and means nothing.`
    : `"${visible(key)}" is not known and means nothing. Did you mean "${near}"?`;
}

/** Whoever writes anything else means something by it that would not happen. */
function readBypassSwitch(tree: SettingsTree): boolean {
  const word = findWord(tree, "disableBypassPermissionsMode");
  if (word === undefined) return false;
  if (word.value !== "disable") {
    refuseValue(word.node, '"disableBypassPermissionsMode" must be "disable" or be left out');
  }
  return true;
}

/** A misspelt key would be a rule that nobody knows is not in force. */
function findStrayKeys({ text, root, permissions }: SettingsTree): string[] {
  const warnings: string[] = [];
  const lineOf = (offset: number): number => findPlace(text, offset).line;
  for (const { key, start } of permissions?.members ?? []) {
    if (knownKeys.includes(key) || foreignKeys.has(key)) continue;
    warnings.push(`Line ${lineOf(start)}: ${describeStray(key, "permissions", knownKeys)}`);
  }
  for (const { key, start, value } of root.members) {
    if (key === "audit" && !/^(?:true|false)$/.test(text.slice(value.start, value.end))) {
      warnings.push(`Line ${lineOf(start)}: "audit" must be true or false; no log is kept.`);
    } else if (ruleLists.some((list) => list === key)) {
      warnings.push(`Line ${lineOf(start)}: "${key}" means something only inside "permissions".`);
    } else if (permissions === undefined && isNearly(key, "permissions")) {
      warnings.push(
        `Line ${lineOf(start)}: "${visible(key)}" is not known and means nothing. Did you mean "permissions"?`,
      );
    }
  }
  return warnings;
}

function isNearly(key: string, known: string): boolean {
  return findNearestNames(key, [known], { limit: 1, tolerance: 0.2 }).length > 0;
}
