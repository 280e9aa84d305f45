/** One tool of a toolkit as LangChain runs it: in an agent, in a ToolNode, or by itself. */
import { ToolMessage } from "@langchain/core/messages";
import {
  DynamicStructuredTool,
  type StructuredToolCallInput,
  type ToolReturnType,
  type ToolRunnableConfig,
} from "@langchain/core/tools";
import type { GivenAnswer } from "../../permissions/ask.js";
import type { JsonSchema } from "../../schema/object-schema.js";
import type { ToolInfo, Toolkit } from "../../toolkit.js";
import type { Approvals, SdkCall } from "../common/approvals.js";
import type { StrictSchema } from "../common/strict-schema.js";
import { type ToolContent, toToolContent } from "./message-content.js";

export type FileToolSchema = JsonSchema | StrictSchema;
/** A message where the call has an id, and else what would be its content. */
export type FileToolOutput = ToolMessage | ToolContent;

interface FileToolParts {
  readonly toolkit: Toolkit;
  readonly approvals: Approvals;
  readonly schema: FileToolSchema;
}

export class FileTool extends DynamicStructuredTool<FileToolSchema, unknown, unknown, FileToolOutput> {
  static override lc_name(): string {
    return "FileTool";
  }

  constructor({ name, description, traits }: ToolInfo, { toolkit, approvals, schema }: FileToolParts) {
    super({
      name,
      description,
      schema,
      func: async (input, _, config: ToolRunnableConfig = {}) => {
        const { signal, toolCall } = config;
        const id = toolCall?.id;
        const answers = id === undefined ? undefined : takeAnswers(approvals, { id, name, input });
        const options = { answers, ...(signal === undefined ? {} : { signal }) };
        const { content: blocks, output, isError, error } = await toolkit.call(name, input, options);
        const content = toToolContent(blocks);
        if (id === undefined) return content;
        // What was read is in the content already; a checkpoint need not hold it twice.
        const artifact = isError ? error : traits.readOnly ? undefined : output;
        const status = isError ? "error" : "success";
        return new ToolMessage({ content, name, tool_call_id: id, status, artifact });
      },
    });
  }

  /** LangChain would answer input that the schema does not describe in its own words. The toolkit's tell what to do. */
  override call<
    Input extends StructuredToolCallInput<FileToolSchema, unknown>,
    Config extends ToolRunnableConfig | undefined,
  >(
    input: Input,
    config?: Config,
    tags?: string[],
  ): Promise<ToolReturnType<NonNullable<Input>, Config, FileToolOutput>> {
    const unchecked: this = Object.create(this, { schema: { value: {} } });
    return unchecked.callAsItIs(input, config, tags);
  }

  protected callAsItIs<
    Input extends StructuredToolCallInput<FileToolSchema, unknown>,
    Config extends ToolRunnableConfig | undefined,
  >(
    input: Input,
    config?: Config,
    tags?: string[],
  ): Promise<ToolReturnType<NonNullable<Input>, Config, FileToolOutput>> {
    return super.call(input, config, tags);
  }
}

/** Silence is no answer here: a call may get to its tool past the review, if a graph is made so. */
function takeAnswers(approvals: Approvals, call: SdkCall): readonly GivenAnswer[] | undefined {
  const pending = approvals.find(call.id);
  if (pending !== undefined && pending.answer === undefined) approvals.forget(call.id);
  return approvals.take(call);
}
