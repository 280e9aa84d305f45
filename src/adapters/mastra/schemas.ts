/** What a call is suspended and resumed with, for pages that make a form of it. */
import { letPass, type PassingSchema } from "../common/passing-schema.js";

/** That there is one has Mastra make the calls of a turn one after another, and so ask about one at a time. */
export const suspensionSchema: PassingSchema = letPass({
  type: "object",
  properties: {
    questions: { type: "array", items: { type: "object" }, description: "What the person is asked." },
  },
  required: ["questions"],
});

export const decisionSchema: PassingSchema = letPass({
  type: "object",
  properties: {
    approved: { type: "boolean", description: "Whether the call may be made." },
    reason: { type: "string", description: "Why not; told to the model." },
    content: { type: "string", description: "The whole content that the file is to have instead." },
    comment: { type: "string", description: "Told to the model with the result." },
    remember: { type: "string", enum: ["session", "always"], description: "For how long it is allowed." },
  },
  required: ["approved"],
  additionalProperties: false,
});
