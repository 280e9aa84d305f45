/**
 * Parses `.editorconfig` and finds the properties it declares for a file. Sections are matched as the format says, and
 * later ones win. Reading the files and walking up the folders is up to the caller.
 */
import { matchesSection } from "./editorconfig-glob.js";

export interface EditorConfig {
  readonly root: boolean;
  readonly sections: readonly EditorConfigSection[];
}

interface EditorConfigSection {
  readonly pattern: string;
  readonly properties: ReadonlyMap<DeclaredProperty, string>;
}

const PROPERTIES = ["charset", "trim_trailing_whitespace"] as const;

/** The properties that are read; all others are ignored. */
export type DeclaredProperty = (typeof PROPERTIES)[number];

export function parseEditorConfig(text: string): EditorConfig {
  let root = false;
  const sections: { pattern: string; properties: Map<DeclaredProperty, string> }[] = [];
  for (const rawLine of text.split(/\r?\n/)) {
    const line = rawLine.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    if (line.startsWith("[") && line.endsWith("]")) {
      sections.push({ pattern: line.slice(1, -1), properties: new Map() });
      continue;
    }
    const separator = line.indexOf("=");
    if (separator === -1) continue;
    const key = line.slice(0, separator).trim().toLowerCase();
    const value = line
      .slice(separator + 1)
      .trim()
      .toLowerCase();
    const section = sections.at(-1);
    if (section === undefined && key === "root") root = value === "true";
    const property = PROPERTIES.find((known) => known === key);
    if (property !== undefined) section?.properties.set(property, value);
  }
  return { root, sections };
}

/**
 * The value for a path below the folder that holds the configuration, with `/` between segments, in lower case. "unset"
 * cancels what configurations farther up may declare.
 */
export function findProperty(
  config: EditorConfig,
  relativePath: string,
  property: DeclaredProperty,
): string | undefined {
  let value: string | undefined;
  for (const { pattern, properties } of config.sections) {
    const declared = properties.get(property);
    if (declared !== undefined && matchesSection(pattern, relativePath)) value = declared;
  }
  return value;
}
