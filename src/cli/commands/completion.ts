/** `filewright completion`: a script for the user's shell, made from the commands that there are. */
import { Argument, type Command } from "commander";
import { acting, type Door } from "../door.js";
import { EXIT } from "../exit-codes.js";

const shells = ["bash", "zsh", "fish"] as const;

const EXAMPLES = `
Examples:
  $ source <(filewright completion bash)
      in ~/.bashrc
  $ source <(filewright completion zsh)
      in ~/.zshrc, after compinit
  $ filewright completion fish | source
      in ~/.config/fish/config.fish`;

export function addCompletionCommand(program: Command, door: Door): void {
  program
    .command("completion")
    .description("print a script that completes commands, options and files in your shell")
    .addArgument(new Argument("<shell>", "the shell that it is for").choices(shells))
    .addHelpText("after", EXAMPLES)
    .action(
      acting(door, async (shell: (typeof shells)[number]) => {
        const { renderCompletion } = await import("../completion/render-completion.js");
        door.terminal.write(renderCompletion(program, shell));
        return EXIT.fine;
      }),
    );
}
