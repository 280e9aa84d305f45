import { CRASH, createLog } from "../project/log.js";
import type { Story } from "../story.js";

const PATH = "logs/harbor.log";

export const fatalError: Story = {
  title: "find the fatal error in a log of 4 MB, and its cause",
  files: { [PATH]: createLog() },
  facts: [CRASH.end, CRASH.cause],
  scripts: {
    /** The fatal line names a request. The cause is logged under the same request, among lines of other requests. */
    async searching(agent) {
      await agent.search({ pattern: "FATAL", path: PATH, before: 8 });
      await agent.search({ pattern: CRASH.request, path: PATH });
    },
    /** Its search results cut lines this long, so the model reads the part of the log before the fatal line. */
    "desktop-commander": (agent) => agent.search({ pattern: "FATAL", path: PATH, before: 40 }),
  },
};
