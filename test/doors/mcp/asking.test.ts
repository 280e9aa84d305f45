/** Attack 23 at this door: an approval counts for what was shown, for that call, for that caller, once, and else not at all. */
import { rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openRequestState, sealRequestState } from "../../../src/mcp/request-state.js";
import { createSealer } from "../../../src/mcp/sealer.js";
import type { TempWorkspace } from "../../support/workspace.js";
import { enveloped } from "./eras.js";
import { type Message, RawServer } from "./raw-server.js";
import { codeOf } from "./results.js";
import { createWorld } from "./world.js";

type Arguments = Readonly<Record<string, unknown>>;

interface Round {
  readonly requestState?: string;
  readonly inputResponses?: object;
}

interface Desk {
  readonly files: TempWorkspace;
  readonly server: RawServer;
  readonly edit: Arguments;
  readonly call: (name: string, args: Arguments, round?: Round) => Promise<Message>;
  /** A call that is asked about; answers its state. */
  readonly ask: (name: string, args: Arguments) => Promise<string>;
}

/** What is sent in the place of the call that was approved. */
type Alter = (edit: Arguments, files: TempWorkspace) => readonly [string, Arguments];

const yes = { permission: { action: "accept", content: { answer: "Yes, this once" } } };

async function openDesk(): Promise<Desk> {
  const world = createWorld({ "a.txt": "one\n", "b.txt": "one\n", "other/c.txt": "one\n" });
  const { files } = world;
  const server = new RawServer(world);
  const call: Desk["call"] = (name, args, round = {}) =>
    server.request("tools/call", enveloped({ name, arguments: args, ...round }));
  for (const name of ["a.txt", "b.txt"]) await call("Read", { file_path: files.path(name) });
  return {
    files,
    server,
    edit: { file_path: files.path("a.txt"), old_string: "one", new_string: "two" },
    call,
    ask: async (name, args) => stateOf(await call(name, args)),
  };
}

function isAsked({ result }: Message): boolean {
  return result?.["resultType"] === "input_required";
}

function stateOf(message: Message): string {
  expect(isAsked(message), JSON.stringify(message)).toBe(true);
  return message.result?.["requestState"] as string;
}

function formOf({ result }: Message): string {
  const requests = result?.["inputRequests"] as { permission: { params: { message: string } } };
  return requests.permission.params.message;
}

function isDone({ result }: Message): boolean {
  return result?.["resultType"] === "complete" && result.isError !== true;
}

describe("An approval that goes through a client's hands", () => {
  it("counts for the call it was given for [MCP-10]", async () => {
    const { files, call, ask, edit } = await openDesk();
    const requestState = await ask("Edit", edit);
    expect(files.read("a.txt")).toBe("one\n");
    expect(isDone(await call("Edit", edit, { requestState, inputResponses: yes }))).toBe(true);
    expect(files.read("a.txt")).toBe("two\n");
  });

  it("counts once: sent again, the person is asked again [MCP-10]", async () => {
    const { files, call, ask, edit } = await openDesk();
    const requestState = await ask("Edit", edit);
    await call("Edit", edit, { requestState, inputResponses: yes });
    files.write("a.txt", "one\n");
    await call("Read", { file_path: files.path("a.txt") });
    expect(isAsked(await call("Edit", edit, { requestState, inputResponses: yes }))).toBe(true);
    expect(files.read("a.txt")).toBe("one\n");
  });

  it("counts once when it is sent twice in one moment [MCP-10]", async () => {
    const { files, call, ask } = await openDesk();
    const write = { file_path: files.path("new.txt"), content: "new\n" };
    const requestState = await ask("Write", write);
    const answers = await Promise.all(
      [1, 2, 3].map(() => call("Write", write, { requestState, inputResponses: yes })),
    );
    expect(answers.filter(isDone)).toHaveLength(1);
    expect(files.read("new.txt")).toBe("new\n");
  });

  it.each<[string, Alter]>([
    ["other content", (edit) => ["Edit", { ...edit, new_string: "evil" }]],
    ["another file", (edit, files) => ["Edit", { ...edit, file_path: files.path("b.txt") }]],
    ["another tool", (_edit, files) => ["Write", { file_path: files.path("a.txt"), content: "evil\n" }]],
    ["one more option", (edit) => ["Edit", { ...edit, replace_all: true }]],
  ])("does not count for a call with %s [MCP-10, MCP-11]", async (_what, alter) => {
    const { files, call, ask, edit } = await openDesk();
    const requestState = await ask("Edit", edit);
    const [name, args] = alter(edit, files);
    expect(isAsked(await call(name, args, { requestState, inputResponses: yes }))).toBe(true);
    expect([files.read("a.txt"), files.read("b.txt")]).toEqual(["one\n", "one\n"]);
  });

  it("is void when the file was changed meanwhile [MCP-11]", async () => {
    const { files, call, ask, edit } = await openDesk();
    const requestState = await ask("Edit", edit);
    files.write("a.txt", "one, by somebody else\n");
    const answer = await call("Edit", edit, { requestState, inputResponses: yes });
    expect(codeOf(answer.result ?? {})).toBe("FILE_CHANGED_SINCE_READ");
    expect(files.read("a.txt")).toBe("one, by somebody else\n");
  });

  it("is asked for again when the agent has seen the change, too [MCP-11]", async () => {
    const { files, call, ask, edit } = await openDesk();
    const requestState = await ask("Edit", edit);
    files.write("a.txt", "one, by somebody else\n");
    await call("Read", { file_path: files.path("a.txt") });
    const again = await call("Edit", edit, { requestState, inputResponses: yes });
    expect(formOf(again)).toContain("-one, by somebody else");
    expect(files.read("a.txt")).toBe("one, by somebody else\n");
    // The new question has a state of its own.
    expect(isDone(await call("Edit", edit, { requestState: stateOf(again), inputResponses: yes }))).toBe(
      true,
    );
    expect(files.read("a.txt")).toBe("two, by somebody else\n");
  });

  it("is asked for again when the path leads elsewhere by now [MCP-11]", async () => {
    const { files, call, ask } = await openDesk();
    const write = { file_path: files.path("place/new.txt"), content: "new\n" };
    const requestState = await ask("Write", write);
    symlinkSync("other", files.path("place"));
    const again = await call("Write", write, { requestState, inputResponses: yes });
    expect(formOf(again)).toContain(`which leads to ${files.path("other/new.txt")}`);
    expect(files.stamp("other/new.txt")).toBeUndefined();
    rmSync(files.path("place"));
  });

  it("is not taken from a state that was altered, cut, made elsewhere or made up [MCP-12]", async () => {
    const { files, call, ask, edit } = await openDesk();
    const state = await ask("Edit", edit);
    const foreign = await (await openDesk()).ask("Edit", edit);
    const [body = "", mac = ""] = state.split(".");
    const decoded = Buffer.from(body, "base64url").toString();
    const longer = Buffer.from(decoded.replace(/^\[\d+/, "[9999999999999")).toString("base64url");
    const forged = [foreign, `${longer}.${mac}`, `${body}.`, body, `.${mac}`, `${state}A`, "x", ""];
    for (const requestState of forged) {
      const answer = await call("Edit", edit, { requestState, inputResponses: yes });
      expect(answer.error?.code, requestState).toBe(-32602);
    }
    expect(files.read("a.txt")).toBe("one\n");
    // What was tried with it has not used up the true one.
    expect(isDone(await call("Edit", edit, { requestState: state, inputResponses: yes }))).toBe(true);
  });

  it("is not taken from an answer without a question [MCP-10]", async () => {
    const { files, call, edit } = await openDesk();
    expect(isAsked(await call("Edit", edit, { inputResponses: yes }))).toBe(true);
    expect(files.read("a.txt")).toBe("one\n");
  });

  it.each<[string, unknown]>([
    [
      "an answer that was not offered",
      { action: "accept", content: { answer: "Yes, and allow Edit(//**) for this session" } },
    ],
    ["a yes in a dialog that was closed", { action: "cancel", content: { answer: "Yes, this once" } }],
    ["a yes that was declined", { action: "decline", content: { answer: "Yes, this once" } }],
    ["nothing filled in", { action: "accept" }],
    ["a yes that is no text", { action: "accept", content: { answer: ["Yes, this once"] } }],
    ["the name of a property of all objects", { action: "accept", content: { answer: "constructor" } }],
  ])("takes %s for a no [MCP-13]", async (_what, permission) => {
    const { files, call, ask, edit } = await openDesk();
    const requestState = await ask("Edit", edit);
    const answer = await call("Edit", edit, { requestState, inputResponses: { permission } });
    expect(
      answer.error !== undefined || codeOf(answer.result ?? {}) === "PERMISSION_DENIED",
      JSON.stringify(answer),
    ).toBe(true);
    expect(files.read("a.txt")).toBe("one\n");
  });

  it("is kept with the call until all of its questions are answered [MCP-15]", async () => {
    const { files, call, ask } = await openDesk();
    // A folder outside, and a link in it that leads to another file outside: two places that each need permission.
    files.write("../outside/file.txt", "x");
    files.write("../elsewhere/file.txt", "x");
    symlinkSync("../elsewhere/file.txt", files.path("../outside/link"));
    const glob = { path: files.path("../outside"), pattern: "link/*" };
    const first = await ask("Glob", glob);
    const second = await call("Glob", glob, { requestState: first, inputResponses: yes });
    expect(formOf(second)).toContain(`read ${files.path("../outside")}\n`);
    // Half of the way is no permission: the first state is used up, and an answer without one counts for nothing.
    for (const round of [{ requestState: first, inputResponses: yes }, { inputResponses: yes }])
      expect(isAsked(await call("Glob", glob, round))).toBe(true);
    expect(isDone(await call("Glob", glob, { requestState: stateOf(second), inputResponses: yes }))).toBe(
      true,
    );
  });

  it("is bound to the caller, and is of no use after an hour [MCP-12]", () => {
    let now = 1_000_000;
    const sealer = createSealer({ key: new Uint8Array(32).fill(7), lifetimeMs: 3_600_000, now: () => now });
    const state = { call: "c", sessionId: "s", callId: "1", question: "q", answers: [] };
    const bound = { sealer, principal: "me", method: "tools/call" };
    const sealed = sealRequestState(state, bound);
    expect(openRequestState(sealed, bound)).toMatchObject(state);
    for (const others of [{ principal: "you" }, { method: "prompts/get" }])
      expect(() => openRequestState(sealed, { ...bound, ...others })).toThrow("not ours");
    now += 3_600_001;
    expect(() => openRequestState(sealed, bound)).toThrow("too old");
  });
});
