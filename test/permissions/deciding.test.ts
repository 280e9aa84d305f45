/** What a call would need, told before it is made, and answers that were given before it came. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer, CallResult, GivenAnswer, Question, Toolkit, WorkspaceEvent } from "../../src/index.js";
import { echoTool } from "../support/test-tools.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const TEXT = "alpha\nbeta\ngamma\n";

async function readToolkit(
  tree: Readonly<Record<string, string>> = { "notes.txt": TEXT },
): Promise<{ readonly files: TempWorkspace; readonly kit: Toolkit }> {
  const files = tempWorkspace(tree);
  const kit = files.toolkit();
  for (const name of Object.keys(tree)) await kit.call("Read", { file_path: files.path(name) });
  return { files, kit };
}

async function askAhead(kit: Toolkit, tool: string, input: unknown): Promise<Question> {
  const verdict = await kit.decide(tool, input);
  const [question] = verdict.answer === "ask" ? verdict.questions : [];
  if (question === undefined) throw new Error(`not asked: ${JSON.stringify(verdict)}`);
  return question;
}

function answering(
  question: Question,
  answer: Answer = { answer: "allow" },
): { readonly answers: GivenAnswer[] } {
  return { answers: [{ question, answer }] };
}

/** As data, without what is only made when someone looks. */
function plain(questions: readonly Question[]): object[] {
  return JSON.parse(JSON.stringify(questions)) as object[];
}

function words({ content }: CallResult): string {
  return content.map((block) => (block.type === "text" ? block.text : block.type)).join("\n");
}

describe("Deciding a call", () => {
  it("tells what a person would be asked, with the difference, and changes and asks nothing [DEC-1]", async () => {
    const { files, kit } = await readToolkit();
    const before = files.stamp("notes.txt");
    const told: string[] = [];
    kit.workspace.events.on("permission-asked", ({ type }) => told.push(type));
    kit.workspace.events.on("call-finished", ({ type }) => told.push(type));
    const input = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const question = await askAhead(kit, "Edit", input);
    expect(question).toMatchObject({
      tool: "Edit",
      operation: "write",
      path: files.path("notes.txt"),
      change: { kind: "update", before: TEXT, after: "alpha\nBETA\ngamma\n" },
    });
    expect([files.stamp("notes.txt"), told, kit.permissions.questions]).toEqual([before, [], []]);
    expect((await kit.decide("Edit", input)).answer).toBe("ask");
  });

  it("says in every case what the call itself then does [DEC-2]", async () => {
    const outside = tempWorkspace({ "secret.txt": "s\n" });
    for (const [tool, name, more] of [
      ["Read", "notes.txt", {}],
      ["Read", "missing.txt", {}],
      ["Read", "denied.txt", {}],
      ["Read", outside.path("secret.txt"), {}],
      ["Read", "notes.txt", { ofset: 3 }],
      ["Write", "new.txt", { content: "n\n" }],
      ["Write", "allowed.txt", { content: "n\n" }],
      ["Write", "denied.txt", { content: "n\n" }],
      ["Write", "unread.txt", { content: "n\n" }],
      ["Edit", "notes.txt", { old_string: "beta", new_string: "b" }],
      ["Edit", "notes.txt", { old_string: "delta", new_string: "d" }],
      ["Edit", "notes.txt", { old_string: "beta", new_string: "beta" }],
      ["Edit", outside.path("secret.txt"), { old_string: "x", new_string: "y" }],
      ["Grep", ".", { pattern: "beta" }],
      ["Delete", "notes.txt", {}],
    ] as const) {
      const files = tempWorkspace({ "notes.txt": TEXT, "denied.txt": TEXT, "unread.txt": TEXT });
      const asked: Question[] = [];
      const kit = files.toolkit({
        permissions: { deny: ["Read(denied.txt)", "Edit(denied.txt)"], allow: ["Edit(allowed.txt)"] },
      });
      await kit.call("Read", { file_path: files.path("notes.txt") });
      const path = name.startsWith("/") ? name : files.path(name);
      const input = tool === "Grep" ? { ...more, path } : { ...more, file_path: path };
      const verdict = await kit.decide(tool, input);
      const result = await kit.call(tool, input, {
        onAsk: (question) => {
          asked.push(question);
          return { answer: "allow" };
        },
      });
      const questions = verdict.answer === "ask" ? verdict.questions : [];
      expect(plain(asked)).toMatchObject(plain(questions));
      if (verdict.answer === "allow") expect(result.error?.code).not.toBe("PERMISSION_DENIED");
      if (verdict.answer === "refuse") expect(verdict.result).toEqual(result);
    }
  });

  it("is refused once the toolkit is closed, and ends with its signal [DEC-3]", async () => {
    const { files, kit } = await readToolkit();
    const input = { file_path: files.path("notes.txt") };
    const aborted = await kit.decide("Read", input, { signal: AbortSignal.abort() });
    expect(aborted).toMatchObject({ answer: "refuse", result: { error: { code: "CANCELLED" } } });
    await kit.close();
    expect(await kit.decide("Read", input)).toMatchObject({
      answer: "refuse",
      result: { error: { code: "CANCELLED", message: "This toolkit has been closed." } },
    });
  });
});

describe("An answer that was given before the call", () => {
  it("counts for what the person has seen, and is told as asked and answered [DEC-4]", async () => {
    const { files, kit } = await readToolkit();
    const input = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const told: WorkspaceEvent<"permission-answered">[] = [];
    kit.workspace.events.on("permission-answered", (event) => told.push(event));
    const question = await askAhead(kit, "Edit", input);
    const result = await kit.call("Edit", input, answering(question));
    expect([result.isError, files.read("notes.txt")]).toEqual([false, "alpha\nBETA\ngamma\n"]);
    expect(told).toMatchObject([{ answer: "allow", tool: "Edit", path: files.path("notes.txt") }]);
  });

  it("refuses with its reason, brings other content and a comment, and remembers [DEC-5]", async () => {
    const { files, kit } = await readToolkit();
    const input = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const question = await askAhead(kit, "Edit", input);
    const denied = await kit.call(
      "Edit",
      input,
      answering(question, { answer: "deny", reason: "keep it small" }),
    );
    expect([denied.error?.code, denied.error?.message]).toEqual([
      "PERMISSION_DENIED",
      expect.stringContaining("keep it small"),
    ]);
    const content = "alpha\nBeta\ngamma\n";
    const changed = await kit.call(
      "Edit",
      input,
      answering(question, { answer: "allow", content, comment: "one capital will do", remember: "session" }),
    );
    expect(changed.output).toMatchObject({ userModified: true });
    expect(words(changed)).toContain("one capital will do");
    expect(files.read("notes.txt")).toBe(content);
    const next = { file_path: files.path("notes.txt"), old_string: "gamma", new_string: "g" };
    expect((await kit.decide("Edit", next)).answer).toBe("allow");
  });

  it("counts where the same difference stands elsewhere by now, but not with content of the whole [DEC-6]", async () => {
    const { files, kit } = await readToolkit({ "notes.txt": `first\n${"x\n".repeat(20)}last\n` });
    const at = files.path("notes.txt");
    const upper = { file_path: at, old_string: "first", new_string: "zeroth\nfirst" };
    const lower = { file_path: at, old_string: "last", new_string: "LAST" };
    const [one, two] = [await askAhead(kit, "Edit", upper), await askAhead(kit, "Edit", lower)];
    await kit.call("Edit", upper, answering(one));
    const whole = await kit.call("Edit", lower, answering(two, { answer: "allow", content: "other\n" }));
    expect(whole.error?.code).toBe("PERMISSION_DENIED");
    const moved = await kit.call("Edit", lower, answering(two));
    expect(moved.isError).toBe(false);
    expect(files.read("notes.txt")).toBe(`zeroth\nfirst\n${"x\n".repeat(20)}LAST\n`);
  });

  it.each([
    ["another file", "other.txt", "beta", "BETA"],
    ["another text", "notes.txt", "beta", "BETTER"],
    ["another place", "notes.txt", "gamma", "BETA"],
  ])("does not count for %s [DEC-7]", async (_, name, before, after) => {
    const { files, kit } = await readToolkit({ "notes.txt": TEXT, "other.txt": TEXT });
    const seen = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const question = await askAhead(kit, "Edit", seen);
    const made = { file_path: files.path(name), old_string: before, new_string: after };
    const result = await kit.call("Edit", made, answering(question));
    expect(result.error?.code).toBe("PERMISSION_DENIED");
    expect(words(result)).toContain("Read");
    expect(words(result)).toContain("make the call again");
    expect([files.read("notes.txt"), files.read("other.txt")]).toEqual([TEXT, TEXT]);
  });

  it("does not count for another kind of call, nor for what the file has become [DEC-7]", async () => {
    const { files, kit } = await readToolkit();
    const edit = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const question = await askAhead(kit, "Edit", edit);
    const write = { file_path: files.path("notes.txt"), content: "alpha\nBETA\ngamma\n" };
    expect((await kit.call("Write", write, answering(question))).error?.code).toBe("PERMISSION_DENIED");
    writeFileSync(files.path("notes.txt"), "alpha\nbeta\ndelta\n");
    await kit.call("Read", { file_path: files.path("notes.txt") });
    const result = await kit.call("Edit", edit, answering(question));
    expect(result.error?.message).toContain("is not as it was when they were asked");
    expect(files.read("notes.txt")).toBe("alpha\nbeta\ndelta\n");
  });

  it("that does not count leaves the question to whoever can be asked [DEC-8]", async () => {
    const files = tempWorkspace({ "notes.txt": TEXT });
    const asked: string[] = [];
    const kit = files.toolkit({
      onAsk: ({ path }) => {
        asked.push(path);
        return { answer: "allow" };
      },
    });
    const one = await askAhead(kit, "Write", { file_path: files.path("one.txt"), content: "1" });
    await kit.call("Write", { file_path: files.path("one.txt"), content: "1" }, answering(one));
    await kit.call("Write", { file_path: files.path("two.txt"), content: "2" }, answering(one));
    expect([asked, files.read("one.txt"), files.read("two.txt")]).toEqual([
      [files.path("two.txt")],
      "1",
      "2",
    ]);
  });

  it("that denied is carried out although a rule allows the call by now, and is told [DEC-10]", async () => {
    const { files, kit } = await readToolkit();
    const input = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const question = await askAhead(kit, "Edit", input);
    kit.permissions.setMode("acceptEdits");
    const told: WorkspaceEvent<"permission-answered">[] = [];
    kit.workspace.events.on("permission-answered", (event) => told.push(event));
    expect((await kit.decide("Edit", input)).answer).toBe("allow");
    const result = await kit.call(
      "Edit",
      input,
      answering(question, { answer: "deny", reason: "I said no" }),
    );
    expect([result.error?.code, words(result)]).toEqual([
      "PERMISSION_DENIED",
      expect.stringContaining("I said no"),
    ]);
    expect(told).toMatchObject([{ answer: "deny", question: "q1", tool: "Edit" }]);
    expect(files.read("notes.txt")).toBe(TEXT);
  });

  it("that denies a tool which concerns no file names the tool [FIX-206]", async () => {
    const tools = [echoTool("Deploy", { readOnly: false })];
    const kit = tempWorkspace().toolkit({ tools, permissions: { ask: ["Deploy"] } });
    const question = await askAhead(kit, "Deploy", { what: "all" });
    const denial: Answer = { answer: "deny", reason: "not on Fridays" };
    const result = await kit.call("Deploy", { what: "all" }, answering(question, denial));
    expect(words(result)).toBe(words(await kit.call("Deploy", { what: "all" }, { onAsk: () => denial })));
    expect(words(result)).toContain("did not allow this call of Deploy");
  });

  it("never outweighs a rule that denies by now [DEC-9]", async () => {
    const { files, kit } = await readToolkit();
    const input = { file_path: files.path("notes.txt"), old_string: "beta", new_string: "BETA" };
    const question = await askAhead(kit, "Edit", input);
    kit.permissions.setMode("plan");
    const result = await kit.call("Edit", input, answering(question));
    expect(result.error?.message).toContain("plan mode");
    expect(files.read("notes.txt")).toBe(TEXT);
  });
});
