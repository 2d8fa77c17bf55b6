import type { D1Database } from "@cloudflare/workers-types";
import { getTableColumns } from "drizzle-orm";
import { connect } from "#db/client.ts";
import { outbox } from "#db/schema/index.ts";
import type { Where } from "#scripts/domain/options.ts";
import { isDeployed } from "#scripts/own/own-store.ts";
import type { MailRow } from "#worker/delivery/mail/compose-mail.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";
import { originOf } from "#worker/sites/domains/origin.ts";

/** Brought members who have not come know nothing of this site, and get no mail. A fictional profile has no address. */
const MEMBER = `SELECT a.id, a.email, a.language, a.domain_id AS domain, p.name, p.country FROM accounts a JOIN profiles p ON p.id = a.id
  WHERE a.id = ?1 AND a.status = 'active' AND p.fictional = 0 AND NOT EXISTS (SELECT 1 FROM imported i WHERE i.account_id = a.id AND i.arrived_at IS NULL)`;

type Member = Record<"id" | "email" | "language" | "domain" | "name" | "country", string>;

export type MergeMails = ReturnType<typeof createMergeMails>;

/** Tell members what a merge took from them. Statements belong into the transaction of the change; the cron sends the mails. */
export function createMergeMails(db: D1Database, options: Where) {
  const deployed = isDeployed(options);
  const domains = createDomainsStore(connect(db as never), domainReader({ local: !deployed }));
  const mails = createMails(async () => {});

  async function reached(id: string, now: number) {
    const to = await db.prepare(MEMBER).bind(id).first<Member>();
    const domain = to && (await domains.findById(to.domain));
    if (!to || !domain) return null;
    const origin = originOf(domain, deployed ? undefined : options.port);
    return { to, ctx: { domain, country: to.country, origin, now } };
  }

  return {
    /** Empty for a member who gets no mail. */
    async renamed(id: string, changed: string, now: number) {
      const found = await reached(id, now);
      if (!found) return [];
      const mail = await mails.nameChanged(found.ctx, { ...found.to, changed });
      return [inserted(mail, "EXISTS (SELECT 1 FROM profiles WHERE id = ? AND name = ?)", id, changed)];
    },

    /** To the new address, with which the member logs in from now on. */
    async readdressed(id: string, email: string, now: number) {
      const found = await reached(id, now);
      if (!found) return [];
      const mail = await mails.addressChanged(found.ctx, { ...found.to, email });
      return [inserted(mail, "EXISTS (SELECT 1 FROM accounts WHERE id = ? AND email = ?)", id, email)];
    },
  };

  function inserted(mail: MailRow, condition: string, ...values: string[]) {
    const columns = Object.entries(getTableColumns(outbox)).filter(([key]) => mail[key as keyof MailRow] !== undefined);
    const row = columns.map(([key, column]) => column.mapToDriverValue(mail[key as keyof MailRow]));
    return db
      .prepare(
        `INSERT INTO outbox (${columns.map(([, { name }]) => name).join(", ")}) SELECT ${row.map(() => "?").join(", ")} WHERE ${condition}`,
      )
      .bind(...row, ...values);
  }
}
