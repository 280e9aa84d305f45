import { describe, expect, it } from "vitest";
import type { RealPath } from "../../src/fs/paths.js";
import { type Question, refuseDenied, refuseUnasked } from "../../src/permissions/ask.js";

const question: Question = {
  tool: "Read",
  operation: "read",
  path: "/w/link" as RealPath,
  realPath: "/etc/hosts" as RealPath,
  reason: "it lies outside the roots",
};
/** Where the link leads is for the person, not for the model. */
const data = { path: "/w/link" };

const long: Question = {
  ...question,
  operation: "write",
  path: `/${"\u202e".repeat(2000)}` as RealPath,
};

describe("a refusal without anyone to ask", () => {
  it.each<[Question["operation"], string]>([
    ["read", "Reading"],
    ["write", "Changing"],
  ])("to %s says why, and how to allow it, and not where it leads [PATH-7, PATH-14]", (operation, verb) => {
    const { code, message, data: facts } = refuseUnasked({ ...question, operation }, ["/w", "/x"]);
    expect({ code, message, data: facts }).toEqual({
      code: "PERMISSION_DENIED",
      message: `${verb} /w/link needs permission: it lies outside the roots, and no one can be asked. Use a file inside the roots, or have the user add a root.\nRoots: /w, /x`,
      data,
    });
  });

  it("keeps its advice however long the path, and names a few roots [CALL-5, PATH-12]", () => {
    const roots = Array.from({ length: 9 }, (_, index) => `/${index}${"r".repeat(300)}\n`);
    const [sentence = "", hint = ""] = refuseUnasked(long, roots).message.split("\n");
    expect(sentence).toMatch(/Use a file inside the roots, or have the user add a root\.$/);
    expect(sentence.length).toBeLessThanOrEqual(300);
    expect(hint.split(", ")).toHaveLength(3);
  });
});

describe("a refusal by the user", () => {
  it.each<[string | undefined, string]>([
    [undefined, "Ask the user how to go on."],
    ["  ", "Ask the user how to go on."],
    [" Use the staging copy. ", "Reason: Use the staging copy."],
  ])("with the reason %j passes it on [PATH-7]", (reason, hint) => {
    const { code, message, data: facts } = refuseDenied(question, reason);
    expect({ code, message, data: facts }).toEqual({
      code: "PERMISSION_DENIED",
      message: `The user did not allow this call to read /w/link. Do not try it again another way.\n${hint}`,
      data,
    });
  });

  it("is bounded however long the reason [CALL-5]", () => {
    const { message } = refuseDenied(long, "no ".repeat(100_000));
    const [sentence = ""] = message.split("\n");
    expect(sentence).toMatch(
      /^The user did not allow this call to change .* Do not try it again another way\.$/,
    );
    expect(message.length).toBeLessThanOrEqual(300 + 1 + 4000);
  });
});
