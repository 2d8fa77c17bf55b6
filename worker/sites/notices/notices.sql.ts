import { domains, siteNotices } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";

const n = aliased(siteNotices, "n");
// As Drizzle names it in the query around.
const d = aliased(domains, "domains");
const { id, domainId, kind, audience, texts, link, dismissible, fromAt, untilAt, entry } = n;

/** The notices of `domains` that have not ended, as a JSON list. The clock of the database is exact enough: readers compare again. */
export const NOTICES_OF_DOMAIN = sql<string>`(SELECT json_group_array(json_object('id', ${id}, 'kind', ${kind},
  'audience', ${audience}, 'texts', json(${texts}), 'link', ${link}, 'dismissible', ${dismissible},
  'from', ${fromAt}, 'until', ${untilAt}, 'entry', ${entry})) FROM ${n}
  WHERE (${domainId} IS NULL OR ${domainId} = ${d.id}) AND (${untilAt} IS NULL OR ${untilAt} > (unixepoch() - 60) * 1000))`;
