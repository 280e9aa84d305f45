/** The callback, called as the SDK calls it. */
import { describe, expect, it } from "vitest";
import { Callers } from "../../src/adapters/claude-agent-sdk/callers.js";
import { createFileTools } from "../../src/adapters/claude-agent-sdk/index.js";
import { tempWorkspace } from "../support/workspace.js";
import { ask, connect } from "./support/claude-agent-sdk-parts.js";

describe("The permission callback for the Claude Agent SDK", () => {
  it("puts tools of others to the host's own callback, and refuses them where there is none [CAS-33]", async () => {
    const workspace = tempWorkspace();
    const asked: string[] = [];
    const files = createFileTools(workspace.toolkit(), {
      canUseTool: async (name, input, { approval }) => {
        asked.push(name);
        expect(approval).toBeUndefined();
        return { behavior: "allow", updatedInput: { ...input, seen: true } };
      },
    });
    const ours = "mcp__files__Write";
    const allowed = { behavior: "allow", updatedInput: { seen: true } };
    expect(await ask(files, { tool: "Bash", server: undefined, input: {} })).toEqual(allowed);
    // A server of a project's settings can be called anything.
    expect(await ask(files, { tool: ours, source: "project", input: {} })).toEqual(allowed);
    expect(asked).toEqual(["Bash", ours]);
    expect(files.approvals.pending).toEqual([]);

    const alone = createFileTools(workspace.toolkit());
    expect(await ask(alone, { tool: "Bash", server: undefined })).toEqual({
      behavior: "deny",
      message: "Nobody can be asked whether Bash may be used, so it is not.",
    });
  });

  it("puts a user's rule to ask to the host, also where the toolkit would not ask [CAS-34]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const input = { file_path: workspace.path("a.txt") };
    const matchedAskRule = { source: "userSettings", toolName: "mcp__files__Read" };
    const files = createFileTools(workspace.toolkit(), {
      canUseTool: async () => ({ behavior: "deny", message: "not that one" }),
    });
    const read = { tool: "mcp__files__Read", input };
    expect(await ask(files, read)).toEqual({ behavior: "allow", updatedInput: input });
    expect(await ask(files, { ...read, matchedAskRule })).toEqual({
      behavior: "deny",
      message: "not that one",
    });
    const alone = createFileTools(workspace.toolkit());
    expect(await ask(alone, { ...read, matchedAskRule })).toMatchObject({ behavior: "deny" });
  });

  it("believes a host that answers by a way of its own once the call comes, and none that fails [CAS-35]", async () => {
    const workspace = tempWorkspace();
    const input = { file_path: workspace.path("a.txt"), content: "x\n" };
    const meta = (id: string) => ({ _meta: { "claudecode/toolUseId": id } });
    const silent = createFileTools(workspace.toolkit(), { canUseTool: async () => null });
    expect(await ask(silent, { id: "one", input })).toBeNull();
    const client = await connect(silent);
    const written = await client.callTool({ name: "Write", arguments: input, ...meta("one") });
    expect(written.isError ?? false).toBe(false);

    const failing = createFileTools(workspace.toolkit(), {
      canUseTool: async () => {
        throw new Error("the window was closed");
      },
    });
    const other = { ...input, file_path: workspace.path("b.txt") };
    await expect(ask(failing, { id: "two", input: other })).rejects.toThrow("the window was closed");
    expect(failing.approvals.pending).toEqual([]);
    const refused = await (await connect(failing)).callTool({
      name: "Write",
      arguments: other,
      ...meta("two"),
    });
    expect(refused.isError).toBe(true);
    expect(workspace.stamp("b.txt")).toBeUndefined();
  });

  it("has the call of an agent that was started answered by its own session, also with nobody to ask [FIX-207]", async () => {
    const workspace = tempWorkspace({ "a.txt": "alpha\n" });
    const { root, home, stateDirectory } = workspace;
    const files = createFileTools({ roots: [root], stateDirectory, environment: { HOME: home } });
    const client = await connect(files);
    const make = async (id: string, name: string, input: Record<string, unknown>): Promise<string> => {
      const call = { id, tool: `mcp__files__${name}`, input, agent: "started" };
      expect(await ask(files, call)).toMatchObject({ behavior: "allow" });
      const _meta = { "claudecode/toolUseId": id };
      return JSON.stringify((await client.callTool({ name, arguments: input, _meta })).content);
    };
    const file_path = workspace.path("a.txt");
    expect(await make("1", "Read", { file_path })).toContain("alpha");
    expect(await make("2", "Edit", { file_path, old_string: "alpha", new_string: "beta" })).toContain(
      "no one can be asked",
    );
    expect(workspace.read("a.txt")).toBe("alpha\n");
    await files.close();
  });

  it("keeps a reviewer's content where the parameters come back in another order [FIX-208]", async () => {
    const workspace = tempWorkspace();
    const file_path = workspace.path("a.txt");
    const files = createFileTools(workspace.toolkit(), {
      canUseTool: async (_, { file_path: path, content }, { toolUseID }) => {
        files.approvals.answer(toolUseID, { answer: "allow", content: "theirs\n" });
        return { behavior: "allow", updatedInput: { content, file_path: path } };
      },
    });
    const allowed = await ask(files, { id: "1", input: { file_path, content: "ours\n" } });
    const input = allowed?.behavior === "allow" ? allowed.updatedInput : undefined;
    const client = await connect(files);
    await client.callTool({
      name: "Write",
      arguments: input ?? {},
      _meta: { "claudecode/toolUseId": "1" },
    });
    expect(workspace.read("a.txt")).toBe("theirs\n");
  });

  it("outlives an agent's session that can't be put away, and closes the others all the same [FIX-210]", async () => {
    const workspace = tempWorkspace();
    const main = workspace.toolkit();
    const callers = new Callers(main, () => ({
      ...main,
      close: () => Promise.reject(new Error("disk full")),
    }));
    const rejected: unknown[] = [];
    const note = (cause: unknown): void => void rejected.push(cause);
    process.on("unhandledRejection", note);
    for (let index = 0; index <= 50; index += 1) callers.toolkitOf(`${index}`);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", note);
    expect(rejected).toEqual([]);
    await expect(callers.close()).rejects.toThrow("disk full");
  });

  it("remembers a bounded number of agents, and closes those that it forgets [CAS-37]", async () => {
    const workspace = tempWorkspace();
    const main = workspace.toolkit();
    const callers = new Callers(main, () => workspace.toolkit({ workspace: main.workspace }));
    const first = callers.toolkitOf("0");
    const second = callers.toolkitOf("1");
    expect(callers.toolkitOf("0")).toBe(first);
    for (let index = 2; index <= 50; index += 1) callers.toolkitOf(`${index}`);
    expect(callers.toolkitOf("0")).toBe(first);
    const again = callers.toolkitOf("1");
    expect(again).not.toBe(second);
    expect((await second.call("Glob", { pattern: "*" })).error?.code).toBe("CANCELLED");
    await callers.close();
    expect((await again.call("Glob", { pattern: "*" })).error?.code).toBe("CANCELLED");
    expect(new Callers(main, undefined).toolkitOf("7")).toBe(main);
    await main.close();
  });
});
