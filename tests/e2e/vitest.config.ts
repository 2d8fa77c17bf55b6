import { defineConfig } from "vitest/config";
import { keepStoresInMemory } from "#tests/setup/memory-folder.ts";

keepStoresInMemory();

import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The longest files, longest first: begun last, they would run alone. */
const LONGEST = ["crawl", "proxy", "commands", "dev", "texts", "journey", "notices", "swipe-match", "bonus", "signup", "ui"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const long = LONGEST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
    return [...long, ...sorted.filter((file) => !long.includes(file))];
  }
}

/** Journeys in Chromium on the built Worker with a seeded D1. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    setupFiles: ["./tests/e2e/each-file.ts"],
    // Modules and browsers stay for the next file of a worker; each-file.ts starts its product.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The default of one second is too short for an upload beside another browser, and 15 s were at a load of sixteen.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongestFirst },
    // A journey waits for its browser half of the time: four files keep two cores busy.
    maxWorkers: 4,
  },
});
