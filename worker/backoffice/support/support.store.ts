import { eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import type { WorkKind } from "#db/schema/attributes.ts";
import {
  accounts,
  complaints,
  consents,
  decisions,
  domains,
  mandates,
  outbox,
  payments,
  photoReads,
  photos,
  profiles,
  refundProposals,
  reports,
  sessions,
  signals,
  staffAudit,
  staffMembers,
  staffNotes,
  storedMethods,
  tokens,
  workItems,
} from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { strikesOf } from "#worker/backoffice/decisions/strikes.sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import { PART_NAMES } from "#worker/discovery/signals/signals.vocabulary.ts";
import { begunSince, upheldOf } from "#worker/messaging/chat/starts.sql.ts";
import { UPHELD_DAYS } from "#worker/people/reports/decisions.vocabulary.ts";
import { DAY } from "#worker/platform/durations.ts";
import { type Tie, tiesOf } from "./ties.sql.ts";

const a = aliased(accounts, "a");
const p = aliased(profiles, "p");
const w = aliased(workItems, "w");
const m = aliased(profiles, "m");
const x = aliased(profiles, "x");

const LINE = sql`${selected(a, ["id", "domainId", "status", "createdAt"])}, coalesce(${p.name}, '') AS name`;
const MOST = 50;

interface Searched {
  id: string;
  email: string;
  name: string;
  /** The member after whom names that begin with `name` go on; empty for the first of them. */
  after: string;
  reference: string;
  payment: string;
}

/** Shorter beginnings of names would list a site. */
const BEGINNING = 2;
/** In UTF-8 after every other character. */
const LAST_CHARACTER = "\u{10ffff}";

interface Referred {
  kind: WorkKind;
  /** Null for an erased member, and for a complaint without an account. */
  member: string | null;
  waits: number;
}

export type SupportStore = ReturnType<typeof createSupportStore>;
type Account = typeof accounts.$inferSelect;
type Line = Pick<Account, "id" | "domainId" | "status" | "createdAt"> & { name: string };
type Profile = Omit<typeof profiles.$inferSelect, "prompts" | "fictional" | "selfChanges" | "identity" | "stay"> & {
  prompts: string;
  fictional: number;
  selfChanges: string;
  identity: string | null;
  stay: string | null;
};

const PROFILE = [
  ...(["gender", "identity", "birthDate", "country", "city"] as const),
  ...(["about", "prompts", "fictional", "selfChanges", "stay"] as const),
] as const;
const ACCOUNT = [
  ...(["email", "language", "paidUser", "activatedAt", "deletedAt", "mutedUntil", "ageProofs"] as const),
  ...(["credits", "debt"] as const),
];
type MainRow = Line &
  Pick<Profile, (typeof PROFILE)[number] | "lastActiveAt"> &
  Omit<Pick<Account, (typeof ACCOUNT)[number]>, "paidUser" | "ageProofs"> & {
    paidUser: number;
    ageProofs: string;
    profile: string;
    standing: Account["status"];
    caution: number;
    verified: number;
    mainPhoto: string | null;
    /** JSON. */
    begun: string;
    upheld: string;
    banned: number;
    strikes: number;
  };

export function createSupportStore(db: Database) {
  const note = (audit: AuditRow) => insertWhere(staffAudit, audit, sql`1`);

  return {
    /**
     * Matches the exact id, address or name, each by its unique index. `named`: the names that begin so, in their order; each pool reads
     * `most` rows. `referred`: what has this reference or payment number.
     */
    async search({ id, email, name, after, reference, payment }: Searched, most: number) {
      const pools = sql`(SELECT ${domains.pool} FROM ${domains})`;
      const from = [...name].length < BEGINNING ? LAST_CHARACTER : name;
      const last = sql`(SELECT ${m.nameKey} FROM ${m} WHERE ${m.id} = ${after})`;
      const [rows, named, referred] = await rowsOf<[{ id: string }, { id: string }, Referred]>(db, [
        sql`SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.id} = ${id} AND ${accounts.status} <> 'erased'
          UNION SELECT ${accounts.id} FROM ${accounts} WHERE ${email} <> '' AND ${accounts.pool} IN ${pools} AND ${accounts.email} = ${email}
          UNION SELECT ${profiles.id} FROM ${profiles} WHERE ${profiles.pool} IN ${pools} AND ${profiles.nameKey} = ${name}
          LIMIT ${most}`,
        sql`SELECT ${p.id} AS id FROM (SELECT DISTINCT ${domains.pool} AS pool FROM ${domains}) AS pools,
          json_each((SELECT json_group_array(of_pool.id) FROM (SELECT ${x.id} AS id FROM ${x}
            WHERE ${x.pool} = pools.pool AND ${x.nameKey} >= max(${from}, coalesce(${last}, '')) AND ${x.nameKey} < ${from + LAST_CHARACTER}
              AND (${x.nameKey}, ${x.id}) > (coalesce(${last}, ''), ${after})
            ORDER BY ${x.nameKey} LIMIT ${most}) AS of_pool)) AS one
          JOIN ${p} ON ${p.id} = one.value ORDER BY ${p.nameKey}, ${p.id} LIMIT ${most}`,
        sql`SELECT r.kind, (SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.id} = r.member AND ${accounts.status} <> 'erased') AS member,
            EXISTS (SELECT 1 FROM ${w} WHERE ${w.kind} = r.kind AND ${w.objectId} = r.object AND ${w.state} <> 'done') AS waits
          FROM (SELECT 'report' AS kind, ${reports.id} AS object, ${reports.reportedId} AS member FROM ${reports}
              WHERE ${reports.reference} = ${reference}
            UNION ALL SELECT 'appeal', ${decisions.id}, ${decisions.memberId} FROM ${decisions} WHERE ${decisions.reference} = ${reference}
            UNION ALL SELECT 'complaint', ${complaints.id}, ${complaints.accountId} FROM ${complaints}
              WHERE ${complaints.reference} = ${reference}
            UNION ALL SELECT 'refund', (SELECT ${refundProposals.id} FROM ${refundProposals}
              WHERE ${refundProposals.paymentId} = ${payments.id} AND ${refundProposals.status} = 'proposed'), ${payments.accountId}
              FROM ${payments} WHERE ${payments.id} = ${payment}) AS r`,
      ]);
      return {
        ids: rows.map((row) => row.id),
        named: named.map((row) => row.id),
        referred: referred.map(({ waits, ...one }) => ({ ...one, waits: waits === 1 })),
      };
    },

    /** In the order of `ids`. */
    async lines(ids: string[]): Promise<Line[]> {
      return db.all<Line>(sql`SELECT ${LINE} FROM json_each(${JSON.stringify(ids)}) AS asked
        JOIN ${a} ON ${a.id} = asked.value JOIN ${p} ON ${p.id} = ${a.id} ORDER BY asked.key`);
    },

    /** Null for an erased member. */
    async file(id: string, since: number, now: number) {
      const d = aliased(decisions, "d");
      const stands = sql`${d.memberId} = ${id} AND ${d.outcome} IS NOT 'reversed'`;
      const [main, shots, said, decided, begun, noticed, notes, ties] = await rowsOf<
        [
          MainRow,
          Pick<typeof photos.$inferSelect, "id" | "status" | "visibility" | "rejectedFor" | "createdAt" | "checkedAt">,
          Pick<typeof reports.$inferSelect, "reference" | "kind" | "reason" | "outcome" | "createdAt"> & { by: number },
          Pick<typeof decisions.$inferSelect, "reference" | "kind" | "reason" | "until" | "outcome" | "liftedAt" | "createdAt">,
          Pick<typeof workItems.$inferSelect, "id" | "decision" | "decidedBy" | "effectAt">,
          typeof signals.$inferSelect,
          Pick<typeof staffNotes.$inferSelect, "id" | "staffId" | "text" | "createdAt"> & { by: string },
          Tie,
        ]
      >(db, [
        // Going away backdates the profile's activity; the sessions keep the true time.
        sql`SELECT ${LINE}, ${selected(p, PROFILE)}, ${selected(a, ACCOUNT)}, ${p.status} AS profile,
            max(${p.lastActiveAt}, coalesce((SELECT max(${sessions.lastSeenAt}) FROM ${sessions}
              WHERE ${sessions.accountId} = ${id}), 0)) AS lastActiveAt,
            EXISTS (SELECT 1 FROM ${d} WHERE ${stands} AND ${d.liftedAt} IS NULL AND ${d.kind} = 'ban') AS banned,
            ${strikesOf(sql`${id}`, since)} AS strikes,
            ${a.caution}, ${a.status} AS standing, ${p.verified}, ${p.mainPhoto} AS mainPhoto, ${begunSince(id, now - DAY)} AS begun, ${upheldOf(id, now - UPHELD_DAYS * DAY)} AS upheld
          FROM ${a} JOIN ${p} ON ${p.id} = ${a.id} WHERE ${a.id} = ${id}`,
        sql`SELECT ${selected(photos, ["id", "status", "visibility", "rejectedFor", "createdAt", "checkedAt"])} FROM ${photos}
          WHERE ${photos.profileId} = ${id} ORDER BY ${photos.position} LIMIT ${MOST}`,
        sql`SELECT ${selected(reports, ["reference", "kind", "reason", "outcome", "createdAt"])}, ${reports.reporterId} IS ${id} AS by
          FROM ${reports} WHERE ${reports.reporterId} = ${id} OR ${reports.reportedId} = ${id}
          ORDER BY ${reports.createdAt} DESC LIMIT ${MOST}`,
        sql`SELECT ${selected(decisions, ["reference", "kind", "reason", "until", "outcome", "liftedAt", "createdAt"])} FROM ${decisions}
          WHERE ${decisions.memberId} = ${id} ORDER BY ${decisions.createdAt} DESC LIMIT ${MOST}`,
        sql`SELECT ${selected(workItems, ["id", "decision", "decidedBy", "effectAt"])} FROM ${workItems}
          WHERE ${workItems.kind} = 'member' AND ${workItems.objectId} = ${id} AND ${workItems.state} <> 'done'`,
        sql`SELECT ${selected(signals, [...PART_NAMES, "score"])} FROM ${signals} WHERE ${signals.memberId} = ${id}`,
        sql`SELECT ${selected(staffNotes, ["id", "staffId", "text", "createdAt"])},
            coalesce((SELECT ${staffMembers.name} FROM ${staffMembers} WHERE ${staffMembers.id} = ${staffNotes.staffId}), '') AS by
          FROM ${staffNotes} WHERE ${staffNotes.memberId} = ${id} ORDER BY ${staffNotes.createdAt} DESC LIMIT ${MOST}`,
        tiesOf(id),
      ]);
      return main[0]
        ? { main: main[0], photos: shots, reports: said, decisions: decided, begun: begun[0], signals: noticed[0], notes, ties }
        : null;
    },

    /** Devices, mails, consents, stored methods and payments with a proposed refund, without tokens, bodies and recipients. */
    async account(id: string, now: number) {
      const [devices, mails, agreed, methods, proposed] = await rowsOf<
        [
          Pick<typeof sessions.$inferSelect, "userAgent" | "country" | "createdAt" | "lastSeenAt"> & { open: number },
          Pick<typeof outbox.$inferSelect, "template" | "status" | "createdAt" | "sentAt"> & { again: string | null },
          Pick<typeof consents.$inferSelect, "kind" | "version" | "language" | "acceptedAt">,
          { kind: string; status: string; label: string; createdAt: number },
          { payment: string },
        ]
      >(db, [
        sql`SELECT ${selected(sessions, ["userAgent", "country", "createdAt", "lastSeenAt"])},
            ${sessions.revokedAt} IS NULL AND ${sessions.expiresAt} > ${now} AS open
          FROM ${sessions} WHERE ${sessions.accountId} = ${id} ORDER BY ${sessions.createdAt} DESC LIMIT ${MOST}`,
        sql`SELECT ${selected(outbox, ["template", "status", "createdAt", "sentAt"])},
            iif(${outbox.status} = 'failed' AND ${outbox.text} <> ''
              AND ${outbox.recipient} = (SELECT ${accounts.email} FROM ${accounts} WHERE ${accounts.id} = ${id}), ${outbox.id}, NULL) AS again FROM ${outbox}
          WHERE ${outbox.accountId} = ${id} ORDER BY ${outbox.createdAt} DESC LIMIT ${MOST}`,
        sql`SELECT ${selected(consents, ["kind", "version", "language", "acceptedAt"])} FROM ${consents}
          WHERE ${consents.accountId} = ${id} ORDER BY ${consents.acceptedAt} DESC LIMIT ${MOST}`,
        sql`SELECT 'directdebit' AS kind, ${mandates.status}, ${mandates.reference} || ' …' || ${mandates.ibanEnd} AS label,
            ${mandates.createdAt} AS createdAt FROM ${mandates} WHERE ${mandates.accountId} = ${id}
          UNION ALL SELECT ${storedMethods.method}, 'stored', ${storedMethods.label}, ${storedMethods.createdAt} FROM ${storedMethods}
            WHERE ${storedMethods.accountId} = ${id} ORDER BY createdAt DESC LIMIT ${MOST}`,
        sql`SELECT ${refundProposals.paymentId} AS payment FROM ${refundProposals}
          WHERE ${refundProposals.accountId} = ${id} AND ${refundProposals.status} = 'proposed'`,
      ]);
      return { sessions: devices, mails, consents: agreed, methods, proposed: new Set(proposed.map(({ payment }) => payment)) };
    },

    async photo(id: string, withPrivate: boolean) {
      const { key, profileId, visibility, status } = photos;
      const row = await db.select({ key, profileId, visibility, status }).from(photos).where(eq(photos.id, id)).get();
      return row && (row.visibility === "public" || withPrivate) ? row : null;
    },

    async prompts(id: string): Promise<string | null> {
      const rows = await db.all<{ prompts: string }>(
        sql`SELECT ${profiles.prompts} FROM ${profiles} WHERE ${profiles.id} = ${id}`,
      );
      return rows[0]?.prompts ?? null;
    },

    async noteRead({ photoId, memberId, staffId, at }: Omit<typeof photoReads.$inferInsert, "day">): Promise<void> {
      await db
        .insert(photoReads)
        .values({ photoId, memberId, staffId, at, day: Math.floor(at / DAY) })
        .onConflictDoNothing();
    },

    /** Links to log in end too. Returns the token hashes. */
    async endSessions(id: string, now: number, audit: AuditRow): Promise<string[]> {
      const [ended] = await rowsOf<[{ hash: string }, unknown, unknown]>(db, [
        sql`UPDATE ${sessions} SET ${sessions.revokedAt} = ${now} WHERE ${sessions.accountId} = ${id} AND ${sessions.revokedAt} IS NULL
          AND ${sessions.expiresAt} > ${now} RETURNING ${sessions.tokenHash} AS hash`,
        sql`DELETE FROM ${tokens} WHERE ${tokens.accountId} = ${id} AND ${tokens.kind} = 'login'`,
        note(audit),
      ]);
      return ended.map(({ hash }) => hash);
    },
  };
}
