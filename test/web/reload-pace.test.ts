import { describe, expect, it } from "vitest";
import { ReloadPace } from "../../web/src/state/reload-pace.js";

/** A clock that goes when it is told to, and loads that take as long as they are told to. */
class Bench {
  readonly loadedAt: number[] = [];
  isVisible = true;
  loadMs = 0;
  /** How long a load that was called for takes to begin. */
  delayMs = 0;
  now = 0;
  readonly #timers = new Map<object, { readonly at: number; readonly action: () => void }>();
  readonly pace = new ReloadPace({
    reload: () => this.#later(() => this.load(), this.delayMs),
    now: () => this.now,
    isVisible: () => this.isVisible,
    later: (action, ms) => this.#later(action, ms),
  });

  load(): void {
    this.loadedAt.push(this.now);
    this.pace.began();
    this.#later(() => this.pace.ended(), this.loadMs);
  }

  goTo(time: number): void {
    for (;;) {
      const due = [...this.#timers].filter(([, { at }]) => at <= time);
      const [next] = due.toSorted(([, left], [, right]) => left.at - right.at);
      if (next === undefined) break;
      this.#timers.delete(next[0]);
      this.now = Math.max(this.now, next[1].at);
      next[1].action();
    }
    this.now = time;
  }

  #later(action: () => void, ms: number): () => void {
    const key = {};
    this.#timers.set(key, { at: this.now + ms, action });
    return () => this.#timers.delete(key);
  }
}

describe("loading again what events say has changed", () => {
  it("happens at most once a second, however many they are, and once more after the last [WEB-48]", () => {
    const bench = new Bench();
    bench.load();
    for (let time = 0; time <= 2500; time += 20) {
      bench.goTo(time);
      bench.pace.ask();
    }
    bench.goTo(60_000);
    expect(bench.loadedAt).toEqual([0, 1000, 2000, 3000]);
  });

  it("waits ten times as long as the last load took, and never loads twice at once [WEB-48]", () => {
    const bench = new Bench();
    bench.loadMs = 400;
    bench.load();
    bench.goTo(100);
    bench.pace.ask();
    bench.goTo(4399);
    expect(bench.loadedAt).toEqual([0]);
    bench.goTo(4400);
    expect(bench.loadedAt).toEqual([0, 4400]);
    bench.goTo(60_000);
    expect(bench.loadedAt).toEqual([0, 4400]);
  });

  it("is called for once, also if events come before it begins [WEB-48]", () => {
    const bench = new Bench();
    bench.load();
    bench.delayMs = 30;
    for (let time = 0; time <= 1020; time += 20) {
      bench.goTo(time);
      bench.pace.ask();
    }
    bench.goTo(60_000);
    expect(bench.loadedAt).toEqual([0, 1030]);
  });

  it("is at once after a long rest, and met by a load that somebody else wanted [WEB-48]", () => {
    const bench = new Bench();
    bench.load();
    bench.goTo(5000);
    bench.pace.ask();
    bench.goTo(5000);
    expect(bench.loadedAt).toEqual([0, 5000]);
    bench.pace.ask();
    bench.goTo(5500);
    bench.load();
    bench.goTo(60_000);
    expect(bench.loadedAt).toEqual([0, 5000, 5500]);
  });

  it("rests while nobody looks, and is made up for then; what is closed loads nothing [WEB-48]", () => {
    const bench = new Bench();
    bench.load();
    bench.goTo(10);
    bench.pace.ask();
    bench.isVisible = false;
    bench.goTo(30_000);
    bench.pace.ask();
    bench.goTo(60_000);
    expect(bench.loadedAt).toEqual([0]);
    bench.isVisible = true;
    bench.pace.wake();
    bench.goTo(60_001);
    expect(bench.loadedAt).toEqual([0, 60_000]);
    bench.pace.ask();
    bench.pace.close();
    bench.goTo(90_000);
    expect(bench.loadedAt).toEqual([0, 60_000]);
  });
});
