/** What a person is offered, what their answers do, and what happens when the world moves while they think. */
import { readFileSync, symlinkSync, unlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer, Question, Toolkit, ToolkitOptions } from "../../src/index.js";
import { textOf } from "../support/answers.js";
import { untilAsked } from "../support/waiting.js";
import { type TempWorkspace, type Tree, tempWorkspace } from "../support/workspace.js";

interface Asked {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly questions: Question[];
}

/** A person who gives these answers one after the other, and the last one ever after. */
function person(
  tree: Tree,
  answers: readonly (Answer | ((question: Question) => Answer))[],
  options: ToolkitOptions = {},
): Asked {
  const files = tempWorkspace(tree);
  const questions: Question[] = [];
  const toolkit = files.toolkit({
    ...options,
    onAsk: (question) => {
      const answer = answers[Math.min(questions.length, answers.length - 1)] as Answer;
      questions.push(question);
      return typeof answer === "function" ? (answer as (question: Question) => Answer)(question) : answer;
    },
  });
  return { files, toolkit, questions };
}

const write = (toolkit: Toolkit, path: string, content: string = "new\n") =>
  toolkit.call("Write", { file_path: path, content });

describe("A question", () => {
  it("about a change shows tool, paths, reason, diff, whole texts and what can be answered [PERM-50]", async () => {
    const { files, toolkit, questions } = person({ "src/a.ts": "old\n" }, [{ answer: "allow" }]);
    await toolkit.call("Read", { file_path: files.path("src/a.ts") });
    await write(toolkit, files.path("src/a.ts"));
    const [{ change, suggestions, flags, ...rest } = {} as Question] = questions;
    expect(rest).toMatchObject({
      tool: "Write",
      operation: "write",
      path: files.path("src/a.ts"),
      realPath: files.path("src/a.ts"),
      reason: "changes need permission",
    });
    expect(change).toMatchObject({ kind: "update", before: "old\n", after: "new\n", isRevisable: true });
    expect(change?.structuredPatch[0]?.lines).toEqual(["-old", "+new"]);
    expect(flags).toEqual([]);
    const savedTo = files.path(".filewright/settings.local.json");
    expect(suggestions).toEqual([
      { scope: "once", covers: "file" },
      { scope: "session", covers: "file", rule: "Edit(/src/a.ts)" },
      { scope: "session", covers: "folder", rule: "Edit(/src/**)" },
      { scope: "always", covers: "file", rule: "Edit(/src/a.ts)", savedTo },
      { scope: "always", covers: "folder", rule: "Edit(/src/**)", savedTo },
    ]);
  });

  it("offers only what would spare the next one [PERM-50]", async () => {
    const { files, toolkit, questions } = person(
      { "a.txt": "", "link.txt": { link: "b.txt" }, "b.txt": "" },
      [{ answer: "deny" }],
      { permissions: { ask: ["Edit(/a.txt)"] } },
    );
    for (const name of ["a.txt", ".git/config", "link.txt"]) await write(toolkit, files.path(name));
    expect(questions.map(({ suggestions }) => suggestions.map(({ scope }) => scope))).toEqual([
      ["once"],
      ["once"],
      ["once"],
    ]);
  });

  it("about a file in .claude offers the folder for the session, and that passes the protection [PERM-50, PERM-11]", async () => {
    const { files, toolkit, questions } = person({}, [{ answer: "allow", remember: "session" }]);
    await write(toolkit, files.path(".claude/agents/reviewer.md"));
    expect(questions[0]?.suggestions).toEqual([
      { scope: "once", covers: "file" },
      { scope: "session", covers: "folder", rule: "Edit(/.claude/**)" },
    ]);
    expect((await write(toolkit, files.path(".claude/settings.json"))).isError).toBe(false);
    expect(questions).toHaveLength(1);
    await write(toolkit, files.path(".git/config"));
    expect(questions).toHaveLength(2);
  });
});

describe("An answer", () => {
  it("once is for one call alone [PERM-51]", async () => {
    const { files, toolkit, questions } = person({}, [{ answer: "allow" }]);
    await write(toolkit, files.path("a.txt"), "1\n");
    await write(toolkit, files.path("a.txt"), "2\n");
    expect(questions).toHaveLength(2);
  });

  it("for the session covers the file, or the folder, until it is revoked [PERM-51]", async () => {
    const { files, toolkit, questions } = person({}, [
      { answer: "allow", remember: "session" },
      ({ suggestions }) => ({ answer: "allow", remember: suggestions[2] as never }),
    ]);
    await write(toolkit, files.path("src/a.txt"), "1\n");
    await write(toolkit, files.path("src/a.txt"), "2\n");
    expect(questions).toHaveLength(1);
    await write(toolkit, files.path("src/b.txt"), "1\n");
    await write(toolkit, files.path("src/deep/c.txt"), "1\n");
    expect(questions).toHaveLength(2);
    expect(toolkit.permissions.grants).toEqual(["Edit(/src/a.txt)", "Edit(/src/**)"]);
    expect(toolkit.permissions.revoke("Edit(/src/**)")).toBe(true);
    await write(toolkit, files.path("src/b.txt"), "2\n");
    expect(questions).toHaveLength(3);
  });

  it("for the session is for that session alone [PERM-52]", async () => {
    const { files, toolkit, questions } = person({}, [{ answer: "allow", remember: "session" }]);
    await write(toolkit, files.path("a.txt"), "1\n");
    const sibling = files.toolkit({ workspace: toolkit.workspace });
    await sibling.call("Read", { file_path: files.path("a.txt") });
    await write(sibling, files.path("a.txt"), "2\n");
    expect(questions).toHaveLength(2);
  });

  it("for good is written to the local settings and holds after a restart, trusted or not [PERM-53]", async () => {
    const { files, toolkit, questions } = person({}, [{ answer: "allow", remember: "always" }]);
    await write(toolkit, files.path("src/a.txt"), "1\n");
    expect(JSON.parse(readFileSync(files.path(".filewright/settings.local.json"), "utf8"))).toEqual({
      permissions: { allow: ["Edit(/src/a.txt)"] },
    });
    const later = files.toolkit();
    await later.call("Read", { file_path: files.path("src/a.txt") });
    expect((await write(later, files.path("src/a.txt"), "2\n")).isError).toBe(false);
    expect(questions).toHaveLength(1);
    await later.permissions.remove(
      "allow",
      "Edit(/src/a.txt)",
      files.path(".filewright/settings.local.json"),
    );
    expect((await write(later, files.path("src/a.txt"), "3\n")).error?.code).toBe("PERMISSION_DENIED");
  });

  it("for good that can't be written holds for the session, and the host hears of it [PERM-53]", async () => {
    const { files, toolkit, questions } = person(
      { elsewhere: { folder: {} }, ".filewright": { link: "elsewhere" } },
      [{ answer: "allow", remember: "always" }],
    );
    const heard: unknown[] = [];
    toolkit.workspace.events.on("permission-not-saved", ({ rule, file }) => heard.push({ rule, file }));
    await write(toolkit, files.path("a.txt"), "1\n");
    expect((await write(toolkit, files.path("a.txt"), "2\n")).isError).toBe(false);
    expect(questions).toHaveLength(1);
    expect(heard).toEqual([{ rule: "Edit(/a.txt)", file: files.path(".filewright/settings.local.json") }]);
    expect(files.stamp("elsewhere/settings.local.json")).toBeUndefined();
  });

  it("that denies reaches the model with its reason, and nothing is changed [PERM-54]", async () => {
    const { files, toolkit } = person({}, [{ answer: "deny", reason: "Use the staging copy." }]);
    const result = await write(toolkit, files.path("a.txt"));
    expect(textOf(result)).toBe(
      `The user did not allow this call to change ${files.path("a.txt")}. Do not try it again another way.\nReason: Use the staging copy.`,
    );
    expect(files.stamp("a.txt")).toBeUndefined();
  });

  it("with other content has that content written, and the model told [PERM-55]", async () => {
    const { files, toolkit } = person({ "a.txt": "one\ntwo\n" }, [{ answer: "allow", content: "one\n2\n" }]);
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const result = await toolkit.call("Edit", {
      file_path: files.path("a.txt"),
      old_string: "two",
      new_string: "TWO",
    });
    expect(files.read("a.txt")).toBe("one\n2\n");
    expect(result.output?.userModified).toBe(true);
    expect(textOf(result)).toContain("-TWO\n+2");
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a yes", "yes"],
    ["an unknown word", { answer: "maybe" }],
    ["no text", { answer: "allow", content: null }],
    ["a reason that is no text", { answer: "deny", reason: 5 }],
    ["a scope that was not offered", { answer: "allow", remember: "forever" }],
    [
      "a grant that was not offered",
      { answer: "allow", remember: { scope: "session", covers: "folder", rule: "Edit(//**)" } },
    ],
  ])("that is %s allows nothing, like no answer at all [PERM-56, PERM-420]", async (_, answer) => {
    const { files, toolkit } = person({}, [answer as Answer]);
    const result = await write(toolkit, files.path("a.txt"));
    expect(result.error?.code).toBe("PERMISSION_DENIED");
    expect(textOf(result)).toBe(textOf(await write(files.toolkit(), files.path("a.txt"))));
    expect(files.stamp("a.txt")).toBeUndefined();
    expect(toolkit.permissions.grants).toEqual([]);
  });
});

interface Waiting {
  readonly files: TempWorkspace;
  readonly toolkit: Toolkit;
  readonly detach: () => void;
  /** Waits until so many questions stand that did not before. */
  readonly asked: (count: number) => Promise<void>;
  readonly answer: (given: Answer, index?: number) => boolean;
}

describe("While a question stands", () => {
  /** A person whose answer waits until it is given. */
  function slow(tree: Tree, options: (files: TempWorkspace) => ToolkitOptions = () => ({})): Waiting {
    const files = tempWorkspace(tree);
    const toolkit = files.toolkit(options(files));
    const detach = toolkit.permissions.attach();
    let seen = new Set<string>();
    const asked = async (count: number): Promise<void> => {
      await untilAsked(toolkit, count, seen);
      seen = new Set(toolkit.permissions.questions.map(({ id }) => id));
    };
    const answer = (given: Answer, index: number = 0): boolean =>
      toolkit.permissions.answer(toolkit.permissions.questions[index]?.id ?? "", given);
    return { files, toolkit, detach, asked, answer };
  }

  it("a file that changes voids the approval: the call is refused, or asked about anew [PERM-57]", async () => {
    const { files, toolkit, asked, answer } = slow({ "a.txt": "one\ntwo\n" }, () => ({
      staleEdits: "rebase",
    }));
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const editing = toolkit.call("Edit", { file_path, old_string: "two", new_string: "2" });
    await asked(1);
    const [first] = toolkit.permissions.questions;
    files.write("a.txt", "ONE\ntwo\n");
    answer({ answer: "allow" });
    await asked(1);
    const [second] = toolkit.permissions.questions;
    expect(second?.id).not.toBe(first?.id);
    expect(second?.change?.before).toBe("ONE\ntwo\n");
    answer({ answer: "allow" });
    expect((await editing).isError).toBe(false);
    expect(files.read("a.txt")).toBe("ONE\n2\n");
  });

  it("a file that changes in what was seen is refused as stale [PERM-57]", async () => {
    const { files, toolkit, asked, answer } = slow({ "a.txt": "one\n" });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const writing = write(toolkit, file_path, "mine\n");
    await asked(1);
    files.write("a.txt", "theirs\n");
    answer({ answer: "allow" });
    expect((await writing).error?.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(files.read("a.txt")).toBe("theirs\n");
  });

  it("a link that is turned elsewhere is asked about anew, with where it leads by then [PERM-57]", async () => {
    const { files, toolkit, asked, answer } = slow({
      "a.txt": "a\n",
      "b.txt": "b\n",
      "link.txt": { link: "a.txt" },
    });
    for (const name of ["a.txt", "b.txt"]) await toolkit.call("Read", { file_path: files.path(name) });
    const writing = write(toolkit, files.path("link.txt"), "new\n");
    await asked(1);
    unlinkSync(files.path("link.txt"));
    symlinkSync("b.txt", files.path("link.txt"));
    answer({ answer: "allow" });
    await asked(1);
    expect(toolkit.permissions.questions[0]?.realPath).toBe(files.path("b.txt"));
    answer({ answer: "deny" });
    expect((await writing).error?.code).toBe("PERMISSION_DENIED");
    expect([files.read("a.txt"), files.read("b.txt")]).toEqual(["a\n", "b\n"]);
  });

  it("the same holds for a read outside the roots [PERM-57]", async () => {
    const { files, toolkit, asked, answer } = slow(
      { "in/link": { link: "../out/a" }, "out/a": "A", "out/b": "B" },
      (files) => ({ roots: [files.path("in")] }),
    );
    const reading = toolkit.call("Read", { file_path: files.path("in/link") });
    await asked(1);
    expect(toolkit.permissions.questions[0]?.realPath).toBe(files.path("out/a"));
    unlinkSync(files.path("in/link"));
    symlinkSync("../out/b", files.path("in/link"));
    answer({ answer: "allow" });
    await asked(1);
    expect(toolkit.permissions.questions[0]?.realPath).toBe(files.path("out/b"));
    answer({ answer: "deny" });
    expect((await reading).error?.code).toBe("PERMISSION_DENIED");
  });

  it("a rule that comes to deny is obeyed, whatever was answered [PERM-57]", async () => {
    const { files, toolkit, asked, answer } = slow({});
    const writing = write(toolkit, files.path("a.txt"));
    await asked(1);
    files.write(".filewright/settings.json", JSON.stringify({ permissions: { deny: ["Edit(/a.txt)"] } }));
    answer({ answer: "allow" });
    expect((await writing).error?.code).toBe("PERMISSION_DENIED");
    expect(files.stamp("a.txt")).toBeUndefined();
  });

  it("a grant answers the other questions that it covers [PERM-58]", async () => {
    const { files, toolkit, asked, answer } = slow({});
    const writing = ["src/a.txt", "src/b.txt", "other.txt"].map((name) => write(toolkit, files.path(name)));
    await asked(3);
    const folder = toolkit.permissions.questions[0]?.suggestions[2];
    answer({ answer: "allow", remember: folder as never });
    expect((await writing[0])?.isError).toBe(false);
    expect((await writing[1])?.isError).toBe(false);
    expect(toolkit.permissions.questions.map(({ path }) => path)).toEqual([files.path("other.txt")]);
    answer({ answer: "deny" });
    expect((await writing[2])?.isError).toBe(true);
  });

  it("a mode that comes to allow it answers it, and so does trust [PERM-58]", async () => {
    const { files, toolkit, asked } = slow({
      ".filewright/settings.json": JSON.stringify({ permissions: { allow: ["Edit(/trusted.txt)"] } }),
    });
    const writing = ["trusted.txt", "other.txt"].map((name) => write(toolkit, files.path(name)));
    await asked(2);
    await toolkit.permissions.trust(files.root);
    expect((await writing[0])?.isError).toBe(false);
    expect(toolkit.permissions.questions).toHaveLength(1);
    toolkit.permissions.setMode("acceptEdits");
    expect((await writing[1])?.isError).toBe(false);
  });

  it("whoever answers first has answered, and the others are told by their signal [PERM-59]", async () => {
    const files = tempWorkspace({});
    let signal: AbortSignal | undefined;
    const toolkit = files.toolkit({
      onAsk: (_, options) => {
        signal = options.signal;
        return new Promise(() => undefined);
      },
    });
    const writing = write(toolkit, files.path("a.txt"));
    await untilAsked(toolkit, 1);
    const [{ id } = { id: "" }] = toolkit.permissions.questions;
    expect(toolkit.permissions.answer(id, { answer: "allow" })).toBe(true);
    expect((await writing).isError).toBe(false);
    expect(signal?.aborted).toBe(true);
    expect(toolkit.permissions.answer(id, { answer: "deny" })).toBe(false);
    expect(toolkit.permissions.questions).toEqual([]);
  });

  it("a call that is cancelled withdraws its question [PERM-59]", async () => {
    const { files, toolkit, asked } = slow({});
    const cancel = new AbortController();
    const writing = toolkit.call(
      "Write",
      { file_path: files.path("a.txt"), content: "x" },
      { signal: cancel.signal },
    );
    const heard: string[] = [];
    toolkit.workspace.events.on("permission-answered", ({ answer, question }) =>
      heard.push(answer, question),
    );
    await asked(1);
    const [{ id } = { id: "" }] = toolkit.permissions.questions;
    cancel.abort();
    expect((await writing).error?.code).toBe("CANCELLED");
    expect(heard).toEqual(["withdrawn", id]);
    expect(toolkit.permissions.questions).toEqual([]);
  });

  it("nobody attached any more means refusal for the next, not for the one that stands [PERM-59]", async () => {
    const { files, toolkit, asked, answer, detach } = slow({});
    const writing = write(toolkit, files.path("a.txt"));
    await asked(1);
    detach();
    detach();
    expect((await write(toolkit, files.path("b.txt"))).error?.code).toBe("PERMISSION_DENIED");
    answer({ answer: "allow" });
    expect((await writing).isError).toBe(false);
  });
});
