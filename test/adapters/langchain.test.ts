/** LangChain: what holds for every SDK, and what is its own. */
import { describeAdapter } from "./support/adapter-contract.js";
import { langchainHarness } from "./support/langchain-harness.js";

describeAdapter({ name: "LangChain", id: "LCH", asksBefore: true, load: async () => langchainHarness });
