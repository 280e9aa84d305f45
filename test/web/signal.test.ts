import { describe, expect, it } from "vitest";
import { computed, Signal } from "../../web/src/state/signal.js";

describe("a signal", () => {
  it("tells of every change until it is no longer followed [WEB-58]", () => {
    const count = new Signal(1);
    const heard: number[] = [];
    const stop = count.subscribe(() => heard.push(count.value));
    count.value = 2;
    count.value = 2;
    count.value = 3;
    stop();
    count.value = 4;
    expect(heard).toEqual([2, 3]);
  });

  it("can be left and followed by those who are being told [WEB-58]", () => {
    const count = new Signal(1);
    const heard: string[] = [];
    const stop = count.subscribe(() => {
      heard.push("first");
      stop();
      count.subscribe(() => heard.push("later"));
    });
    count.value = 2;
    expect(heard).toEqual(["first"]);
    count.value = 3;
    expect(heard).toEqual(["first", "later"]);
  });

  it("made of others is made anew only when they are others [WEB-58]", () => {
    const [left, right] = [new Signal("a"), new Signal("b")];
    const both = computed([left, right], () => [left.value, right.value]);
    const first = both.value;
    expect(both.value).toBe(first);
    let told = 0;
    const stop = both.subscribe(() => (told += 1));
    right.value = "c";
    expect(both.value).toEqual(["a", "c"]);
    stop();
    left.value = "x";
    expect(both.value).toEqual(["x", "c"]);
    expect(told).toBe(1);
  });
});
