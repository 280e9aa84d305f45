/** The contract holds for what adapters are made of; whatever fails for one of them alone is that adapter's. */
import { describeAdapter } from "./support/adapter-contract.js";
import { plainHarness } from "./support/plain-harness.js";

describeAdapter({
  name: "A loop of one's own",
  id: "LOOP",
  asksBefore: true,
  load: async () => plainHarness,
});
