import type { Database } from "#db/client.ts";
import { insertWhere, rowsOf } from "#db/raw.ts";
import { accounts, ageNotices, domains, outbox, profiles } from "#db/schema/index.ts";
import { aliased, selected, sql } from "#db/sql.ts";
import { ageFactsJson } from "#worker/people/identity/age-facts.sql.ts";
import type { AgeFacts } from "#worker/people/identity/age-gate.ts";

const a = aliased(accounts, "a");
const n = aliased(ageNotices, "n");
const p = aliased(profiles, "p");

export type AgeNoticesStore = ReturnType<typeof createAgeNoticesStore>;

interface Walked {
  id: string;
  email: string;
  name: string;
  language: string;
  country: string;
  /** 1 for a member who can be written to. */
  fits: number;
  age: AgeFacts;
}

export function createAgeNoticesStore(db: Database) {
  return {
    /** Domains whose rules give members time. */
    async domains(): Promise<{ id: string; rules: string | null; lastId: string | null }[]> {
      const [rows] = await rowsOf<[{ id: string; rules: string | null; lastId: string | null }]>(db, [
        sql`SELECT ${domains.id} AS id, ${n.rules} AS rules, ${n.lastId} AS lastId FROM ${domains}
          LEFT JOIN ${n} ON ${n.domainId} = ${domains.id} WHERE instr(${domains.settings}, '"prove_by"') > 0`,
      ]);
      return rows;
    },

    /** The next accounts of the database in the order of their ids. */
    async walk(domainId: string, after: string, most: number): Promise<Walked[]> {
      const [rows] = await rowsOf<[Omit<Walked, "age"> & { age: string }]>(db, [
        sql`SELECT ${selected(a, ["id", "email", "language"])}, ${p.name}, ${p.country},
            ${a.domainId} = ${domainId} AND ${a.status} = 'active' AS fits, ${ageFactsJson(a, p)} AS age
          FROM ${a} JOIN ${p} ON ${p.id} = ${a.id} WHERE ${a.id} > ${after} ORDER BY ${a.id} LIMIT ${most}`,
      ]);
      return rows.map((row) => ({ ...row, age: JSON.parse(row.age) }));
    },

    /** One transaction. A mail of this id is written once. */
    async keep(row: typeof ageNotices.$inferInsert, mails: (typeof outbox.$inferInsert)[]): Promise<void> {
      await rowsOf<unknown[]>(db, [
        ...mails.map((mail) => insertWhere(outbox, mail, sql`NOT EXISTS (SELECT 1 FROM outbox o WHERE o.id = ${mail.id})`)),
        sql`INSERT INTO ${ageNotices} (domain_id, rules, last_id) VALUES (${row.domainId}, ${row.rules}, ${row.lastId ?? null})
          ON CONFLICT (domain_id) DO UPDATE SET rules = excluded.rules, last_id = excluded.last_id`,
      ]);
    },
  };
}
