import { readdirSync, readFileSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { transformWithOxc } from "vite";
import { defineConfig } from "vitest/config";
import { browserCalls } from "./scripts/browser-calls.ts";
import { readDomainFiles } from "./scripts/data.ts";
import { longestFirst } from "./tests/setup/longest-first.ts";
import { keepStoresInMemory } from "./tests/setup/memory-folder.ts";
import { once } from "./tests/setup/once.ts";
import { unitTests } from "./tests/setup/projects.ts";
import { connectUncompressed } from "./tests/setup/uncompressed.ts";
import { createPushKeys } from "./worker/delivery/push/vapid.ts";
import { withIcons } from "./worker/sites/pwa/draw.ts";

const domains = readdirSync("db/domains")
  .filter((name) => name.endsWith(".json") && name !== "schema.json")
  .map((name) => JSON.parse(readFileSync(`db/domains/${name}`, "utf8")));

const PATTERNS = [
  "worker/**/*.test.ts",
  "db/**/*.test.ts",
  "locales/**/*.test.ts",
  "app/**/*.test.ts",
  "scripts/*.test.ts",
  "scripts/{deploy,locales}/*.test.ts",
  "demo/**/*.test.ts",
  "tools/**/*.test.ts",
  "tests/setup/*.test.ts",
];
const files = once("files", () => unitTests(PATTERNS));

const pushKeys = await once("push keys", createPushKeys);
const icons = once("icons", () => withIcons(readDomainFiles()));

const d1Store = await once("d1 store", async () => {
  const path = "tests/setup/d1-store.ts";
  return (await transformWithOxc(readFileSync(path, "utf8"), path)).code;
});

keepStoresInMemory();
once("uncompressed", connectUncompressed);

const LONGEST = [
  ...["search.bound", "search.store", "search-cost", "acts", "erasure", "unseen", "members", "wishes", "links"],
  ...["upgrade-of-money", "migrations", "preview", "members-read", "install"],
];

const proof = process.env.PROOF === "1";
const define = { __LOCAL__: "true", __BUILD__: '"tested"', __VERSION__: '"0.0.0"', __PROOF__: String(proof) };

const shared = {
  testTimeout: 300_000,
  // A hook applies all migrations.
  hookTimeout: 300_000,
  // The default of one second is short for work after an answer, on a busy machine.
  expect: { poll: { timeout: 30_000 } },
};

/** Unit tests, each file in the runtime that its imports need. */
export default defineConfig({
  test: {
    projects: [
      {
        define,
        plugins: [browserCalls()],
        test: {
          ...shared,
          name: "node",
          include: files.node,
          pool: "threads",
          isolate: false,
          // A test reads this style sheet; others stay empty.
          css: { include: /tokens\.css/ },
        },
      },
      {
        define,
        plugins: [
          browserCalls(),
          cloudflareTest(async () => ({
            main: "./tests/setup/worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              // Compressing what the runner and the runtime tell each other takes a tenth of its processor time.
              // The Worker's own sockets run without it here; contract tests and journeys run them as wrangler.toml says.
              compatibilityFlags: ["no_web_socket_compression"],
              durableObjects: { D1_STORE: { className: "D1Store", scriptName: "d1-store", useSQLite: true } },
              workers: [
                {
                  name: "d1-store",
                  modules: [{ type: "ESModule", path: "d1-store.js", contents: d1Store }],
                  compatibilityDate: "2026-11-01",
                  durableObjects: { D1_STORE: { className: "D1Store", useSQLite: true } },
                },
              ],
              bindings: {
                // The default of http: links in mails lead to http://localhost.
                LOCAL_PORT: "80",
                PASSWORD_PEPPER: "test only",
                PASSWORD_COST: "test",
                MEDIA_SECRET: "test only",
                MAIL_REPORT_SANDBOX: "test only, sandbox",
                STAFF_HOST: "staff.localhost",
                PUSH_KEYS: `${pushKeys.publicKey}.${pushKeys.privateKey}`,
                TEST_MIGRATIONS: await readD1Migrations("db/migrations"),
                TEST_DOMAINS: domains,
                TEST_ICONS: Object.fromEntries(icons.map(({ file, ...drawn }) => [file.id, drawn])),
              },
            },
          })),
        ],
        test: {
          ...shared,
          name: "workerd",
          include: files.workerd,
          // One runtime for all files of a worker; migrate.ts gives each an empty database.
          isolate: false,
          css: { include: /tokens\.css/ },
          setupFiles: ["./tests/setup/migrate.ts"],
        },
      },
    ],
    sequence: { sequencer: longestFirst(LONGEST) },
    maxWorkers: 2,
  },
});
