/** The languages that cases come from. Files of other types are left out. */

export interface SourceLanguage {
  readonly id: string;
  /** File extensions, or whole names. */
  readonly endings: readonly string[];
  /** What stands before and after the text of a comment. */
  readonly comment: readonly [string, string];
}

const SLASHES = ["// ", ""] as const;
const HASH = ["# ", ""] as const;
const TAGS = ["<!-- ", " -->"] as const;

export const languages: readonly SourceLanguage[] = [
  { id: "c", endings: ["c", "h"], comment: ["/* ", " */"] },
  { id: "cpp", endings: ["cc", "cpp", "cxx", "hh", "hpp"], comment: SLASHES },
  { id: "cs", endings: ["cs"], comment: SLASHES },
  { id: "css", endings: ["css", "less", "scss"], comment: ["/* ", " */"] },
  { id: "go", endings: ["go"], comment: SLASHES },
  { id: "html", endings: ["htm", "html"], comment: TAGS },
  { id: "java", endings: ["java"], comment: SLASHES },
  { id: "js", endings: ["cjs", "js", "jsx", "mjs"], comment: SLASHES },
  { id: "json", endings: ["json"], comment: SLASHES },
  { id: "kt", endings: ["kt", "kts"], comment: SLASHES },
  { id: "lua", endings: ["lua"], comment: ["-- ", ""] },
  { id: "make", endings: ["mk", "Makefile"], comment: HASH },
  { id: "md", endings: ["markdown", "md"], comment: TAGS },
  { id: "php", endings: ["php"], comment: SLASHES },
  { id: "py", endings: ["py"], comment: HASH },
  { id: "rb", endings: ["gemspec", "rake", "rb", "Gemfile", "Rakefile"], comment: HASH },
  { id: "rs", endings: ["rs"], comment: SLASHES },
  { id: "rst", endings: ["rst"], comment: [".. ", ""] },
  { id: "sh", endings: ["bash", "fish", "sh", "zsh"], comment: HASH },
  { id: "sql", endings: ["sql"], comment: ["-- ", ""] },
  { id: "swift", endings: ["swift"], comment: SLASHES },
  { id: "tcl", endings: ["tcl"], comment: HASH },
  { id: "toml", endings: ["toml"], comment: HASH },
  { id: "ts", endings: ["cts", "mts", "ts", "tsx"], comment: SLASHES },
  { id: "txt", endings: ["1", "txt"], comment: HASH },
  { id: "vim", endings: ["vim"], comment: ['" ', ""] },
  { id: "vue", endings: ["vue"], comment: TAGS },
  { id: "yaml", endings: ["yaml", "yml"], comment: HASH },
];

const byEnding = new Map(
  languages.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

export function findLanguage(path: string): SourceLanguage | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return byEnding.get(name.slice(name.lastIndexOf(".") + 1));
}
