import { defineConfig } from "vitest/config";
import { keepStoresInMemory } from "#tests/setup/memory-folder.ts";

keepStoresInMemory();

/** Calls between real browsers through coturn, by `npm run calls`. Some last minutes: they wait for the clock of a call. */
export default defineConfig({
  test: {
    include: ["tests/calls/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 100 } },
    // One stage at a time: seconds are measured.
    maxWorkers: 1,
    maxConcurrency: 3,
  },
});
