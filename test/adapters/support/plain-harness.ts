/** The reference: a loop of a few lines without any SDK, which asks before it runs, with the parts that all adapters share. */
import { Approvals } from "../../../src/adapters/common/approvals.js";
import type { Block, CallResult } from "../../../src/index.js";
import type { AgentHarness, AgentTask, Review, ScriptedCall, SeenResult } from "./agents.js";

export const plainHarness: AgentHarness = {
  async run({ toolkit, turns, review = () => ({ decision: "approve" }), signal }: AgentTask) {
    const approvals = new Approvals(toolkit);
    const results: SeenResult[] = [];
    let said = "";
    let made = 0;
    for (const turn of turns) {
      signal?.throwIfAborted();
      if ("say" in turn) {
        said = turn.say;
        break;
      }
      const numbered = turn.calls.map((call) => ({ call, id: `call-${++made}` }));
      const reviewed: { call: ScriptedCall; id: string; verdict: Review }[] = [];
      for (const { call, id } of numbered) {
        const pending = await approvals.request({ id, name: call.tool, input: call.input }, signal);
        const [question] = pending?.questions ?? [];
        const verdict: Review = question === undefined ? { decision: "approve" } : await review(question);
        if (verdict.decision === "change")
          approvals.answer(id, { answer: "allow", content: verdict.content });
        reviewed.push({ call, id, verdict });
      }
      for (const { call, id, verdict } of reviewed) {
        if (verdict.decision === "deny") {
          approvals.forget(id);
          results.push({ text: verdict.reason, images: [], isError: true });
          continue;
        }
        const answers = approvals.take({ id, name: call.tool, input: call.input });
        const options = { answers, ...(signal === undefined ? {} : { signal }) };
        results.push(seen(await toolkit.call(call.tool, call.input, options)));
      }
    }
    const offered = toolkit.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      schema: { ...inputSchema },
    }));
    return { results, said, offered };
  },
};

function seen({ content, isError }: CallResult): SeenResult {
  const texts = content.flatMap((block: Block) => (block.type === "text" ? [block.text] : []));
  const images = content.flatMap((block: Block) => (block.type === "image" ? [block.mimeType] : []));
  return { text: texts.join("\n"), images, isError };
}
