import { defineConfig } from "vitest/config";
import { keepStoresInMemory } from "#tests/setup/memory-folder.ts";

keepStoresInMemory();

/** Journeys and pages in other engines, by `npm run browsers`, which says in `ENGINES` what this machine has. */
export default defineConfig({
  test: {
    include: ["tests/browsers/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    setupFiles: ["./tests/e2e/each-file.ts"],
    testTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
