import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll } from "vitest";
import { applyDomains } from "#scripts/domains.ts";
import { domainFileSchema } from "#worker/domains/settings.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      TEST_DOMAINS: unknown[];
    }
  }
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await applyDomains(
    env.DB,
    env.TEST_DOMAINS.map((file) => domainFileSchema.parse(file)),
    Date.now(),
  );
});
