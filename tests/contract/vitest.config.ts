import { defineConfig } from "vitest/config";
import { longestFirst } from "#tests/setup/longest-first.ts";
import { keepStoresInMemory } from "#tests/setup/memory-folder.ts";

keepStoresInMemory();

const LONGEST = [
  ...["domain-command", "operator", "domain-transfer", "brought", "own-server", "permissions", "double", "staff", "databases"],
  ...["upgrade", "author"],
];

/** The contract in both modes: Node calls two built Workers, one of them a proxy of the other. */
export default defineConfig({
  test: {
    include: ["tests/contract/**/*.test.ts"],
    globalSetup: ["./tests/contract/server.ts"],
    setupFiles: ["./tests/contract/each-file.ts"],
    // Modules stay for the next file of a worker; each-file.ts resets the ports.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default of one second is too short for work after a response on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: longestFirst(LONGEST) },
    maxWorkers: 2,
  },
});
