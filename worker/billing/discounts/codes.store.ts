import type { Database } from "#db/client.ts";
import { rowsOf } from "#db/raw.ts";
import { discountCodes, discountUses } from "#db/schema/index.ts";
import { aliased, into, selected, sql } from "#db/sql.ts";
import { CODE_FIELDS } from "#worker/billing/discounts/codes.sql.ts";

export type AddedCode = Omit<typeof discountCodes.$inferSelect, "status">;

export interface ListedCode extends Omit<typeof discountCodes.$inferSelect, "domainId" | "createdAt"> {
  /** Orders that hold it, and paid orders. */
  reserved: number;
  used: number;
}

const c = aliased(discountCodes, "c");
const u = aliased(discountUses, "u");

/** For the operator's command. */
export function createCodesStore(db: Database) {
  const uses = (state: string) => sql`(SELECT count(*) FROM ${u}
    WHERE ${u.scope} = ${c.domainId} AND ${u.code} = ${c.code} AND ${u.state} = ${state})`;
  return {
    /** Newest first. */
    async list(domainId: string): Promise<ListedCode[]> {
      const columns = selected(c, [...CODE_FIELDS, "methods"]);
      const [rows] = await rowsOf<[Omit<ListedCode, "methods"> & { methods: string | null }]>(db, [
        sql`SELECT ${columns}, ${uses("reserved")} AS reserved, ${uses("used")} AS used FROM ${c}
          WHERE ${c.domainId} = ${domainId} ORDER BY ${c.createdAt} DESC, ${c.code}`,
      ]);
      return rows.map((row) => ({ ...row, methods: JSON.parse(row.methods ?? "null") as string[] | null }));
    },

    /** False if the domain has the code. */
    async add(row: AddedCode): Promise<boolean> {
      const { domainId, code, percentage, country, accountId, expiresAt, currency, minimumOrder, validity, createdAt } = row;
      const methods = row.methods && JSON.stringify(row.methods);
      const columns = into(
        discountCodes,
        "domainId",
        "code",
        "percentage",
        "country",
        "accountId",
        "expiresAt",
        "currency",
        "minimumOrder",
        "validity",
        "methods",
        "createdAt",
      );
      const [added] = await rowsOf<unknown[]>(db, [
        sql`INSERT INTO ${columns} VALUES (${domainId}, ${code}, ${percentage}, ${country}, ${accountId}, ${expiresAt}, ${currency},
          ${minimumOrder}, ${validity}, ${methods}, ${createdAt}) ON CONFLICT DO NOTHING RETURNING 1`,
      ]);
      return (added?.length ?? 0) > 0;
    },

    /** False without an active code of this name. The row stays: it explains paid orders. */
    async end(domainId: string, code: string): Promise<boolean> {
      const [ended] = await rowsOf<unknown[]>(db, [
        sql`UPDATE ${discountCodes} SET ${discountCodes.status} = 'inactive'
          WHERE ${discountCodes.domainId} = ${domainId} AND ${discountCodes.code} = ${code} AND ${discountCodes.status} = 'active'
          RETURNING 1`,
      ]);
      return (ended?.length ?? 0) > 0;
    },
  };
}
