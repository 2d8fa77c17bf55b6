import { defineConfig } from "vitest/config";
import { longestFirst } from "#tests/setup/longest-first.ts";
import { keepStoresInMemory } from "#tests/setup/memory-folder.ts";

keepStoresInMemory();

const LONGEST = [
  ...[
    "dev",
    "crawl",
    "commands",
    "proxy",
    "first-visit",
    "pwa",
    "outbox",
    "payments",
    "calls",
    "chat",
    "staff",
    "joining",
    "signup",
  ],
  ...["members", "ui", "activation", "swipe-match", "photos", "bonus", "like-dialog", "chat-actions", "recovery", "notices"],
];

/** Journeys in Chromium on the built Worker with a seeded D1. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["./tests/e2e/server.ts"],
    setupFiles: ["./tests/e2e/each-file.ts"],
    // Modules and browsers stay for the next file of a worker; each-file.ts starts its product.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default of one second is too short for an upload beside another browser, and 15 s were at a load of sixteen.
    expect: { poll: { timeout: 60_000 } },
    sequence: { sequencer: longestFirst(LONGEST) },
    // A journey waits for its browser half of the time: four files keep two cores busy.
    maxWorkers: 4,
  },
});
