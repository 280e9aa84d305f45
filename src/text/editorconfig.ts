/**
 * The one question we ask of `.editorconfig`: which charset does this file have? Sections are matched as the format
 * says, later ones win; reading the files and walking up the folders is the caller's.
 */
import { matchesSection } from "./editorconfig-glob.js";

export interface EditorConfig {
  readonly root: boolean;
  readonly sections: readonly { readonly pattern: string; readonly charset: string | undefined }[];
}

export function parseEditorConfig(text: string): EditorConfig {
  let root = false;
  const sections: { pattern: string; charset: string | undefined }[] = [];
  for (const rawLine of text.split(/\r?\n/)) {
    const line = rawLine.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    if (line.startsWith("[") && line.endsWith("]")) {
      sections.push({ pattern: line.slice(1, -1), charset: undefined });
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
    if (section !== undefined && key === "charset") section.charset = value;
  }
  return { root, sections };
}

/**
 * The charset for a path below the folder that holds the configuration, with `/` between segments. "unset" takes back
 * what configurations farther up may say.
 */
export function findCharset(config: EditorConfig, relativePath: string): string | undefined {
  let charset: string | undefined;
  for (const section of config.sections) {
    if (section.charset !== undefined && matchesSection(section.pattern, relativePath)) {
      charset = section.charset;
    }
  }
  return charset;
}
