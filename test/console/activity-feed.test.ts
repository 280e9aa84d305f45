import { describe, expect, it } from "vitest";
import { ActivityFeed } from "../../src/console/feed/activity-feed.js";

function feedOf(count: number): ActivityFeed {
  const feed = new ActivityFeed();
  for (let index = 1; index <= count; index += 1) feed.add("own", { type: "undo", index });
  return feed;
}

describe("The feed of what happens", () => {
  it("gives what came after a place, in its order and in parts [CON-1]", () => {
    const feed = feedOf(5);
    const first = feed.readAfter(0, 3);
    expect(first.missed).toBe(0);
    expect(first.events.map(({ cursor, event }) => [cursor, event["index"]])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(feed.readAfter(3, 10).events.map(({ cursor }) => cursor)).toEqual([4, 5]);
    expect(feed.readAfter(5, 10)).toEqual({ events: [], missed: 0 });
    expect(new ActivityFeed().readAfter(0, 10)).toEqual({ events: [], missed: 0 });
  });

  it("keeps a bounded number and counts what was let go of [CON-1]", () => {
    const feed = feedOf(5000);
    const { events, missed } = feed.readAfter(1000, 10);
    expect(missed).toBe(2000);
    expect(events[0]?.cursor).toBe(3001);
    expect(feed.readAfter(4999, 10).events.map(({ cursor }) => cursor)).toEqual([5000]);
  });

  it("tells listeners until they leave [CON-1]", () => {
    const feed = feedOf(0);
    let told = 0;
    const leave = feed.onAdded(() => (told += 1));
    feed.add("own", { type: "undo" });
    leave();
    feed.add("own", { type: "undo" });
    expect(told).toBe(1);
    expect(feed.newest).toBe(2);
  });
});
