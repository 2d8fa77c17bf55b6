import { defineConfig } from "vitest/config";

/** Journeys in Chromium on the built Worker with seeded D1: Node drives, workerd answers. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Two cores: journeys side by side would only wait for each other.
    fileParallelism: false,
  },
});
