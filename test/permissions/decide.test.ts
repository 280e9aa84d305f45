import { describe, expect, it } from "vitest";
import { type AccessRequest, type Decision, decide } from "../../src/permissions/decide.js";

const allow: Decision = { answer: "allow" };
const outside: Decision = { answer: "ask", reason: "it lies outside the roots" };
const change: Decision = { answer: "ask", reason: "changes need permission" };

describe("permission", () => {
  it.each<[AccessRequest["operation"], boolean, boolean, Decision]>([
    ["read", true, false, allow],
    ["read", true, true, allow],
    ["read", false, true, allow],
    ["read", false, false, outside],
    ["write", true, false, change],
    ["write", true, true, change],
    ["write", false, true, outside],
    ["write", false, false, outside],
  ])(
    "to %s, inside the roots: %s, a saved result: %s, is %j [PATH-7, CALL-9]",
    (operation, isInsideRoots, isSavedResult, decision) => {
      const isNamedInsideRoots = isInsideRoots;
      expect(
        decide({ operation, isInsideRoots, isNamedInsideRoots, isSavedResult, isOwnState: false }),
      ).toEqual(decision);
    },
  );

  it("says so when only a link leads out of the roots [PATH-8]", () => {
    const request = {
      isInsideRoots: false,
      isNamedInsideRoots: true,
      isSavedResult: false,
      isOwnState: false,
    };
    expect(decide({ ...request, operation: "read" })).toEqual({
      answer: "ask",
      reason: "a link leads out of the roots",
    });
  });

  it.each<[AccessRequest["operation"], boolean, Decision["answer"]]>([
    ["read", true, "allow"],
    ["read", false, "deny"],
    ["write", true, "deny"],
    ["write", false, "deny"],
  ])(
    "to %s in the state directory, a saved result: %s, is %s, whatever the roots [STATE-1]",
    (operation, isSavedResult, answer) => {
      const request = { isInsideRoots: true, isNamedInsideRoots: true, isSavedResult, isOwnState: true };
      expect(decide({ ...request, operation }).answer).toBe(answer);
    },
  );
});
