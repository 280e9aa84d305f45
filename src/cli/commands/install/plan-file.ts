/** What becomes of a client's file. */
import type { Workspace } from "../../../workspace.js";
import type { Client } from "./clients.js";
import { type ConfigEdit, type ConfigProblem, type Entry, type Kept, SERVER_NAME } from "./config-edit.js";
import type { ConfigFile } from "./config-file.js";
import { planJsonEntry, planJsonRemoval } from "./edit-json.js";
import { planTomlEntry, planTomlRemoval, writeTomlTable } from "./edit-toml.js";
import { findOriginal } from "./kept-original.js";

export type FilePlan =
  /** Undefined: the file goes, because it was made for the server alone. */
  | ({ readonly kind: "changed"; readonly next: string | undefined } & Kept)
  | ({ readonly kind: "unchanged" } & Kept)
  | ConfigProblem;

/** With an entry, the file gets it; without one, it loses it. */
export async function planFile(
  client: Client,
  file: ConfigFile,
  entry: Entry | undefined,
  workspace: Workspace,
): Promise<FilePlan> {
  if (entry !== undefined) return toPlan(planEntry(client, file.text, entry));
  if (file.text === undefined) return { kind: "unchanged" };
  const edit = planRemoval(client, file.text);
  if (edit.kind !== "changed") return toPlan(edit);
  const original = await findOriginal(file, workspace);
  return original === undefined ? toPlan(edit) : { kind: "changed", next: original.text };
}

function planEntry(client: Client, text: string | undefined, entry: Entry): ConfigEdit {
  const { key, format } = client;
  return format === "toml"
    ? planTomlEntry(text, key, entry)
    : planJsonEntry(text, { key, hasComments: format === "jsonc" }, entry);
}

export function planRemoval({ key, format }: Client, text: string): ConfigEdit {
  return format === "toml"
    ? planTomlRemoval(text, key)
    : planJsonRemoval(text, { key, hasComments: format === "jsonc" });
}

/** The entry alone, as it stands in a file that holds nothing else. */
export function printSnippet({ key, format }: Client, entry: Entry): string {
  if (format === "toml") return writeTomlTable(key, entry, "\n");
  return `${JSON.stringify({ [key]: { [SERVER_NAME]: entry } }, undefined, 2)}\n`;
}

function toPlan(edit: ConfigEdit): FilePlan {
  if (edit.kind !== "changed") return edit;
  const { text, ...rest } = edit;
  return { ...rest, next: text };
}
