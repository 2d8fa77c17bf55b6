import { defineConfig } from "vitest/config";

/** Journeys in Chromium on the built Worker with a seeded D1. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    setupFiles: ["./tests/e2e/product.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The default of one second is too short for an upload beside another browser.
    expect: { poll: { timeout: 10_000 } },
    // A journey waits for its browser half of the time: three files keep two cores busy.
    maxWorkers: 3,
  },
});
