/** A real terminal emulator with a screen that can be read while a program runs in it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { homeless, program } from "./command-line.js";

/** Tests that need it are left out where it is not installed; the report at the end names them. */
export const hasTmux: boolean = spawnSync("tmux", ["-V"]).status === 0;

export interface Screen {
  /** Sends the text as key presses, without Enter. */
  type(text: string): void;
  press(key: "Enter"): void;
  /** What a person sees now: the lines, without trailing blanks and empty lines at the end. */
  read(): readonly string[];
}

/** Starts `sh` in the folder, in which `filewright` is the built program. */
export function openScreen(folder: string): Screen {
  const base = mkdtempSync(join(tmpdir(), "filewright-tmux-"));
  const socket = join(base, "socket");
  const tmux = (...words: readonly string[]): string =>
    execFileSync("tmux", ["-S", socket, "-f", "/dev/null", ...words], { encoding: "utf8" });
  onTestFinished(() => {
    spawnSync("tmux", ["-S", socket, "kill-server"]);
    rmSync(base, { recursive: true, force: true });
  });
  const environment = Object.entries(homeless(folder)).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  tmux("new-session", "-d", "-x", "120", "-y", "50", "-c", folder, ...environment, "env", "PS1=$ ", "sh");
  const screen: Screen = {
    type: (text) => void tmux("send-keys", "-l", text),
    press: (key) => void tmux("send-keys", key),
    read: () => tmux("capture-pane", "-p").trimEnd().split("\n"),
  };
  screen.type(`filewright() { "${process.execPath}" "${program}" "$@"; }; clear`);
  screen.press("Enter");
  return screen;
}
