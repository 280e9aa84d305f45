/**
 * From the text of the managed settings file to the policy. Stricter than other settings: a key or value that is not
 * known makes the file invalid, because a policy that holds only in part looks like one that holds.
 */
import { isAbsolute } from "node:path";
import { decodeValue, type JsonNode } from "../../json/json-tree.js";
import { type SandboxMode, sandboxModes } from "../../process/sandbox/policy.js";
import { findNearestNames } from "../../text/nearest-names.js";
import { visible } from "../../text/visible.js";
import { type PermissionMode, permissionModes } from "../access.js";
import { parseSettings } from "./parse-settings.js";
import { findOnly, orProblem, readSettingsTree, refuseValue, type SettingsProblem } from "./settings-tree.js";

export interface ManagedSettings {
  readonly kind: "managed";
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
  /** Never empty. */
  readonly allowedModes: readonly PermissionMode[];
  /** The mode where nobody sets one; always one of the allowed modes. */
  readonly defaultMode: PermissionMode;
  /** Whether allow rules of all other sources, grants included, do not count. */
  readonly allowsOwnRulesOnly: boolean;
  /** The least that must hold, whatever other sources say. */
  readonly sandbox: SandboxMode | undefined;
  /** Present if no call may run without an audit log. */
  readonly audit: { readonly file?: string } | undefined;
}

const rootKeys = [
  "permissions",
  "allowedModes",
  "disableBypassPermissions",
  "allowManagedRulesOnly",
  "sandbox",
  "audit",
] as const;

type RootKey = (typeof rootKeys)[number];

export function parseManaged(given: string): ManagedSettings | SettingsProblem {
  const parsed = parseSettings(given);
  if (parsed.kind === "invalid") return parsed;
  const tree = readSettingsTree(given);
  if (tree.kind === "invalid") return tree;
  const { text, root } = tree;
  return orProblem(text, () => {
    for (const { key, value } of root.members) requireKnown(key, value);
    const find = (key: RootKey): Found | undefined => {
      const node = findOnly(root.members, key)?.value;
      return node === undefined ? undefined : { node, value: decodeValue(text, node) };
    };
    const audit = readAudit(find("audit"));
    const [warning] = parsed.warnings.filter((each) => !isAboutRootKey(each));
    if (warning !== undefined) refuseValue(root, warning.replace(/\.$/, ""));
    const { deny, ask, allow, additionalDirectories, isBypassDisabled, defaultMode } = parsed.settings;
    if (additionalDirectories.length > 0)
      refuseValue(root, '"additionalDirectories" can\'t be set by managed settings');
    const isBypassRefused = readSwitch(find("disableBypassPermissions"), "disableBypassPermissions");
    const modes = readModes(find("allowedModes")).filter(
      (mode) => mode !== "bypassPermissions" || !(isBypassRefused || isBypassDisabled),
    );
    return {
      kind: "managed",
      deny,
      ask,
      allow,
      allowedModes: modes,
      defaultMode: chooseDefault(modes, defaultMode, root),
      allowsOwnRulesOnly: readSwitch(find("allowManagedRulesOnly"), "allowManagedRulesOnly"),
      sandbox: readSandbox(find("sandbox")),
      audit,
    };
  });
}

/** Root keys have been judged here already: other settings files know none of these, and another shape of "audit". */
function isAboutRootKey(warning: string): boolean {
  return warning.includes('"audit" must be') || warning.endsWith('Did you mean "permissions"?');
}

interface Found {
  readonly node: JsonNode;
  readonly value: unknown;
}

function requireKnown(key: string, node: JsonNode): void {
  if (key === "$schema" || rootKeys.some((each) => each === key)) return;
  const [near] = findNearestNames(key, rootKeys, { limit: 1, tolerance: 0.4 });
  refuseValue(
    node,
    near === undefined
      ? `a key is not known. Known: ${rootKeys.join(", ")}`
      : `"${visible(key)}" is not known. Did you mean "${near}"?`,
  );
}

function readSwitch(found: Found | undefined, key: RootKey): boolean {
  if (found === undefined) return false;
  if (typeof found.value !== "boolean") refuseValue(found.node, `"${key}" must be true or false`);
  return found.value;
}

function readModes(found: Found | undefined): readonly PermissionMode[] {
  if (found === undefined) return permissionModes;
  const { value, node } = found;
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList || !value.every((mode) => permissionModes.some((each) => each === mode)))
    refuseValue(node, `"allowedModes" must be a list with some of ${permissionModes.join(", ")}`);
  return value as readonly PermissionMode[];
}

function chooseDefault(
  modes: readonly PermissionMode[],
  wanted: PermissionMode | undefined,
  root: JsonNode,
): PermissionMode {
  const [first] = modes;
  if (first === undefined) return refuseValue(root, '"allowedModes" allows no mode');
  if (wanted === undefined) return modes.includes("default") ? "default" : first;
  return modes.includes(wanted) ? wanted : refuseValue(root, '"defaultMode" is not among "allowedModes"');
}

function readSandbox(found: Found | undefined): SandboxMode | undefined {
  if (found === undefined) return undefined;
  const level = sandboxModes.find((each) => each === found.value);
  return level ?? refuseValue(found.node, '"sandbox" must be "require", "prefer" or "off"');
}

function readAudit(found: Found | undefined): ManagedSettings["audit"] {
  if (found === undefined) return undefined;
  const { value, node } = found;
  const refuse = (): never =>
    refuseValue(
      node,
      '"audit" must be an object with "required" (true or false) and "file" (an absolute path)',
    );
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse();
  const { required, file, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof required !== "boolean" || Object.keys(others).length > 0) return refuse();
  if (file !== undefined && (typeof file !== "string" || !isAbsolute(file) || file.includes("\0")))
    return refuse();
  if (!required) return undefined;
  return file === undefined ? {} : { file };
}
