/** Remembers what processes acknowledged, in order, and checks at the end that the history has all of it. */
import { readVersion, type Version, versionOf } from "./content.js";
import { type Finding, finding } from "./finding.js";
import { type Place, withToolkit } from "./product.js";
import { type ListedChange, Remote, type RemoteAnswer } from "./remote.js";

interface Acknowledged {
  readonly id: string;
  readonly path: string;
  readonly before: Version;
  readonly after: Version;
}

export class Ledger {
  readonly #place: Place;
  readonly acknowledged: Acknowledged[] = [];
  readonly findings: Finding[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  /** Has a process write a file, and holds its answer against the disk. */
  async write(remote: Remote, path: string, content: string): Promise<RemoteAnswer> {
    const file = `${this.#place.root}/${path}`;
    const before = readVersion(file);
    const answer = await remote.do({ do: "write", path, content });
    const present = readVersion(file);
    const after = versionOf(content);
    const detail = `${path}: ${answer.message ?? ""}`;
    if (answer.outcome === "none")
      this.findings.push(finding("crash", "the process ended by itself", detail));
    if (answer.outcome === "ok" && present !== after)
      this.findings.push(finding("wrong answer", "acknowledged, but not on disk", detail));
    if (answer.outcome === "error" && answer.admitsChange !== true && present !== before)
      this.findings.push(finding("wrong answer", "an error, but the file was changed", detail));
    if (answer.outcome === "ok") {
      if (answer.id === undefined)
        this.findings.push(finding("lost", "acknowledged without a change in the history", detail));
      else this.acknowledged.push({ id: answer.id, path, before, after });
    }
    return answer;
  }

  /** Forgets what may be gone by now. */
  forget(): void {
    this.acknowledged.length = 0;
  }

  /** Everything is listed, in order, and can be undone to the exact bytes, newest first. */
  async check(where: string): Promise<Finding[]> {
    const found = await this.checkListed(where);
    return found.length > 0 ? found : this.#undoAll(where);
  }

  /** As a new process lists it. */
  async checkListed(where: string): Promise<Finding[]> {
    const found = [...this.findings];
    const remote = new Remote(this.#place);
    const { listed, message } = await remote.do({ do: "list" });
    await remote.close();
    if (listed === undefined) return [...found, finding("history", `${where}: can't be listed`, message)];
    return [...found, ...this.#checkList(listed, where)];
  }

  #checkList(listed: readonly ListedChange[], where: string): Finding[] {
    const found: Finding[] = [];
    const positions = new Map(listed.map(({ id }, index) => [id, index]));
    let last = Number.POSITIVE_INFINITY;
    for (const { id, path } of this.acknowledged) {
      const position = positions.get(id);
      if (position === undefined) {
        found.push(finding("lost", `${where}: an acknowledged change is not in the history`, path));
        continue;
      }
      if (listed[position]?.state === "failed")
        found.push(finding("wrong answer", `${where}: an acknowledged change failed in the history`, path));
      if (position > last)
        found.push(finding("history", `${where}: changes are listed in another order`, path));
      last = position;
    }
    return found;
  }

  async #undoAll(where: string): Promise<Finding[]> {
    return withToolkit(this.#place, async (toolkit) => {
      for (const { id, path, before } of this.acknowledged.toReversed()) {
        let why = "";
        try {
          const { files } = await toolkit.history.undo(id);
          why = files.map(({ outcome, reason }) => `${outcome}: ${reason}`).join("; ");
        } catch (cause) {
          why = String(cause);
        }
        if (readVersion(`${this.#place.root}/${path}`) !== before)
          return [finding("lost", `${where}: an acknowledged change can't be undone`, `${path}: ${why}`)];
      }
      return [];
    });
  }
}
