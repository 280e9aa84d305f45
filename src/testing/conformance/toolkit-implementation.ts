/** Our own toolkit, as an implementation to be measured: with other options, another FileSystem, or just as it is. */
import { isInside } from "../../fs/containment.js";
import type { Answer, Question } from "../../permissions/ask.js";
import { createToolkit, type ToolkitOptions } from "../../toolkit.js";
import type { Implementation } from "./implementation.js";

/** Scenarios are data, and may be anyone's: what their person allows, they allow in their folder. */
const NOTHING_ELSEWHERE: Answer = {
  answer: "deny",
  reason: "A scenario changes nothing outside its folder.",
};

function isChangeElsewhere({ operation, realPath }: Question, root: string): boolean {
  return operation !== "read" && !isInside(realPath, root);
}

/** What is given here goes before a scenario's own options. */
export function createToolkitImplementation(given: ToolkitOptions = {}): Implementation {
  return {
    open({ root, home, stateDirectory, options, answer }) {
      const toolkit = createToolkit({
        roots: [root],
        workingDirectory: root,
        stateDirectory,
        environment: { HOME: home },
        onAsk: (question) =>
          isChangeElsewhere(question, root) ? NOTHING_ELSEWHERE : answer(describeQuestion(question)),
        // These and no others, which might be roots, rules or programs.
        limits: options.limits ?? {},
        capabilities: options.capabilities ?? {},
        ...(options.matching === undefined ? {} : { matching: options.matching }),
        ...given,
      });
      const { history, session } = toolkit;
      return {
        call: async (tool, input) => {
          const { content, isError, error } = await toolkit.call(tool, input);
          return { content, isError, code: error?.code };
        },
        newContextEpoch: () => session.newContextEpoch(),
        history: {
          checkpoint: async () => {
            await history.checkpoint("here");
          },
          undo: (how) => history.undo(undefined, how),
          redo: (how) => history.redo(undefined, how),
          rewind: async (how) => history.rewind((await history.checkpoints()).at(-1)?.id ?? "", how),
        },
        close: () => toolkit.close(),
      };
    },
  };
}

/** What a person sees before they answer. */
function describeQuestion({
  tool,
  operation,
  realPath,
  reason,
  change,
  flags,
  suggestions,
}: Question): string {
  const offered = suggestions.map(({ scope, covers, rule }) =>
    rule === undefined ? `- ${scope}` : `- ${scope}, ${covers}: ${rule}`,
  );
  const diff = change?.structuredPatch.flatMap(({ lines }) => lines) ?? [];
  return [
    `${tool} wants to ${operation} ${realPath}, and ${reason}\n`,
    ...(diff.length === 0 ? [] : ["````diff", ...diff, "````\n"]),
    ...flags.map(({ text }) => `Flag: ${text}\n`),
    ...offered,
  ].join("\n");
}
