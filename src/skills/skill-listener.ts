/** Tells of skills once somebody listens for them: looks in a later turn than the one in which a file was read or changed. */
import type { AbsolutePath } from "../fs/paths.js";
import type { EventHub, EventOrigin } from "../notify/event-hub.js";
import { SkillFinder, type SkillGround } from "./skill-finder.js";

export class SkillListener {
  readonly #events: EventHub;
  readonly #finder: SkillFinder;
  /** Files to look from, with the call that led to each. */
  readonly #waiting = new Map<AbsolutePath, EventOrigin>();
  #looking: Promise<void> | undefined;

  constructor(events: EventHub, ground: SkillGround) {
    this.#events = events;
    this.#finder = new SkillFinder(ground);
  }

  hear(path: string, { sessionId, callId }: EventOrigin): void {
    this.#waiting.set(path as AbsolutePath, { sessionId, callId });
    this.#looking ??= this.#lookLater();
  }

  /** Once everything heard so far has been looked into. */
  async settled(): Promise<void> {
    await this.#looking;
  }

  async #lookLater(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    try {
      while (this.#waiting.size > 0) await this.#look();
    } catch (error) {
      this.#waiting.clear();
      const nowhere = { sessionId: "", callId: "" };
      this.#events.emit({ type: "internal-error", tool: "skills", reference: "skills", error }, nowhere);
    } finally {
      this.#looking = undefined;
    }
  }

  /** Files that were heard of before the look began share it; one that is heard of meanwhile has its folders looked at anew. */
  async #look(): Promise<void> {
    const files = [...this.#waiting];
    this.#waiting.clear();
    const looked = new Set<string>();
    for (const [path, origin] of files) {
      for (const skill of await this.#finder.findFrom(path, looked)) {
        this.#events.emit({ type: "skill-discovered", ...skill, foundFrom: path }, origin);
      }
    }
  }
}
