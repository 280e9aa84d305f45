/** Completion for zsh, with what each command and option is for. */
import { type CommandShape, flagsOf, listValues } from "./command-shapes.js";
import { quoteWord } from "./quoting.js";

export function renderZsh(shapes: readonly CommandShape[]): string {
  const commands = shapes.filter(({ words }) => words !== "").map(({ words }) => quoteWord(words));
  const values = listValues(shapes).map(({ places, choices }) => {
    const action = choices.length === 0 ? "_files" : `compadd -- ${choices.map(quoteWord).join(" ")}`;
    return `    (${places.map(quoteWord).join("|")}) ${action}; return ;;`;
  });
  const flags = shapes.map(({ words, options }) => {
    const items = options.flatMap((option) =>
      flagsOf(option).map((flag) => describe(flag, option.description)),
    );
    return `      (${quoteWord(words)}) found=(${items.join(" ")}) ;;`;
  });
  const next = shapes
    .filter((shape) => shape.commands.length > 0 || shape.choices.length > 0)
    .map(({ words, commands: below, choices }) => {
      const items = [
        ...below.map(({ name, description }) => describe(name, description)),
        ...choices.map(quoteWord),
      ];
      return `    (${quoteWord(words)}) found=(${items.join(" ")}); _describe command found ;;`;
    });
  const listed = shapes.flatMap(({ words, listing }) =>
    listing === undefined
      ? []
      : [
          `    (${quoteWord(words)}) found=("\${(@f)$(${listing} 2>/dev/null)}"); compadd -- "\${(@)found:#}" ;;`,
        ],
  );
  return `#compdef filewright
# Completion of filewright for zsh. In ~/.zshrc, after compinit: source <(filewright completion zsh)
_filewright() {
  local command="" word="\${words[CURRENT]}" before="\${words[CURRENT-1]}" i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "\${command:+$command }\${words[i]}" in
      (${commands.join("|")}) command="\${command:+$command }\${words[i]}" ;;
    esac
  done
  case "$command:$before" in
${values.join("\n")}
  esac
  if [[ "$word" == -* ]]; then
    case "$command" in
${flags.join("\n")}
    esac
    _describe option found
    return
  fi
  case "$command" in
${[...next, ...listed].join("\n")}
    (*) _files ;;
  esac
}
if [[ "\${funcstack[1]}" == _filewright ]]; then _filewright "$@"; else compdef _filewright filewright; fi
`;
}

/** A colon parts a word from what it means. */
function describe(word: string, description: string): string {
  return quoteWord(`${word.replaceAll(":", () => "\\:")}:${description}`);
}
