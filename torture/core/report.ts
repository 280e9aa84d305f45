/** What a part did and found, and how both are printed. */
import type { Finding } from "./finding.js";

interface Defect {
  readonly finding: Finding;
  /** How to run the case that showed it first. */
  readonly reproduction: string;
  count: number;
}

const SHOWN_DETAIL = 600;

export class PartReport {
  readonly title: string;
  readonly name: string;
  readonly #seed: number;
  readonly #kit: string;
  readonly #counted: string;
  /** Injected faults, kills and racing writes, as the part's page in the README counts them. */
  faults = 0;
  passed = 0;
  failed = 0;
  readonly defects = new Map<string, Defect>();
  readonly notes = new Set<string>();
  /** Set if the machine lacks what the part needs. */
  leftOut: string | undefined;

  constructor(
    name: string,
    title: string,
    seed: number,
    kit: { readonly name: string; readonly counted: string },
  ) {
    this.name = name;
    this.#kit = kit.name;
    this.#counted = kit.counted.split(" ", 1)[0] ?? "";
    this.title = title;
    this.#seed = seed;
  }

  /** Counts one checked case. */
  check(caseName: string, findings: readonly Finding[]): void {
    if (findings.length === 0) this.passed += 1;
    else this.failed += 1;
    for (const each of findings) {
      const key = `${each.kind}: ${each.what}`;
      const known = this.defects.get(key);
      if (known !== undefined) known.count += 1;
      else this.defects.set(key, { finding: each, reproduction: this.#reproduce(caseName), count: 1 });
    }
  }

  #reproduce(caseName: string): string {
    return `npm run ${this.#kit} -- --only ${this.name} --case '${caseName}' --seed ${this.#seed}`;
  }

  get isFailed(): boolean {
    return this.failed > 0;
  }

  render(seconds: number): string {
    const head = `${this.isFailed ? "FAIL" : this.leftOut === undefined ? "ok  " : "skip"} ${this.name.padEnd(10)}`;
    if (this.leftOut !== undefined) return `${head} left out: ${this.leftOut}`;
    const counts = `${this.faults} ${this.#counted}, ${this.passed} passed, ${this.failed} failed, ${seconds.toFixed(0)} s`;
    const lines = [`${head} ${this.title}: ${counts}`];
    for (const note of this.notes) lines.push(`       note: ${note}`);
    for (const { finding, reproduction, count } of this.defects.values()) {
      lines.push(`     ${String(count).padStart(5)} × ${finding.kind}: ${finding.what}`);
      if (finding.detail !== undefined) lines.push(`             ${oneLine(finding.detail)}`);
      lines.push(`             ${reproduction}`);
    }
    return lines.join("\n");
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, SHOWN_DETAIL);
}
