import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { domainAssets, domainIcons, domainPreviews, domains, hosts } from "#db/schema/index.ts";
import { NOTICES_OF_DOMAIN } from "#worker/sites/notices/notices.sql.ts";
import { readNotices } from "#worker/sites/notices/notices.vocabulary.ts";
import { type IconPath, SVG_ICON } from "#worker/sites/pwa/icons.vocabulary.ts";
import type { Domain, DomainReader } from "./domain-file.ts";

/** @param domainOf parses a stored domain file. */
export function createDomainsStore(db: Database, domainOf: DomainReader) {
  const ofDomain = and(eq(domainIcons.domainId, domains.id), eq(domainIcons.path, SVG_ICON));
  const findPreview = async (host: string): Promise<Domain | null> => {
    const row = await db.select().from(domainPreviews).where(eq(domainPreviews.host, host)).get();
    return row ? domainOf(row.settings, null, { host, until: row.expiresAt }) : null;
  };
  return {
    async findByHost(host: string): Promise<Domain | null> {
      const row = await db
        .select({ file: domains.settings, icons: domainIcons.version, notices: NOTICES_OF_DOMAIN })
        .from(hosts)
        .innerJoin(domains, eq(domains.id, hosts.domainId))
        .leftJoin(domainIcons, ofDomain)
        .where(eq(hosts.host, host))
        .get();
      return row ? { ...domainOf(row.file, row.icons), notices: readNotices(row.notices) } : findPreview(host);
    },

    /** For the cron, which has no request host. */
    async findById(id: string): Promise<Domain | null> {
      const row = await db
        .select({ file: domains.settings, icons: domainIcons.version })
        .from(domains)
        .leftJoin(domainIcons, ofDomain)
        .where(eq(domains.id, id))
        .get();
      return row ? domainOf(row.file, row.icons) : null;
    },

    async findIcon(id: string, path: IconPath): Promise<{ version: string; data: string } | null> {
      const row = await db
        .select({ version: domainIcons.version, data: domainIcons.data })
        .from(domainIcons)
        .where(and(eq(domainIcons.domainId, id), eq(domainIcons.path, path)))
        .get();
      return row ?? null;
    },

    /** Base64; null for an unknown file. */
    async findAsset(id: string, hash: string, name: string): Promise<string | null> {
      const { domainId, part, data } = domainAssets;
      const rows = await db
        .select({ data })
        .from(domainAssets)
        .where(and(eq(domainId, id), eq(domainAssets.hash, hash), eq(domainAssets.name, name)))
        .orderBy(asc(part));
      return rows.length > 0 ? rows.map((row) => row.data).join("") : null;
    },
  };
}
