import { describeAdapter } from "./support/adapter-contract.js";
import { createAnthropicHarness } from "./support/anthropic-harness.js";

const harness = createAnthropicHarness();

describeAdapter({
  name: "The Anthropic SDK",
  id: "ANT",
  asksBefore: false,
  load: async () => harness,
  toolkit: harness.toolkit,
});
