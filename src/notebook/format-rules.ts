/**
 * What Jupyter demands of a notebook of format 4, by minor version. A minor version that is not known yet may have
 * members, cells and outputs of which nothing can be said.
 */
import { isObject } from "./outputs.js";
import {
  aBoolean,
  aList,
  all,
  anInteger,
  anObject,
  anything,
  aString,
  aStringLike,
  is,
  isUnknown,
  orNull,
  type Rule,
  someText,
} from "./value-rules.js";

export interface FormatRules {
  readonly notebook: Rule;
  readonly cell: Rule;
}

/** The newest minor version of which all is known. */
const NEWEST_MINOR = 5;
/** From here on cells have ids. */
export const FIRST_MINOR_WITH_IDS = 5;

const anyObject = anObject();
const count = orNull(anInteger(0));
const tags = all(
  aList(aStringLike(/^[^,]+$/, "is no tag: a string without commas")),
  is("has a tag twice", (value) => !Array.isArray(value) || new Set(value).size === value.length),
);
const name = aStringLike(/^[^\n]+$/, "is no name: a string of one line");
const id = aStringLike(/^[a-zA-Z0-9_-]{1,64}$/, "is no id: 1 to 64 letters, digits, - and _");

export function createFormatRules(minor: number): FormatRules {
  const isFuture = minor > NEWEST_MINOR;
  const unknown = isFuture ? anything : isUnknown;
  const others = (): Rule => unknown;
  const mimeBundle = anObject({
    others: (type) => (isFuture || /^application\/(?:[^\n]*\+)?json$/.test(type) ? anything : someText),
  });
  const output = oneOfType("output_type", isFuture ? anyObject : undefined, {
    execute_result: anObject({
      required: { output_type: anything, data: mimeBundle, metadata: anyObject, execution_count: count },
      others,
    }),
    display_data: anObject({
      required: { output_type: anything, data: mimeBundle, metadata: anyObject },
      others,
    }),
    stream: anObject({ required: { output_type: anything, name: aString, text: someText }, others }),
    error: anObject({
      required: { output_type: anything, ename: aString, evalue: aString, traceback: aList(aString) },
      others,
    }),
  });
  const common = {
    ...(minor >= FIRST_MINOR_WITH_IDS ? { id } : {}),
    cell_type: anything,
    source: someText,
  };
  const attachments = anObject({ others: () => mimeBundle });
  const metadata = createCellMetadata(minor);
  const cell = oneOfType(
    "cell_type",
    isFuture ? anObject({ required: { metadata: anObject({ optional: { name, tags } }) } }) : undefined,
    {
      raw: anObject({ required: { ...common, metadata: metadata.raw }, optional: { attachments }, others }),
      markdown: anObject({
        required: { ...common, metadata: metadata.markdown },
        optional: { attachments },
        others,
      }),
      code: anObject({
        required: { ...common, metadata: metadata.code, outputs: aList(output), execution_count: count },
        others,
      }),
    },
  );
  const notebook = anObject({
    required: {
      metadata: createNotebookMetadata(minor),
      nbformat: is("is not 4", (value) => value === 4),
      nbformat_minor: anInteger(0),
      cells: aList(cell),
    },
    others,
  });
  return { notebook, cell };
}

/** The rule of the type that an object says it is of. */
function oneOfType(key: string, fallback: Rule | undefined, rules: Readonly<Record<string, Rule>>): Rule {
  return (value, path) => {
    if (!isObject(value)) return [{ path, detail: "is no object" }];
    if (!Object.hasOwn(value, key)) return [{ path: `${path}.${key}`, detail: "is missing" }];
    const type = value[key];
    const rule = typeof type === "string" && Object.hasOwn(rules, type) ? rules[type] : fallback;
    return rule?.(value, path) ?? [{ path: `${path}.${key}`, detail: "is no known type" }];
  };
}

function createCellMetadata(minor: number): Readonly<Record<"raw" | "markdown" | "code", Rule>> {
  const shared = { name, tags, ...(minor >= 3 ? { jupyter: anyObject } : {}) };
  // A key with a line break is none that the format's pattern for keys finds.
  const execution = anObject({ others: (key) => (key.includes("\n") ? anything : aString) });
  return {
    raw: anObject({ optional: { ...shared, format: aString } }),
    markdown: anObject({ optional: shared }),
    code: anObject({
      optional: {
        ...shared,
        collapsed: aBoolean,
        // For Jupyter 1 and 0 are true and false here.
        scrolled: is('is neither true nor false nor "auto"', (value) =>
          [true, false, 1, 0, "auto"].some((allowed) => allowed === value),
        ),
        ...(minor >= 4 ? { execution } : {}),
      },
    }),
  };
}

function createNotebookMetadata(minor: number): Rule {
  return anObject({
    optional: {
      kernelspec: anObject({ required: { name: aString, display_name: aString } }),
      language_info: anObject({
        required: { name: aString },
        optional: {
          codemirror_mode: is(
            "is neither a string nor an object",
            (value) => typeof value === "string" || isObject(value),
          ),
          file_extension: aString,
          mimetype: aString,
          pygments_lexer: aString,
        },
      }),
      orig_nbformat: anInteger(1),
      ...(minor >= 2 ? { title: aString, authors: aList(anything) } : {}),
    },
  });
}
