import { env } from "cloudflare:workers";
import { applyDomains } from "#scripts/domains.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";
import type { DrawnDomain } from "#worker/sites/pwa/draw.ts";

/** The product's domain files, with icons drawn once per run. */
export function testDomains(): DrawnDomain[] {
  return env.TEST_DOMAINS.map((one) => {
    const file = domainFileSchema.parse(one);
    const icons = env.TEST_ICONS[file.id];
    if (!icons) throw new Error(`no icons for ${file.id}`);
    return { file, ...icons };
  });
}

/** Applies the files anew. Icons stay as they are: they are the most of it by far. */
export async function applyTestDomains(now = Date.now()): Promise<void> {
  const withoutIcons = testDomains().map((one) => ({ ...one, icons: [] }));
  await applyDomains(env.DB, withoutIcons, now);
}
