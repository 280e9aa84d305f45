import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/build.ts"],
    reporters: ["default", "./test/support/requirements-reporter.ts"],
    // Real files and child processes on a small machine: slow is not wrong, hanging is.
    testTimeout: 30_000,
  },
});
