import { defineConfig } from "vitest/config";

/** Journeys in Chromium on the built Worker with seeded D1: Node drives, workerd answers. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    testTimeout: 60_000,
    // A journey of a real browser on a busy machine may miss a moment once; what is wrong fails twice.
    retry: 1,
    hookTimeout: 120_000,
    // Two cores: journeys side by side would only wait for each other.
    fileParallelism: false,
  },
});
