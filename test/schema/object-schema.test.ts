import { describe, expect, it } from "vitest";
import { ToolError } from "../../src/errors/tool-error.js";
import { boolean, integer, oneOf, optional, text } from "../../src/schema/fields.js";
import { defineInput } from "../../src/schema/object-schema.js";

const schema = defineInput({
  file_path: text("Absolute path."),
  offset: optional(integer("First line.", { minimum: 0 })),
  limit: optional(integer("Lines.", { exclusiveMinimum: 0 })),
  mode: optional(oneOf("How.", ["content", "count"])),
  all: optional(boolean("Whether all.")),
});

function refusalOf(input: unknown): { code: string; message: string; data: unknown } {
  try {
    schema.parse(input, "Probe");
  } catch (cause) {
    if (cause instanceof ToolError) return { code: cause.code, message: cause.message, data: cause.data };
    throw cause;
  }
  throw new Error("expected a refusal");
}

describe("an input", () => {
  it.each<[string, unknown, object]>([
    ["only what is required", { file_path: "/a" }, { file_path: "/a" }],
    [
      "everything",
      { file_path: "/a", offset: 0, limit: 5, mode: "count", all: true },
      { file_path: "/a", offset: 0, limit: 5, mode: "count", all: true },
    ],
    [
      "numbers and truth values as text",
      { file_path: "5", offset: "5", limit: "7", all: "false" },
      { file_path: "5", offset: 5, limit: 7, all: false },
    ],
    [
      "null and undefined for what is optional",
      { file_path: "/a", offset: null, limit: undefined, all: null },
      { file_path: "/a" },
    ],
  ])("with %s is taken [CALL-3]", (_, given, parsed) => {
    expect(schema.parse(given, "Probe")).toStrictEqual(parsed);
  });

  it("is taken from an object without a prototype [CALL-3]", () => {
    const given = Object.assign(Object.create(null) as object, { file_path: "/a" });
    expect(schema.parse(given, "Probe")).toEqual({ file_path: "/a" });
  });

  it.each([
    ["path", 'unknown parameter "path", did you mean file_path?'],
    ["filename", 'unknown parameter "filename", did you mean file_path?'],
    ["ofset", 'unknown parameter "ofset", did you mean offset?'],
    ["encoding", 'unknown parameter "encoding" (known: file_path, offset, limit, mode, all)'],
    ["constructor", 'unknown parameter "constructor" (known: file_path, offset, limit, mode, all)'],
    ["toString", 'unknown parameter "toString" (known: file_path, offset, limit, mode, all)'],
    ["__proto__", 'unknown parameter "__proto__" (known: file_path, offset, limit, mode, all)'],
    ["", 'unknown parameter "" (known: file_path, offset, limit, mode, all)'],
    ["limit\u200b", 'unknown parameter "limit\\u200b", did you mean limit?'],
  ])("with the key %j is refused with the nearest known one [CALL-2]", (key, problem) => {
    const given = JSON.parse(`{"file_path": "/a", ${JSON.stringify(key)}: {"file_path": "/b"}}`) as unknown;
    expect(refusalOf(given)).toEqual({
      code: "INPUT_INVALID",
      message: `Probe: ${problem}`,
      data: { problems: [problem], unknownKeys: [key] },
    });
  });

  it("does not take a required value from a key called __proto__ [CALL-2]", () => {
    expect(refusalOf(JSON.parse('{"__proto__": {"file_path": "/b"}}')).data).toMatchObject({
      unknownKeys: ["__proto__"],
    });
  });

  it("names several unknown keys at once [CALL-2]", () => {
    const problems = [
      'unknown parameter "path", did you mean file_path?',
      'unknown parameter "lmit", did you mean limit?',
    ];
    expect(refusalOf({ path: "/a", lmit: 5 })).toEqual({
      code: "INPUT_INVALID",
      message: `Probe: ${problems.join("; ")}`,
      data: { problems, unknownKeys: ["path", "lmit"] },
    });
  });

  it("names every value that does not fit [CALL-2, CALL-3]", () => {
    const problems = [
      "file_path is required",
      "offset must be a whole number, not 1.5",
      "limit must be 1 or more, not 0",
      "mode must be one of content, count",
      'all must be true or false, not the text "maybe"',
    ];
    expect(refusalOf({ file_path: null, offset: 1.5, limit: 0, mode: "x", all: "maybe" })).toEqual({
      code: "INPUT_INVALID",
      message: `Probe: ${problems.slice(0, 4).join("; ")}`,
      data: { problems },
    });
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["a list", [{ file_path: "/a" }]],
    ["a text", '{"file_path": "/a"}'],
    ["a number", 5],
    ["a function", () => ({ file_path: "/a" })],
  ])("that is %s is refused with what is expected [CALL-2]", (_, given) => {
    const problem = "expects an object with file_path, offset, limit, mode, all";
    expect(refusalOf(given)).toEqual({
      code: "INPUT_INVALID",
      message: `Probe: ${problem}`,
      data: { problems: [problem] },
    });
  });

  it("is refused within the bound however long its keys are [CALL-5]", () => {
    const given = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}${"k".repeat(500)}`, 1]),
    );
    expect(refusalOf(given).message.length).toBeLessThanOrEqual(300);
  });
});

describe("the JSON Schema of an input", () => {
  it("is flat, strict, and says what parsing holds to [CALL-4]", () => {
    expect(schema.jsonSchema).toEqual({
      type: "object",
      properties: {
        file_path: { type: "string", description: "Absolute path." },
        offset: { type: "integer", description: "First line.", minimum: 0 },
        limit: { type: "integer", description: "Lines.", exclusiveMinimum: 0 },
        mode: { type: "string", description: "How.", enum: ["content", "count"] },
        all: { type: "boolean", description: "Whether all." },
      },
      required: ["file_path"],
      additionalProperties: false,
    });
  });

  it("is plain data [CALL-4]", () => {
    expect(JSON.parse(JSON.stringify(schema.jsonSchema))).toEqual(schema.jsonSchema);
  });
});
