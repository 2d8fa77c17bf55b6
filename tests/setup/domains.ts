import { env } from "cloudflare:workers";
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
