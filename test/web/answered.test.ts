import { describe, expect, it } from "vitest";
import type { ActivityEvent, EngineQuestion } from "../../src/console/contract.js";
import { describeResult, type GivenAnswer, noteEvent } from "../../web/src/views/questions/answered.js";
import { waitingQuestion } from "../support/waiting-question.js";

const question: EngineQuestion = { ...waitingQuestion, engine: "e" };

const given: GivenAnswer = {
  key: "e/1",
  question,
  answer: "allow",
  at: 0,
  outcome: undefined,
  change: undefined,
  isModified: false,
};

const event = (type: string, fields: object = {}, engine = "e"): ActivityEvent => ({
  cursor: 1,
  engine,
  event: { type, sessionId: "s", callId: "c", ...fields },
});

const tell = (answer: GivenAnswer, ...events: readonly ActivityEvent[]): GivenAnswer =>
  events.reduce(noteEvent, answer);

describe("what became of an answer", () => {
  it("is told when the call has ended well, with the change that it made [WEB-31]", () => {
    const done = tell(
      given,
      event("file-changed", { change: "ch", userModified: true }),
      event("call-finished"),
    );
    expect(done).toMatchObject({ outcome: { kind: "done" }, change: "ch", isModified: true });
    expect(describeResult(done)).toBe("Written, with your changes.");
    expect(describeResult(tell(given, event("call-finished")))).toBe("Written.");
    expect(describeResult(given)).toBe("Accepted; being written…");
  });

  it("is told with what stood in its way [WEB-31]", () => {
    const refused = (code: string): string =>
      describeResult(tell(given, event("call-finished", { isError: true, code })));
    expect(refused("FILE_CHANGED_SINCE_READ")).toBe(
      "Not written: the file was changed while the question stood. The agent was told to read it again.",
    );
    expect(refused("IO_FAILED")).toBe("Not written: the agent was told why.");
  });

  it("is told of a look and of a refusal too [WEB-31]", () => {
    const look = { ...given, question: { ...question, operation: "read" as const, change: null } };
    expect(describeResult(tell(look, event("call-finished")))).toBe("Read.");
    const denied = { ...given, answer: "deny" as const };
    expect(describeResult(tell(denied, event("call-finished", { isError: true })))).toBe(
      "Rejected. The agent was told.",
    );
  });

  it("is not told by events of other calls, sessions or processes, nor twice [WEB-31]", () => {
    expect(
      tell(
        given,
        event("call-finished", { callId: "other" }),
        event("call-finished", { sessionId: "other" }),
        event("call-finished", {}, "other"),
        event("file-read"),
      ),
    ).toBe(given);
    const done = tell(given, event("call-finished"));
    expect(tell(done, event("call-finished", { isError: true, code: "INTERNAL" }))).toBe(done);
  });
});
