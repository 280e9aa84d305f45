/** Completion for fish, with what each command and option is for. */
import type { CommandShape, OptionShape } from "./command-shapes.js";
import { quoteFish } from "./quoting.js";

export function renderFish(shapes: readonly CommandShape[]): string {
  const lines = shapes.flatMap((shape) => {
    const condition = `-n ${quoteFish(`__filewright_at ${quoteFish(shape.words)}`)}`;
    const { listing } = shape;
    const isOfWords = shape.commands.length > 0 || shape.choices.length > 0 || listing !== undefined;
    return [
      ...(isOfWords ? [`complete -c filewright ${condition} -f`] : []),
      ...shape.commands.map(
        ({ name, description }) =>
          `complete -c filewright ${condition} -f -a ${quoteFish(name)} -d ${quoteFish(description)}`,
      ),
      ...shape.choices.map((choice) => `complete -c filewright ${condition} -f -a ${quoteFish(choice)}`),
      ...(listing === undefined
        ? []
        : [`complete -c filewright ${condition} -f -a ${quoteFish(`(${listing} 2>/dev/null)`)}`]),
      ...shape.options.map((option) => `complete -c filewright ${condition} ${renderOption(option)}`),
    ];
  });
  const commands = shapes.filter(({ words }) => words !== "").map(({ words }) => quoteFish(words));
  return `# Completion of filewright for fish. In ~/.config/fish/config.fish: filewright completion fish | source
function __filewright_at
    set -l command ''
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$command $word")
        if contains -- $longer ${commands.join(" ")}
            set command $longer
        end
    end
    test "$command" = "$argv[1]"
end
${lines.join("\n")}
`;
}

function renderOption({ short, long, description, takesValue, choices }: OptionShape): string {
  const names = [
    ...(short === undefined ? [] : [`-s ${quoteFish(short.slice(1))}`]),
    ...(long === undefined ? [] : [`-l ${quoteFish(long.slice(2))}`]),
  ];
  const value = !takesValue
    ? []
    : choices.length === 0
      ? ["-r", "-F"]
      : ["-x", `-a ${quoteFish(choices.join(" "))}`];
  return [...names, ...value, `-d ${quoteFish(description)}`].join(" ");
}
