import { connect } from "#db/client.ts";
import { imported, outbox, tokens } from "#db/schema/index.ts";
import { sql } from "#db/sql.ts";
import { DomainError, type Where } from "#scripts/domain/options.ts";
import { openStores } from "#scripts/domain/stores.ts";
import { isDeployed } from "#scripts/own/own-store.ts";
import { createMails } from "#worker/delivery/mail/mails.ts";
import { newLoginLink } from "#worker/people/links/login-link.ts";
import { LIFETIME } from "#worker/people/links/vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { domainReader } from "#worker/sites/domains/domain-file.ts";
import { createDomainsStore } from "#worker/sites/domains/domains.store.ts";
import { originOf } from "#worker/sites/domains/origin.ts";

export interface LetterOptions extends Where {
  site: string;
  "per-day": string;
  "dry-run": boolean;
}

/** Letters of one transaction. */
const CHUNK = 50;

interface Receiver {
  id: string;
  email: string;
  passwordHash: string;
  language: string;
  name: string;
  country: string;
  before: string;
}

/** Who was last seen comes first: the site is to be alive soon. A member gets one letter, ever. */
const NEXT = `SELECT a.id, a.email, a.password_hash AS passwordHash, a.language, p.name, p.country, i.source AS before
  FROM imported i JOIN accounts a ON a.id = i.account_id JOIN profiles p ON p.id = a.id
  WHERE i.domain_id = ?1 AND i.letter_at IS NULL AND i.arrived_at IS NULL AND a.status = 'active'
  ORDER BY p.last_active_at DESC, a.id LIMIT ?2`;
const COUNTS = `SELECT count(*) FILTER (WHERE letter_at > ?2) AS today, count(*) FILTER (WHERE letter_at IS NOT NULL) AS written,
    count(*) FILTER (WHERE arrived_at IS NOT NULL) AS arrived, count(*) FILTER (WHERE letter_at IS NULL AND arrived_at IS NULL) AS waiting
  FROM imported WHERE domain_id = ?1`;

/**
 * Writes "we have moved" to members who were brought and have not come: as many as a day still has. The cron sends them. Mail servers
 * distrust who suddenly writes to thousands, so that the number grows by the operator's hand.
 */
export async function writeLetters(options: LetterOptions, now = Date.now()): Promise<void> {
  const perDay = Number(options["per-day"]);
  if (!Number.isInteger(perDay) || perDay < 1 || perDay > 50_000)
    throw new DomainError("--per-day takes letters in 24 hours, 1 to 50000.");
  const stores = await openStores(options);
  const primary = await stores.having("SELECT 1 FROM domains WHERE id = ?1", options.site);
  const deployed = isDeployed(options);
  const domain = await createDomainsStore(connect(primary), domainReader({ local: !deployed })).findById(options.site);
  if (!domain) throw new DomainError(`There is no site "${options.site}" in this database.`);
  const origin = originOf(domain, deployed ? undefined : options.port);
  const counted = await primary
    .prepare(COUNTS)
    .bind(domain.id, now - DAY)
    .first<Record<"today" | "written" | "arrived" | "waiting", number>>();
  const { today = 0, written = 0, arrived = 0, waiting = 0 } = counted ?? {};
  console.log(
    `  ${written} letters so far, ${today} of them in the last 24 hours; ${arrived} members have come, ${waiting} wait for a letter`,
  );
  const { results } = await primary
    .prepare(NEXT)
    .bind(domain.id, Math.max(0, perDay - today))
    .all<Receiver>();
  if (options["dry-run"]) return console.log(`✓ ${results.length} letters would be written now`);
  // No queue is at hand: the cron takes the mails within two minutes.
  const mails = createMails(async () => {});
  const db = connect(primary);
  for (let from = 0; from < results.length; from += CHUNK) {
    const some = await Promise.all(
      results.slice(from, from + CHUNK).map(async (to) => {
        const { link, token } = await newLoginLink(to, "/", now);
        const mail = await mails.moved(
          { domain, country: to.country, origin, now },
          { ...to, link: `${origin}/${link}`, days: LIFETIME.login / DAY },
        );
        return [
          db.insert(tokens).values(token),
          db.insert(outbox).values(mail),
          db
            .update(imported)
            .set({ letterAt: now })
            .where(sql`${imported.accountId} = ${to.id} AND ${imported.letterAt} IS NULL`),
        ];
      }),
    );
    await db.batch(some.flat() as never);
  }
  console.log(
    `✓ ${results.length} letters written; the cron sends them within minutes. Run this again tomorrow, or daily by a timer.`,
  );
}
