import { defineConfig } from "vitest/config";

/** The contract over both backends: Node asks, two built Workers answer, one of them by asking the other. */
export default defineConfig({
  test: {
    include: ["tests/contract/**/*.test.ts"],
    globalSetup: ["./tests/contract/server.ts"],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A poll gives up after one second unless told: what is done after an answer may take longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    fileParallelism: false,
  },
});
