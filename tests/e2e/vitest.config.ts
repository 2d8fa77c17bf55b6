import { defineConfig } from "vitest/config";

/** Journeys in Chromium on the built Worker with seeded D1: Node drives, workerd answers. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A poll gives up after one second unless told: an upload beside another browser takes longer.
    expect: { poll: { timeout: 10_000 } },
    // A browser waits as long as it works: two files side by side take two cores two thirds of the time.
    maxWorkers: 2,
  },
});
