import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    // Much of the suite waits for processes of its own, so that also two cores are well used by two files at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ["default", "./test/support/requirements-reporter.ts"],
    // Real files and child processes on a small machine: slow is not wrong, hanging is.
    testTimeout: 30_000,
  },
});
