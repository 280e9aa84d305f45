/** What all adapters share: approvals by the SDK's call ids, strict schemas, the toolkit they begin with. */
import { describe, expect, it } from "vitest";
import { Approvals, type SdkCall } from "../../src/adapters/common/approvals.js";
import { openToolkit } from "../../src/adapters/common/open-toolkit.js";
import { toStrictSchema } from "../../src/adapters/common/strict-schema.js";
import type { Toolkit } from "../../src/index.js";
import { type TempWorkspace, tempWorkspace } from "../support/workspace.js";

const TEXT = "alpha\nbeta\n";

interface Scene {
  readonly files: TempWorkspace;
  readonly kit: Toolkit;
  readonly approvals: Approvals;
  readonly edit: (id: string, to: string) => SdkCall;
}

async function scene(): Promise<Scene> {
  const files = tempWorkspace({ "notes.txt": TEXT });
  const kit = files.toolkit({ permissions: { deny: ["Edit(secret.txt)"] } });
  await kit.call("Read", { file_path: files.path("notes.txt") });
  const edit = (id: string, to: string) => ({
    id,
    name: "Edit",
    input: { file_path: files.path("notes.txt"), old_string: "beta", new_string: to },
  });
  return { files, kit, approvals: new Approvals(kit), edit };
}

describe("Approvals", () => {
  it("keep what a person would be asked, and nothing of calls that need no one or can only fail [APR-1]", async () => {
    const { files, approvals, edit } = await scene();
    const pending = await approvals.request(edit("1", "BETA"));
    expect(pending?.questions).toMatchObject([{ path: files.path("notes.txt") }]);
    const read = { id: "2", name: "Read", input: { file_path: files.path("notes.txt") } };
    const missing = { id: "3", name: "Read", input: { file_path: files.path("none.txt") } };
    const denied = { id: "4", name: "Write", input: { file_path: files.path("secret.txt"), content: "" } };
    for (const call of [read, missing, denied]) expect(await approvals.request(call)).toBeUndefined();
    expect(approvals.pending.map(({ id }) => id)).toEqual(["1"]);
    expect(approvals.find("1")).toEqual(pending);
  });

  it("are handed over once, to the same call and no other [APR-2]", async () => {
    const { approvals, edit } = await scene();
    await approvals.request(edit("1", "BETA"));
    expect(approvals.take(edit("2", "BETA"))).toBeUndefined();
    expect(approvals.take(edit("1", "BETA"))).toMatchObject([{ answer: { answer: "allow" } }]);
    expect(approvals.take(edit("1", "BETA"))).toBeUndefined();
    await approvals.request(edit("3", "BETA"));
    expect(approvals.take(edit("3", "OTHER"))).toBeUndefined();
    expect(approvals.take(edit("3", "BETA"))).toBeUndefined();
  });

  it("keep what a person has said, however many calls wait after it, and no more than two hundred [FIX-246]", async () => {
    const { approvals, edit } = await scene();
    await approvals.request(edit("first", "BETA"));
    await approvals.request(edit("denied", "BETA"));
    approvals.answer("denied", { answer: "deny", reason: "no" });
    for (let index = 0; index < 250; index += 1) await approvals.request(edit(`${index}`, "BETA"));
    expect(approvals.pending).toHaveLength(200);
    expect(approvals.find("first")).toBeUndefined();
    expect(approvals.take(edit("denied", "BETA"))).toMatchObject([{ answer: { reason: "no" } }]);
    for (const { id } of approvals.pending) approvals.answer(id, { answer: "allow" });
    for (let index = 300; index < 350; index += 1) {
      await approvals.request(edit(`${index}`, "BETA"));
      expect(approvals.answer(`${index}`, { answer: "allow" })).toBe(true);
    }
    expect(approvals.pending).toHaveLength(200);
  });

  it("take along what the person said besides yes [APR-3]", async () => {
    const { files, kit, approvals, edit } = await scene();
    const call = edit("1", "BETA");
    await approvals.request(call);
    expect(approvals.answer("1", { answer: "allow", content: "alpha\nBeta\n" })).toBe(true);
    expect(approvals.answer("2", { answer: "allow" })).toBe(false);
    await kit.call(call.name, call.input, { answers: approvals.take(call) });
    expect(files.read("notes.txt")).toBe("alpha\nBeta\n");
  });

  it("of an input that the reviewer has changed are decided anew, and a denied one stays denied [APR-4]", async () => {
    const { files, kit, approvals, edit } = await scene();
    await approvals.request(edit("1", "BETA"));
    const edited = edit("1", "Beta");
    await approvals.request(edited);
    expect(approvals.take(edit("1", "BETA"))).toBeUndefined();
    await approvals.request(edited);
    await kit.call(edited.name, edited.input, { answers: approvals.take(edited) });
    expect(files.read("notes.txt")).toBe("alpha\nBeta\n");
    const write = (name: string): SdkCall => ({
      id: "2",
      name: "Write",
      input: { file_path: files.path(name), content: "n\n" },
    });
    await approvals.request(write("new.txt"));
    expect(await approvals.request(write("secret.txt"))).toBeUndefined();
    const given = approvals.take(write("secret.txt"));
    const refused = await kit.call("Write", write("secret.txt").input, { answers: given });
    expect([given, refused.error?.code, files.stamp("secret.txt")]).toEqual([
      [],
      "PERMISSION_DENIED",
      undefined,
    ]);
  });

  it("are not asked for where the toolkit has someone to ask, unless the SDK is to [APR-5]", async () => {
    const { files, edit } = await scene();
    const kit = files.editor();
    await kit.call("Read", { file_path: files.path("notes.txt") });
    expect(await new Approvals(kit).request(edit("1", "BETA"))).toBeUndefined();
    expect(await new Approvals(kit, "sdk").request(edit("1", "BETA"))).toBeDefined();
    const quiet = files.toolkit();
    await quiet.call("Read", { file_path: files.path("notes.txt") });
    expect(await new Approvals(quiet, "toolkit").request(edit("1", "BETA"))).toBeUndefined();
  });

  it("are kept within a bound of memory, the newest in any case [APR-11]", async () => {
    const files = tempWorkspace();
    const approvals = new Approvals(files.toolkit());
    const content = "a line of a large file\n".repeat(60_000);
    const input = { file_path: files.path("large.txt"), content };
    for (let count = 1; count <= 30; count += 1)
      expect(await approvals.request({ id: `${count}`, name: "Write", input })).toBeDefined();
    const waiting = approvals.pending.map(({ id }) => Number(id));
    expect(waiting.length).toBeLessThan(25);
    expect(waiting).toEqual(Array.from(waiting, (_, index) => 31 - waiting.length + index));
    approvals.forget("30");
    await approvals.request({ id: "31", name: "Write", input });
    expect(approvals.pending).toHaveLength(waiting.length);
  });

  it("are kept in a number that a person can look at, and forgotten when the call will not be made [APR-6]", async () => {
    const { approvals, edit } = await scene();
    for (let count = 1; count <= 205; count += 1) await approvals.request(edit(`${count}`, "BETA"));
    expect([approvals.pending.length, approvals.find("5"), approvals.find("6")?.id]).toEqual([
      200,
      undefined,
      "6",
    ]);
    approvals.forget("6");
    expect(approvals.take(edit("6", "BETA"))).toBeUndefined();
  });
});

describe("A strict schema", () => {
  it("requires everything, lets null stand for what is left out, and has no bounds [APR-7]", () => {
    const kit = tempWorkspace().toolkit();
    for (const { inputSchema } of kit.tools) {
      const strict = toStrictSchema(inputSchema);
      expect(strict.required).toEqual(Object.keys(inputSchema.properties));
      for (const [name, property] of Object.entries(strict.properties)) {
        const { type, enum: choices } = inputSchema.properties[name] ?? {};
        const isRequired = inputSchema.required.includes(name);
        expect(property.type).toEqual(isRequired ? type : [type, "null"]);
        expect(property.enum).toEqual(choices && (isRequired ? choices : [...choices, null]));
        expect(Object.keys(property).filter((key) => !["type", "description", "enum"].includes(key))).toEqual(
          [],
        );
      }
    }
  });
});

describe("The toolkit of an adapter", () => {
  it("is the host's, or made of its options with what the SDK can show [APR-8]", async () => {
    const files = tempWorkspace();
    const own = files.toolkit();
    own.session.introduce("my agent");
    const defaults = { client: "Some SDK", capabilities: { pdf: true, images: true } };
    expect(openToolkit(own, defaults)).toBe(own);
    expect(own.session.name).toBe("my agent");
    const made = openToolkit({ roots: [files.root], capabilities: { pdf: false } }, defaults);
    expect([made.session.name, made.session.capabilities]).toEqual([
      "Some SDK",
      { pdf: false, images: true },
    ]);
    await made.close();
  });
});
