/** Completion for bash, from 3.2 on. Where nothing else is known, bash itself completes the names of files. */
import { type CommandShape, flagsOf, listValues } from "./command-shapes.js";
import { quoteWord } from "./quoting.js";

export function renderBash(shapes: readonly CommandShape[]): string {
  const commands = shapes.filter(({ words }) => words !== "").map(({ words }) => quoteWord(words));
  const values = listValues(shapes).map(
    ({ places, choices }) =>
      `    ${places.map(quoteWord).join("|")}) choices=${quoteWord(choices.join(" "))} ;;`,
  );
  const flags = shapes.map(
    ({ words, options }) =>
      `      ${quoteWord(words)}) choices=${quoteWord(options.flatMap(flagsOf).join(" "))} ;;`,
  );
  const next = shapes.map(({ words, commands: below, choices, listing = "" }) => {
    const all = [...below.map(({ name }) => name), ...choices];
    return `      ${quoteWord(words)}) choices=${quoteWord(all.join(" "))} listing=${quoteWord(listing)} ;;`;
  });
  return `# Completion of filewright for bash. In ~/.bashrc: source <(filewright completion bash)
_filewright() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command="" choices="" listing="" name i
  # "--option=value" comes in three words.
  if [ "$word" = "=" ]; then word=""; elif [ "$before" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${command:+$command }\${COMP_WORDS[i]}" in
      ${commands.join("|")}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$command:$before" in
${values.join("\n")}
    *) if [ "\${word:0:1}" = "-" ]; then case "$command" in
${flags.join("\n")}
    esac; else case "$command" in
${next.join("\n")}
    esac; fi ;;
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$word")); fi
  # Names are data: compgen -W would run what they hold.
  if [ -n "$listing" ]; then
    while IFS= read -r name; do
      if [ "\${name:0:\${#word}}" = "$word" ]; then COMPREPLY+=("$(printf '%q' "$name")"); fi
    done < <($listing 2>/dev/null)
  fi
}
complete -o default -F _filewright filewright
`;
}
