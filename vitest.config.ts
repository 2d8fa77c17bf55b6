import { readdirSync, readFileSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const domains = readdirSync("db/domains")
  .filter((name) => name.endsWith(".json") && name !== "schema.json")
  .map((name) => JSON.parse(readFileSync(`db/domains/${name}`, "utf8")));

/** Rules, stores and objects, in workerd with real D1, objects and queues. Rows stay from test to test within a file. */
export default defineConfig({
  define: { __LOCAL__: "true" },
  plugins: [
    cloudflareTest(async () => ({
      main: "./tests/setup/worker.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        bindings: {
          // The default of http: links in mails lead to http://localhost.
          LOCAL_PORT: "80",
          PASSWORD_PEPPER: "test only",
          PASSWORD_COST: "test",
          MEDIA_SECRET: "test only",
          MAIL_REPORT_SANDBOX: "test only, sandbox",
          TEST_MIGRATIONS: await readD1Migrations("db/migrations"),
          TEST_DOMAINS: domains,
        },
      },
    })),
  ],
  test: {
    include: ["worker/**/*.test.ts", "db/**/*.test.ts", "locales/**/*.test.ts", "app/**/*.test.ts"],
    // The one style sheet that a test reads; others stay empty.
    css: { include: /tokens\.css/ },
    setupFiles: ["./tests/setup/migrate.ts"],
    testTimeout: 20_000,
    // A poll gives up after one second unless told: what is done after an answer may take longer beside another file.
    expect: { poll: { timeout: 10_000 } },
    // Each file spends half its time on starting a runtime of its own: two side by side take little more than half as long.
    maxWorkers: 2,
  },
});
