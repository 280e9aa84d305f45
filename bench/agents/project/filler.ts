/** Generates Python that no story touches, so that modules have realistic sizes. */
import { createRandom } from "../../fixture-text.js";

const NOUNS =
  "vessel cargo container pilot tug crane gate yard manifest invoice permit voyage shift terminal buoy".split(
    " ",
  );
const FIELDS = "weight draught length status arrival departure priority owner capacity depth volume".split(
  " ",
);
const VERBS = "collect check merge count rank group plan estimate verify update describe filter".split(" ");
const ADJECTIVES = "open late heavy active pending empty booked shared recent local daily total".split(" ");

/** Writes blocks of top-level code. Names do not repeat within one writer. */
export class FillerWriter {
  readonly #random: () => number;
  readonly #names = new Set<string>();

  constructor(seed: number) {
    this.#random = createRandom(seed);
  }

  /** A function or a class, without blank lines around it. */
  block(): string {
    const shapes = [sumOf, filtered, checked, table, record, retried];
    const shape = this.#pick(shapes);
    const words = {
      name: this.#newName(),
      noun: this.#pick(NOUNS),
      other: this.#pick(NOUNS),
      field: this.#pick(FIELDS),
      second: this.#pick(FIELDS),
      adjective: this.#pick(ADJECTIVES),
      number: 2 + Math.floor(this.#random() * 97),
    };
    return shape(words);
  }

  #newName(): string {
    for (;;) {
      const name = `${this.#pick(VERBS)}_${this.#pick(ADJECTIVES)}_${this.#pick(NOUNS)}_${this.#pick(FIELDS)}`;
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      return name;
    }
  }

  #pick<Item>(from: readonly Item[]): Item {
    return from[Math.floor(this.#random() * from.length)] as Item;
  }
}

interface Words {
  readonly name: string;
  readonly noun: string;
  readonly other: string;
  readonly field: string;
  readonly second: string;
  readonly adjective: string;
  readonly number: number;
}

function sumOf({ name, noun, field, second, number }: Words): string {
  return `def ${name}(${noun}s, factor=${number}):
    """Add up the ${field} of every ${noun}, weighted by its ${second}."""
    total = 0.0
    for ${noun} in ${noun}s:
        if ${noun}.${field} is None:
            continue
        total += ${noun}.${field} * (${noun}.${second} or factor)
    return round(total, 2)`;
}

function filtered({ name, noun, field, second, adjective, number }: Words): string {
  return `def ${name}(${noun}s, limit=${number}):
    """Every ${adjective} ${noun}, ordered by ${field}; at most \`limit\` of them."""
    found = [${noun} for ${noun} in ${noun}s if ${noun}.is_${adjective}]
    found.sort(key=lambda ${noun}: (${noun}.${field}, ${noun}.${second}))
    if len(found) > limit:
        logger.debug("%d of %d ${noun}s left out", len(found) - limit, len(found))
    return found[:limit]`;
}

function checked({ name, noun, other, field, second, adjective }: Words): string {
  return `def ${name}(${noun}, ${other === noun ? "parent" : other}=None):
    """Problems that keep a ${noun} from being ${adjective}, in words for the operator."""
    problems = []
    if not ${noun}.${field}:
        problems.append(f"{${noun}.code}: ${field} is missing")
    if ${noun}.${second} is not None and ${noun}.${second} < 0:
        problems.append(f"{${noun}.code}: ${second} must not be negative")
    if ${other === noun ? "parent" : other} is not None and not problems:
        problems.extend(${other === noun ? "parent" : other}.problems())
    return problems`;
}

function table({ name, noun, field, second, number }: Words): string {
  const rows = [1, 2, 3, 4].map((row) => `    "${noun}-${row}": (${number * row}, "${field}"),`);
  return `${name.toUpperCase()} = {
${rows.join("\n")}
    "${noun}-other": (${number}, "${second}"),
}`;
}

function record({ name, noun, field, second, adjective, number }: Words): string {
  const title = name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `@dataclass
class ${title}:
    """One ${adjective} entry for a ${noun}."""

    code: str
    ${field}: float = ${number}.0
    ${second === field ? "remark" : second}: str | None = None
    is_${adjective}: bool = False

    def describe(self):
        state = "${adjective}" if self.is_${adjective} else "not ${adjective}"
        return f"{self.code}: {self.${field}} ({state})"

    def scaled(self, factor):
        return replace(self, ${field}=self.${field} * factor)`;
}

function retried({ name, noun, field, adjective, number }: Words): string {
  return `def ${name}(store, ${noun}_id, attempts=${1 + (number % 5)}):
    """Load a ${noun} and mark it as ${adjective}; a busy store is tried again."""
    for attempt in range(attempts):
        try:
            ${noun} = store.load("${noun}", ${noun}_id)
            break
        except StoreBusy:
            logger.info("store busy, attempt %d of %d", attempt + 1, attempts)
            time.sleep(0.${number})
    else:
        raise StoreTimeout(f"${noun} {${noun}_id} could not be loaded")
    ${noun}.is_${adjective} = True
    store.save("${noun}", ${noun}, fields=("${field}", "is_${adjective}"))
    return ${noun}`;
}
