import { describe, expect, it } from "vitest";
import type { FileReport } from "../../src/lsp/diagnostics-report.js";
import { renderDiagnostics } from "../../src/lsp/render-diagnostics.js";
import type { Diagnostic } from "../../src/notify/diagnostic.js";

function fault(line: number, more: Partial<Diagnostic> = {}): Diagnostic {
  return {
    line,
    column: 7,
    endLine: line,
    endColumn: 9,
    severity: "error",
    message: `wrong ${line}`,
    ...more,
  };
}

function report(more: Partial<FileReport>): FileReport {
  return { path: "/w/app/a.ts", state: "fresh", introduced: [], resolved: [], isLate: false, ...more };
}

describe("What a model is told of diagnostics", () => {
  it("is what its change introduced and what it resolved, errors first [LSP-31]", () => {
    const introduced = [
      fault(9, { severity: "warning" }),
      fault(3, {
        source: "ts",
        code: "2322",
        message: "Type 'string' is wrong.\n  Because of this:\n    and that.",
      }),
    ];
    expect(renderDiagnostics([report({ introduced, resolved: [fault(5)] })])).toBe(
      [
        "[Diagnostics, fresh: 2 introduced by this change]",
        "3:7 error (ts 2322): Type 'string' is wrong. / Because of this: / and that.",
        "9:7 warning: wrong 9",
        "[Diagnostics, fresh: 1 resolved by this change]",
        "5:7 error: wrong 5",
      ].join("\n"),
    );
  });

  it("says that an answer came where it brought nothing new, and never where none came [LSP-31]", () => {
    expect(renderDiagnostics([report({})])).toBe(
      "[Diagnostics, fresh: nothing introduced or resolved in this file.]",
    );
    const reason = "the language server did not answer within 800 ms";
    const advice = "What it finds comes with a later result.";
    expect(renderDiagnostics([report({ state: "unknown", reason, advice })])).toBe(
      "[Diagnostics unknown: the language server did not answer within 800 ms. What it finds comes with a later result.]",
    );
  });

  it("names the file where it is about an earlier change, and is silent where nothing came of it and nobody waits [LSP-31]", () => {
    expect(renderDiagnostics([report({ isLate: true })])).toBeUndefined();
    expect(renderDiagnostics([report({ isLate: true, isPromised: true })])).toBe(
      "[Diagnostics of /w/app/a.ts, fresh: nothing introduced or resolved since your change of it.]",
    );
    expect(renderDiagnostics([report({ isLate: true, introduced: [fault(1)] })])).toBe(
      "[Diagnostics of /w/app/a.ts, fresh: 1 introduced since your change of it]\n1:7 error: wrong 1",
    );
  });

  it.each<[FileReport, string]>([
    [report({ remainingErrors: { total: 0, older: 0 } }), "nothing introduced or resolved in this file."],
    [
      report({ remainingErrors: { total: 2, older: 2 } }),
      "nothing introduced or resolved in this file; 2 errors remain, both older.",
    ],
    [
      report({ resolved: [fault(5)], remainingErrors: { total: 1, older: 1 } }),
      "1 resolved by this change; 1 error remains, older",
    ],
    [
      report({ resolved: [fault(5)], remainingErrors: { total: 0, older: 0 } }),
      "1 resolved by this change; no errors remain",
    ],
    [
      report({ resolved: [fault(5, { severity: "warning" })], remainingErrors: { total: 0, older: 0 } }),
      "1 resolved by this change",
    ],
    [
      report({ introduced: [fault(1)], remainingErrors: { total: 1, older: 0 } }),
      "1 introduced by this change",
    ],
    [
      report({ introduced: [fault(1)], resolved: [fault(5)], remainingErrors: { total: 4, older: 3 } }),
      "1 introduced by this change; 4 errors remain, 3 of them older",
    ],
    [
      report({ introduced: [fault(1, { severity: "warning" })], remainingErrors: { total: 3, older: 3 } }),
      "1 introduced by this change; 3 errors remain, all older",
    ],
    [
      report({ isLate: true, isPromised: true, remainingErrors: { total: 1, older: 1 } }),
      "nothing introduced or resolved since your change of it; 1 error remains, older.",
    ],
  ])("says how many errors are left, in its first line [LSP-460]", (file, expected) => {
    const [first = ""] = (renderDiagnostics([file]) ?? "").split("\n");
    expect(first.replace(/^.*, fresh: /, "").replace(/\]$/, "")).toBe(expected);
  });

  it("never counts errors of a file that no server has answered about [LSP-460]", () => {
    const unknown = report({
      state: "unknown",
      reason: "no answer",
      remainingErrors: { total: 2, older: 2 },
    });
    expect(renderDiagnostics([unknown])).toBe("[Diagnostics unknown: no answer.]");
  });

  it("leaves hints to editors [LSP-31]", () => {
    expect(renderDiagnostics([report({ introduced: [fault(1, { severity: "hint" })] })])).toBe(
      "[Diagnostics, fresh: nothing introduced or resolved in this file.]",
    );
  });

  it("has twenty lines at most, each bounded, with nothing in them that can't be seen [LSP-31]", () => {
    const many = Array.from({ length: 500 }, (_, index) => fault(index + 1));
    const text = renderDiagnostics([
      report({ introduced: many, resolved: many }),
      report({ introduced: many }),
    ]);
    const lines = text?.split("\n") ?? [];
    expect(lines).toHaveLength(20);
    expect(lines.at(-1)).toBe("[1484 more lines not shown.]".replace("1484", "1,484"));
    const hostile = fault(1, {
      message: `\u001b[31m\u202e${"x".repeat(5000)}`,
      source: "\u0007".repeat(100),
    });
    const shown = renderDiagnostics([report({ introduced: [hostile] })]) ?? "";
    expect(shown.length).toBeLessThan(1000);
    expect(shown).toContain(String.raw`\u001b[31m\u202e`);
  });
});
