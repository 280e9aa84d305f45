import type { Command } from "commander";
import { renderBash } from "./bash.js";
import { type CommandShape, describeCommands } from "./command-shapes.js";
import { renderFish } from "./fish.js";
import { renderZsh } from "./zsh.js";

const renderers: Readonly<Record<"bash" | "zsh" | "fish", (shapes: readonly CommandShape[]) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

/** The script for a shell, of all commands that the program has. */
export function renderCompletion(program: Command, shell: keyof typeof renderers): string {
  return renderers[shell](describeCommands(program));
}
