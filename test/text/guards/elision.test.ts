import { describe, expect, it } from "vitest";
import { findElision } from "../../../src/text/guards/elision.js";

const placeholders = [
  "// ... rest of the file unchanged",
  "// ...existing code...",
  "// ... existing code ...",
  "// … rest of code remains the same",
  "// rest unchanged",
  "// Rest of the code remains the same",
  "// The rest of the file remains unchanged.",
  "// [rest of the implementation unchanged]",
  "// (remaining methods omitted)",
  "// Remaining methods stay the same",
  "// ... (keep the existing imports)",
  "// ... rest of UserService unchanged ...",
  "// rest of the function...",
  "/// ... existing fields",
  "# … existing code …",
  "# ... rest of the class unchanged",
  "# ... previous code ...",
  "# (rest of file unchanged)",
  "/* ... existing styles ... */",
  "/* ... remaining rules unchanged */",
  "* ... rest of the method",
  "<!-- ... remaining items -->",
  "<!-- rest of the markup unchanged -->",
  "<!-- … existing content … -->",
  "-- ... same as before",
  "-- ... rest of the script",
  "; ... rest of the config unchanged",
  ";; ... existing definitions ...",
  "% ... rest of the document unchanged",
  "{/* ... existing elements ... */}",
  "{/* ... rest of the component */}",
  '""" ... rest of the module unchanged ... """',
  "(* ... existing definitions ... *)",
  "{# ... rest of the section #}",
  "{- ... rest of the module unchanged -}",
  "<%-- ... remaining markup --%>",
  "' ... rest of the code",
  "! ... existing code ...",
  "REM ... rest of the script unchanged",
  "[... rest of the file unchanged ...]",
  "... existing code ...",
];

const ordinary = [
  "// the rest is handled by X...",
  "// wait for existing connections",
  "// Wait for existing connections...",
  "// ...and the rest is history",
  "// ... but keep the previous value around",
  "// ...existing connections are closed first",
  "// Process the rest of the items...",
  "// Keep going...",
  "// keep the order of the arguments",
  "// same as above",
  "// same as above...",
  "// Returns the rest of the array",
  "// the remaining bytes are padding",
  "// Remaining: 3",
  "// unchanged",
  "// previous",
  "// omitted when empty",
  "// TODO: handle existing files...",
  "// loading...",
  "// ...",
  "// …",
  "//",
  "/* ... */",
  "/* eslint-disable */",
  "{/* ... */}",
  "# ...",
  "# Rest parameters",
  "# Keep this file in sync with the previous release",
  "# existing users keep their settings",
  "## Existing users",
  "<!-- ... -->",
  "<!-- the rest of the page is generated -->",
  "-- select the remaining rows",
  "-- same as the previous query, but sorted",
  "; keep existing",
  "% rest of the proof in the appendix",
  "* the rest of the world",
  "* Everything else stays the same.",
  "...",
  "    ...",
  "...rest",
  "  ...rest,",
  "...existing,",
  "{ ...previous, name }",
  "const { a, ...rest } = props;",
  "function f(first, ...rest) {",
  "// ...rest",
  "return [...existing, ...remaining];",
  "def f(self, *args): ...",
  "The rest of the file is unchanged.",
  "The rest remains the same, as before...",
  "- the rest of the list stays the same",
  'print("... rest of the file unchanged")',
  "'previous': None,",
  "'keep', 'same',",
  "#include <rest.h>",
  "#existing { color: red }",
  "!important",
  "'''Keep the existing order.'''",
  '"""Return the remaining items, unchanged."""',
  "/* keep the same order as in the previous table */",
  "x = 1  # ... existing code ...",
];

describe("a placeholder for left-out text", () => {
  it.each(placeholders)("is found: %s [GUARD-2]", (line) => {
    expect(findElision(`first\n    ${line}\r\nlast\n`, "first\nmiddle\nlast\n")).toEqual({
      line: 2,
      text: line,
    });
  });

  it.each(placeholders)("is the file's own when it stood there: %s [GUARD-2]", (line) => {
    expect(findElision(`first\n  ${line}\nlast\n`, `${line}\r\n`)).toBeUndefined();
  });

  it.each(ordinary)("is not an ordinary line: %s [GUARD-2]", (line) => {
    expect(findElision(`first\n${line}\nlast\n`, "first\n")).toBeUndefined();
  });

  it("is found after one that the file had [GUARD-2]", () => {
    const own = "// ... existing code ...";
    expect(findElision(`${own}\n// ... rest unchanged`, own)).toEqual({
      line: 2,
      text: "// ... rest unchanged",
    });
  });

  it("is not sought in very long lines [GUARD-2]", () => {
    expect(findElision(`// ... rest unchanged${" ".repeat(300)}.`, "")).toBeUndefined();
  });
});
