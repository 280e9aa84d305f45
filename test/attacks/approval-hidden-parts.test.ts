/** A change whose harmful part lies beyond what one form, prompt or page shows: no yes covers what was not shown. */
import { symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { askFor, makeRequest } from "../../src/adapters/langchain/decisions.js";
import { describeQuestions } from "../../src/adapters/langchain/describe-question.js";
import type { Question } from "../../src/index.js";
import { typeCommand } from "../support/command-line.js";
import { attendedDesk } from "../support/desks.js";
import { connectClient, modernCall, send, serveHttp } from "../support/http-server.js";
import { tempWorkspace } from "../support/workspace.js";

const asks = { flags: { mode: "default" } } as const;
const capabilities = { elicitation: { form: {} } } as const;
const NEXT = "Show the next part";
const accept = (answer: string) => ({ action: "accept" as const, content: { answer } });
const hidden = `${"harmless\n".repeat(400)}rm -rf ~\n`;
const longLine = `harmless${" ".repeat(200_000)}; rm -rf ~\n`;

interface Form {
  readonly message: string;
  readonly requestedSchema: {
    readonly properties: { readonly answer: { readonly enum: readonly string[] } };
  };
}
const offeredBy = ({ requestedSchema }: Form): readonly string[] => requestedSchema.properties.answer.enum;

describe("A form", () => {
  it.each(["auto", "legacy"] as const)(
    "that shows a part takes no yes; the yes comes after all parts: %s [HOST-126]",
    async (mode) => {
      const files = tempWorkspace();
      const client = await connectClient(await serveHttp(files, asks), { mode, capabilities });
      const forms: Form[] = [];
      let isHasty = true;
      client.setRequestHandler("elicitation/create", ({ params }) => {
        forms.push(params as unknown as Form);
        const isLast = !offeredBy(params as unknown as Form).includes(NEXT);
        return Promise.resolve(accept(isHasty || isLast ? "Yes, this once" : NEXT));
      });
      const write = { name: "Write", arguments: { file_path: files.path("a.sh"), content: hidden } };
      expect((await client.callTool(write)).isError).toBe(true);
      expect(files.stamp("a.sh")).toBeUndefined();
      expect(forms).toHaveLength(1);
      isHasty = false;
      forms.length = 0;
      expect((await client.callTool(write)).isError).toBeUndefined();
      expect(files.read("a.sh")).toBe(hidden);
      expect(forms.map((form) => offeredBy(form).includes("Yes, this once"))).toEqual([
        false,
        false,
        false,
        true,
      ]);
      expect(forms.at(-1)?.message).toContain("+rm -rf ~");
    },
  );

  it("of an earlier part can't be answered in the place of the last [HOST-126]", async () => {
    const files = tempWorkspace();
    const server = await serveHttp(files, asks);
    const args = { file_path: files.path("a.sh"), content: hidden };
    const call = async (params?: object) =>
      JSON.parse(
        (await send(server, modernCall("Write", args, { capabilities, ...(params && { params }) }))).text,
      ) as {
        result: { resultType: string; requestState: string; isError?: boolean };
      };
    const { result } = await call();
    expect(result.resultType).toBe("input_required");
    const { requestState } = result;
    const hasty = await call({ requestState, inputResponses: { permission: accept("Yes, this once") } });
    expect(hasty.result).toMatchObject({ resultType: "complete", isError: true });
    // The state was used: the same part can't be answered again.
    const again = await call({ requestState, inputResponses: { permission: accept(NEXT) } });
    expect(again.result.resultType).toBe("input_required");
    expect(JSON.stringify(again.result)).toContain("Part 1 of 4");
    expect(files.stamp("a.sh")).toBeUndefined();
  });

  it("of a file that changes between the parts leads to no change of it [HOST-126]", async () => {
    const files = tempWorkspace({ "a.sh": "echo\n" });
    const client = await connectClient(await serveHttp(files, asks), { mode: "auto", capabilities });
    const parts: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const form = params as unknown as Form;
      parts.push(form.message.split("\n", 1)[0] ?? "");
      if (parts.length === 1) files.write("a.sh", "somebody else's\n");
      return Promise.resolve(accept(offeredBy(form).includes(NEXT) ? NEXT : "Yes, this once"));
    });
    const file_path = files.path("a.sh");
    await client.callTool({ name: "Read", arguments: { file_path } });
    const { isError } = await client.callTool({ name: "Write", arguments: { file_path, content: hidden } });
    expect([isError, parts]).toEqual([true, ["Part 1 of 4"]]);
    expect(files.read("a.sh")).toBe("somebody else's\n");
  });

  it("shows a long path, and where it leads, to the last letter [HOST-126]", async () => {
    const long = "folder-with-a-long-name/".repeat(12);
    const files = tempWorkspace({ [`${long}real.sh`]: "x\n" });
    symlinkSync(files.path(`${long}real.sh`), files.path(`${long}link.sh`));
    const client = await connectClient(await serveHttp(files, asks), { mode: "auto", capabilities });
    const messages: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      messages.push((params as unknown as Form).message.replaceAll("\n↪", () => ""));
      return Promise.resolve(accept("No"));
    });
    const file_path = files.path(`${long}link.sh`);
    await client.callTool({ name: "Read", arguments: { file_path } });
    await client.callTool({ name: "Write", arguments: { file_path, content: "y\n" } });
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain(`${file_path}\nwhich leads to ${files.path(`${long}real.sh`)}\n`);
  });

  it("offers no yes for a line too long for all forms [HOST-127]", async () => {
    const files = tempWorkspace();
    const client = await connectClient(await serveHttp(files, asks), { mode: "auto", capabilities });
    const offered: unknown[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      offered.push(offeredBy(params as unknown as Form));
      return Promise.resolve(accept("Yes, this once"));
    });
    const content = longLine.repeat(5);
    const refused = await client.callTool({
      name: "Write",
      arguments: { file_path: files.path("a.sh"), content },
    });
    expect(offered).toEqual([["No"]]);
    expect(JSON.stringify(refused)).toContain("smaller steps");
    expect(files.stamp("a.sh")).toBeUndefined();
  });
});

describe("The terminal", () => {
  it.each([
    ["lines", hidden],
    ["the end of a line", longLine],
  ])("takes no yes before the hidden part was shown: %s [HOST-128]", async (_, content) => {
    const files = tempWorkspace();
    const words = ["write", "a.sh", "--content", content];
    const hasty = await typeCommand(words, files.root, { typed: ["y", "yes", "s", "a", "y"] });
    expect(hasty.code).toBe(3);
    expect(hasty.stderr).not.toContain("rm -rf ~");
    expect(hasty.stderr).not.toContain("yes, this once");
    expect(files.stamp("a.sh")).toBeUndefined();
    const patient = await typeCommand(words, files.root, { typed: ["d", "y"] });
    expect(patient.stderr).toContain("rm -rf ~");
    expect(files.read("a.sh")).toBe(content);
  });

  it("shows a long path whole [HOST-128]", async () => {
    const files = tempWorkspace();
    const path = `${"folder-with-a-long-name/".repeat(12)}a.sh`;
    const { stderr } = await typeCommand(["write", path, "--content", "x"], files.root, { typed: ["n"] });
    expect(stderr).toContain(`  ${files.path(path)}  [`);
  });
});

describe("The console", () => {
  it("takes no yes for a change that it can't show whole [HOST-129]", async () => {
    const { files, toolkit, desk, asked } = attendedDesk({});
    const content = `${"x\n".repeat(70_000)}rm -rf ~\n`;
    const writing = toolkit.call("Write", { file_path: files.path("a.sh"), content });
    const { id, digest, isWhole } = await asked();
    expect(isWhole).toBe(false);
    expect(() => desk.answer(id, { answer: "allow", digest })).toThrow(/too large to be shown whole/);
    expect(desk.answer(id, { answer: "deny", digest })).toBe("answered");
    expect((await writing).isError).toBe(true);
    expect(files.stamp("a.sh")).toBeUndefined();
  });
});

describe("A review of an agent SDK", () => {
  async function askAbout(content: string): Promise<Question> {
    const files = tempWorkspace();
    const asked: Question[] = [];
    const onAsk = (question: Question) => (asked.push(question), { answer: "deny" as const });
    await files.toolkit({ onAsk }).call("Write", { file_path: files.path("a.sh"), content });
    if (asked[0] === undefined) throw new Error("nobody was asked");
    return asked[0];
  }
  const review = async (content: string) => {
    const { text, isWhole } = describeQuestions([await askAbout(content)]);
    const call = { id: "1", name: "Write", args: {}, description: text, isWhole };
    return { text, request: makeRequest([call], () => ({})) };
  };

  it("shows lines to their ends, and can approve what it has shown [HOST-129]", async () => {
    for (const content of [hidden, longLine]) {
      const { text, request } = await review(content);
      expect(text).toContain("rm -rf ~");
      expect(request.reviewConfigs[0]?.allowedDecisions).toContain("approve");
      const decisions = [{ type: "approve" as const }];
      expect(askFor(request, () => ({ decisions }))).toEqual(decisions);
    }
  });

  it("takes no approval of a change that is not shown whole [HOST-129]", async () => {
    const { text, request } = await review(`${"x\n".repeat(6000)}rm -rf ~\n`);
    expect(text).toContain("It is too long to be shown whole, so it can't be approved as it is.");
    expect(request.reviewConfigs[0]?.allowedDecisions).toEqual(["edit", "reject"]);
    const problems: unknown[] = [];
    const reject = { type: "reject" as const, message: "smaller" };
    const interrupt = (asked: object): unknown => {
      problems.push("problem" in asked ? asked.problem : undefined);
      return { decisions: [problems.length < 3 ? { type: "approve" } : reject] };
    };
    expect(askFor(request, interrupt as Parameters<typeof askFor>[1])).toEqual([reject]);
    expect(problems[2]).toMatch(/approves a change that is too long to be shown whole/);
  });
});
