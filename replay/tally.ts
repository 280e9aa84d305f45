/** What a replay has done, counted, and what went wrong, one line each. */
export class Tally {
  readonly mismatches: string[] = [];
  readonly #counts = new Map<string, Map<string, number>>();

  count(group: "done" | "written" | "skipped" | "vouched", what: string): void {
    const counts = this.#counts.get(group) ?? new Map<string, number>();
    this.#counts.set(group, counts.set(what, (counts.get(what) ?? 0) + 1));
  }

  mismatch(commit: string, path: string, what: string): void {
    this.mismatches.push(`MISMATCH ${commit.slice(0, 12)} ${JSON.stringify(path)}: ${what}`);
  }

  render(): string {
    const lines = [`Replayed: ${this.#renderGroup("done")}.`];
    const groups = [
      ["written", "Written whole"],
      ["skipped", "Skipped"],
      ["vouched", "Refused as suspicious and vouched for"],
    ] as const;
    for (const [group, title] of groups) {
      if (this.#counts.has(group)) lines.push(`${title}: ${this.#renderGroup(group)}.`);
    }
    return [...lines, `Mismatches: ${this.mismatches.length}.`].join("\n");
  }

  #renderGroup(group: string): string {
    const counts = [...(this.#counts.get(group) ?? [])].toSorted(([left], [right]) =>
      left < right ? -1 : 1,
    );
    return counts.map(([what, count]) => `${what} ${count}`).join(", ") || "nothing";
  }
}
