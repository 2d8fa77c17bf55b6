import { env } from "cloudflare:workers";
import type { DrawnDomain } from "#tools/icons/draw.ts";
import { domainFileSchema } from "#worker/sites/domains/domain-file.ts";

/** The product's domain files, with icons drawn once per run. */
export function testDomains(): DrawnDomain[] {
  return env.TEST_DOMAINS.map((one) => {
    const file = domainFileSchema.parse(one);
    const icons = env.TEST_ICONS[file.id];
    if (!icons) throw new Error(`no icons for ${file.id}`);
    return { file, ...icons };
  });
}
