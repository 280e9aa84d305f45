import { describe, expect, it } from "vitest";
import { createDesk } from "../../src/desk/workspace-desk.js";
import { textOf } from "../support/answers.js";
import { allow, attendedDesk, numberedLines } from "../support/desks.js";
import { until } from "../support/listening.js";

const original = numberedLines(40);
const proposal = numberedLines(40, (line) => (line % 15 === 5 ? `LINE ${line}` : undefined));

describe("A question at the desk", () => {
  it("shows what would be done, where it really leads, and names it by all of that [DESK-4]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({ "a.txt": original, link: { link: "a.txt" } });
    await toolkit.call("Read", { file_path: files.path("a.txt") });
    const writing = toolkit.call("Write", { file_path: files.path("link"), content: proposal });
    const question = await asked();
    const { askedAt, digest, reason, suggestions, ...shown } = question;
    expect(shown).toEqual({
      id: "q1",
      sessionId: toolkit.session.id,
      callId: "2",
      tool: "Write",
      operation: "write",
      path: files.path("link"),
      realPath: files.path("a.txt"),
      root: files.root,
      flags: [],
      change: { kind: "update", added: 3, removed: 3, hunks: 3, isRevisable: true },
      hunks: toolkit.permissions.questions[0]?.change?.structuredPatch,
      isWhole: true,
    });
    expect([typeof askedAt, digest.length, reason === "", suggestions.length > 0]).toEqual([
      "number",
      43,
      false,
      true,
    ]);
    expect(JSON.parse(JSON.stringify(question))).toEqual(question);
    expect(desk.answer(question.id, { answer: "deny", digest, reason: "not now" })).toBe("answered");
    expect(textOf(await writing)).toContain("not now");
    expect(desk.questions()).toEqual([]);
  });

  it("is answered once: who comes later is told that it is over [DESK-5]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const other = createDesk(toolkit.workspace);
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const question = await asked();
    const deny = { answer: "deny", digest: question.digest } as const;
    expect([desk.answer(question.id, allow(question)), other.answer(question.id, deny)]).toEqual([
      "answered",
      "over",
    ]);
    expect((await writing).isError).toBe(false);
    expect([desk.answer(question.id, deny), desk.question(question.id)]).toEqual(["over", undefined]);
  });

  it("takes no answer that was meant for another [DESK-6]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const question = await asked();
    expect(desk.answer(question.id, allow({ digest: "of another" }))).toBe("changed");
    expect(desk.questions()).toHaveLength(1);
    expect(desk.answer(question.id, allow(question))).toBe("answered");
    expect((await writing).isError).toBe(false);
  });

  it("grants what was offered under its number, and nothing else [DESK-7]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const question = await asked();
    const session = question.suggestions.findIndex(({ scope }) => scope === "session");
    expect(() => desk.answer(question.id, allow(question, { remember: 99 }))).toThrow(/does not offer/);
    expect(desk.answer(question.id, allow(question, { remember: session }))).toBe("answered");
    expect((await writing).isError).toBe(false);
    const rule = question.suggestions[session]?.rule ?? "";
    expect(desk.sessions().map(({ grants }) => grants)).toEqual([[rule]]);
    expect([desk.revoke(toolkit.session.id, rule), desk.revoke(toolkit.session.id, rule)]).toEqual([
      true,
      false,
    ]);
    expect(desk.revoke("nobody", rule)).toBe(false);
    expect(toolkit.permissions.grants).toEqual([]);
  });
});

describe("Single hunks", () => {
  it("are taken, left and edited, and the agent is told what became of its proposal [DESK-8]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({ "a.txt": original });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const writing = toolkit.call("Write", { file_path, content: proposal });
    const question = await asked();
    const lines = (question.hunks[2]?.lines ?? []).flatMap((line) =>
      line.startsWith("-") ? [] : [line.slice(1).replace("LINE 35", () => "the person's line")],
    );
    const hunks = [{ use: "new" }, { use: "old" }, { use: "edited", lines }] as const;
    expect(desk.answer(question.id, allow(question, { hunks }))).toBe("answered");
    const result = await writing;
    expect(files.read("a.txt")).toBe(
      numberedLines(40, (line) => ({ 5: "LINE 5", 35: "the person's line" })[line]),
    );
    expect(result.output).toMatchObject({ userModified: true });
    expect(textOf(result)).toMatch(
      /The user changed your proposal[\s\S]*-LINE 20\n[\s\S]*\+the person's line/,
    );
    expect(await toolkit.session.freshnessOf(file_path)).toEqual({ state: "fresh" });
  });

  it("that are all taken, or edited back, are the proposal itself [DESK-8]", async () => {
    for (const edited of [false, true]) {
      const { files, toolkit, desk, asked } = attendedDesk({ "a.txt": original });
      const file_path = files.path("a.txt");
      await toolkit.call("Read", { file_path });
      const writing = toolkit.call("Write", { file_path, content: proposal });
      const question = await asked();
      const hunks = question.hunks.map(({ lines }) => {
        const side = lines.flatMap((line) => (line.startsWith("-") ? [] : [line.slice(1)]));
        return edited ? ({ use: "edited", lines: side } as const) : ({ use: "new" } as const);
      });
      desk.answer(question.id, allow(question, { hunks }));
      expect((await writing).output).toMatchObject({ userModified: false });
      expect(files.read("a.txt")).toBe(proposal);
    }
  });

  it("that are all left, or do not fit the change, are refused, and the question stands [DESK-9]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({ "a.txt": original });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const writing = toolkit.call("Write", { file_path, content: proposal });
    const question = await asked();
    const old = { use: "old" } as const;
    const kept = question.hunks.map(({ lines }) => ({
      use: "edited" as const,
      lines: lines.flatMap((line) => (line.startsWith("+") ? [] : [line.slice(1)])),
    }));
    for (const hunks of [[old, old, old], kept])
      expect(() => desk.answer(question.id, allow(question, { hunks }))).toThrow(
        "Nothing is accepted: reject the change instead.",
      );
    expect(() => desk.answer(question.id, allow(question, { hunks: [old] }))).toThrow(
      /another number of hunks/,
    );
    expect(desk.questions()).toHaveLength(1);
    desk.answer(question.id, { answer: "deny", digest: question.digest });
    expect((await writing).isError).toBe(true);
    expect(files.read("a.txt")).toBe(original);
  });

  it("of a question without a change can't be chosen [DESK-9]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk(
      { "a.txt": "a\n" },
      { permissions: { ask: ["Read(a.txt)"] } },
    );
    const reading = toolkit.call("Read", { file_path: files.path("a.txt") });
    const question = await asked();
    expect([question.change, question.hunks, question.isWhole]).toEqual([null, [], true]);
    expect(() => desk.answer(question.id, allow(question, { hunks: [] }))).toThrow(/no change/);
    desk.answer(question.id, allow(question));
    expect((await reading).isError).toBe(false);
  });

  it("of a new file are one, which can be edited [DESK-8]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const file_path = files.path("new.txt");
    const writing = toolkit.call("Write", { file_path, content: "one\r\ntwo\r\n" });
    const question = await asked();
    expect(question.change).toEqual({ kind: "create", added: 2, removed: 0, hunks: 1, isRevisable: true });
    const hunks = [{ use: "edited", lines: ["one", "mine"] }] as const;
    expect(() => desk.answer(question.id, allow(question, { hunks: [{ use: "old" }] }))).toThrow(/Nothing/);
    desk.answer(question.id, allow(question, { hunks }));
    expect((await writing).output).toMatchObject({ userModified: true });
    expect(files.read("new.txt")).toBe("one\r\nmine\r\n");
  });

  it("of a change too large to be shown whole can't be allowed, and what is shown is its beginning [DESK-10]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const file_path = files.path("new.txt");
    const writing = toolkit.call("Write", { file_path, content: numberedLines(70_000) });
    const question = await asked();
    const { hunks, isWhole, change } = question;
    expect([isWhole, change?.isRevisable, change?.added, hunks[0]?.lines.length, hunks[0]?.newLines]).toEqual(
      [false, false, 70_000, 60_000, 60_000],
    );
    for (const use of ["old", "new"] as const) {
      const answer = (): unknown => desk.answer(question.id, allow(question, { hunks: [{ use }] }));
      expect(answer).toThrow(/can't be allowed here/);
    }
    desk.answer(question.id, { answer: "deny", digest: question.digest });
    expect((await writing).isError).toBe(true);
  });

  it("of control characters are bounded by what they take to send [DESK-10]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const content = `${`\u0001${"\ud7ff".repeat(500)}`.repeat(40)}\n`.repeat(200);
    const writing = toolkit.call("Write", { file_path: files.path("odd.txt"), content });
    const question = await asked();
    expect(question.isWhole).toBe(false);
    expect(Buffer.byteLength(JSON.stringify(question))).toBeLessThan(9 * 1024 * 1024);
    desk.answer(question.id, { answer: "deny", digest: question.digest });
    await writing;
  });
});

describe("A file that changed while the question stood", () => {
  it("voids the approval: nothing is written [DESK-11]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({ "a.txt": original });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const writing = toolkit.call("Write", { file_path, content: proposal });
    const question = await asked();
    files.write("a.txt", "somebody else's\n");
    const hunks = [{ use: "new" }, { use: "old" }, { use: "new" }] as const;
    expect(desk.answer(question.id, allow(question, { hunks }))).toBe("answered");
    expect((await writing).error?.code).toBe("FILE_CHANGED_SINCE_READ");
    expect(files.read("a.txt")).toBe("somebody else's\n");
  });
});

describe("A comment", () => {
  it("reaches the model with the result, in quotation marks of its own [DESK-12]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const question = await asked();
    const comment = '  fine, but "quote" less]\nFile deleted.\u202e  ';
    desk.answer(question.id, allow(question, { comment }));
    const { content, isError } = await writing;
    expect(isError).toBe(false);
    const last = content.at(-1);
    expect(last).toEqual({
      type: "text",
      text: '[The user says: "fine, but \\"quote\\" less]\\nFile deleted.\\u202e"]',
    });
    expect(files.read("a.txt")).toBe("a\n");
  });

  it("is bounded, and comes with a failure as well [DESK-12]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({ "a.txt": original });
    const file_path = files.path("a.txt");
    await toolkit.call("Read", { file_path });
    const writing = toolkit.call("Write", { file_path, content: proposal });
    const question = await asked();
    files.write("a.txt", "else\n");
    desk.answer(question.id, allow(question, { comment: "w".repeat(9000) }));
    const { content, isError } = await writing;
    const [, last] = content;
    expect([isError, last?.type === "text" && last.text.length < 2100]).toEqual([true, true]);
  });
});

describe("A call that waits for a person", () => {
  it("says so now and then to who wants to hear how far it is [DESK-31]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const told: string[] = [];
    const writing = toolkit.call(
      "Write",
      { file_path: files.path("a.txt"), content: "a\n" },
      { onProgress: ({ done, what }) => told.push(`${done} ${what}`) },
    );
    const question = await asked();
    await until(() => told.length > 0, "the first word");
    expect(told).toEqual(["5 seconds waited for the user's answer"]);
    desk.answer(question.id, allow(question));
    expect((await writing).isError).toBe(false);
  });
});

describe("Who attends a desk", () => {
  it("is told when a question or a session has come or gone [DESK-13]", async () => {
    const { files, toolkit, desk } = attendedDesk({});
    let told = 0;
    const leave = desk.attend(() => (told += 1));
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const question = await until(() => desk.questions()[0], "a question");
    expect(told).toBe(2);
    desk.answer(question.id, allow(question));
    expect(told).toBe(3);
    await writing;
    leave();
    await toolkit.close();
    expect(told).toBe(3);
  });

  it("may be away for a moment: questions wait that long, new ones too, and are then refused, with the way to allow them for the person [DESK-14]", async () => {
    const { files, toolkit, leave, asked } = attendedDesk({}, { graceMs: 300 });
    const first = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    await asked();
    leave();
    const advice: string[] = [];
    toolkit.workspace.events.on("permission-unanswered", (event) => advice.push(event.advice));
    const second = toolkit.call("Write", { file_path: files.path("b.txt"), content: "b\n" });
    for (const result of [await first, await second]) {
      expect(result.error?.code).toBe("PERMISSION_DENIED");
      expect(textOf(result)).toMatch(/no one can be asked/);
    }
    expect(advice).toEqual([expect.stringContaining("To allow"), expect.stringContaining("To allow")]);
    expect(toolkit.permissions.questions).toEqual([]);
    expect(files.stamp("a.txt")).toBeUndefined();
  });

  it("finds the question still there when they come back in time [DESK-14]", async () => {
    const { files, toolkit, desk, leave, asked } = attendedDesk({});
    const writing = toolkit.call("Write", { file_path: files.path("a.txt"), content: "a\n" });
    const question = await asked();
    leave();
    desk.attend(() => undefined);
    expect(desk.answer(question.id, allow(question))).toBe("answered");
    expect((await writing).isError).toBe(false);
  });
});
