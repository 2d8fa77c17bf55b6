import type { SQL } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { batched, insertWhere, rowsOf } from "#db/raw.ts";
import { ATTRIBUTE_NAMES, type Attribute } from "#db/schema/attribute-table.ts";
import { type Gender, type LookingFor, type PromptAnswer, type ShownIn } from "#db/schema/attributes.ts";
import { accounts, domains, fictionalProfiles, photos, profiles, staffAudit } from "#db/schema/index.ts";
import type { Interest } from "#db/schema/interests.ts";
import { aliased, jsonListOf, sql } from "#db/sql.ts";
import { isBanned } from "#worker/backoffice/decisions/standing-ban.sql.ts";
import type { AuditRow } from "#worker/backoffice/staff/audit.ts";
import type { Alike, TextSketch } from "#worker/discovery/texts/copied-texts.ts";
import { textsAlike } from "#worker/discovery/texts/held-texts.sql.ts";
import type { FictionalState } from "./fictional.vocabulary.ts";
import type { columnsOf, FictionalWords } from "./fictional-form.ts";

type Columns = ReturnType<typeof columnsOf>;

export interface SiteRow {
  id: string;
  name: string;
  on: number;
}

export interface FictionalRow {
  id: string;
  pool: string;
  domainId: string;
  status: "disabled" | "active" | "hidden" | "deleted";
  banned: boolean;
  createdAt: number;
  words: FictionalWords;
  /** The stored words as text, which a change compares. */
  state: string;
}

export interface ListedFictional {
  id: string;
  name: string;
  birthDate: string;
  gender: ShownIn;
  country: string;
  city: string | null;
  domainId: string;
  status: FictionalRow["status"];
  photos: number;
  face: string | null;
  createdAt: number;
}

export interface Wanted {
  site: string | null;
  state: FictionalState | null;
  gender: Gender | null;
  /** Beginning of the name's key. */
  name: string;
}

type Place = [createdAt: number, id: string];

const p = aliased(profiles, "p");
const a = aliased(accounts, "a");
const f = aliased(photos, "f");
const d = aliased(domains, "d");

const DONE = sql`changes() = 1`;
const WORDS = [
  ...(["name", "birthDate", "gender", "lookingFor", "country", "region", "city", "about", "prompts", "interests"] as const),
  ...ATTRIBUTE_NAMES,
] as const;
const ON = sql`coalesce(json_extract(${d.settings}, '$.settings.fictional_profiles')
  AND json_extract(${d.settings}, '$.api.mode') IS NOT 'proxy', 0)`;
const HERE = sql`${p.fictional} = 1 AND ${a.status} <> 'erased'`;

export type FictionalStore = ReturnType<typeof createFictionalStore>;

export function createFictionalStore(db: Database) {
  return {
    async sites(): Promise<SiteRow[]> {
      return db.all(sql`SELECT ${d.id}, ${d.settings} ->> '$.settings.name' AS name, ${ON} AS "on" FROM ${d} ORDER BY 2, 1`);
    },

    /** Looks at `most` profiles older than `before`. `last` is the place of the last of them, null at the end. */
    async list(
      wanted: Wanted,
      before: Place | null,
      size: number,
      most: number,
    ): Promise<{ found: ListedFictional[]; last: Place | null }> {
      const window = sql`(SELECT id, created_at AS at FROM ${fictionalProfiles} INDEXED BY fictional_profiles_list
        WHERE 1 ${before ? sql`AND (created_at, id) < (${before[0]}, ${before[1]})` : sql``}
        ORDER BY created_at DESC, id DESC LIMIT ${most})`;
      const [found, [end]] = await rowsOf<[ListedFictional, { n: number; id: string; at: number }]>(db, [
        sql`SELECT ${p.id}, ${p.name}, ${p.birthDate} AS birthDate, ${p.gender}, ${p.country}, ${p.city}, ${a.domainId} AS domainId,
            ${p.status}, w.at AS createdAt,
            (SELECT count(*) FROM ${f} WHERE ${f.profileId} = ${p.id}) AS photos,
            (SELECT ${f.id} FROM ${f} WHERE ${f.profileId} = ${p.id} AND ${f.key} = ${p.mainPhoto}) AS face
          FROM ${window} w CROSS JOIN ${p} ON ${p.id} = w.id CROSS JOIN ${a} ON ${a.id} = w.id
          WHERE ${sql.join([HERE, ...conditionsOf(wanted)], sql` AND `)} ORDER BY w.at DESC, w.id DESC LIMIT ${size}`,
        sql`SELECT count(*) OVER () AS n, w.id AS id, w.at AS at FROM ${window} w ORDER BY w.at, w.id LIMIT 1`,
      ]);
      const last = found.length === size ? found.at(-1) : undefined;
      if (last) return { found, last: [last.createdAt, last.id] };
      return { found, last: end && end.n === most ? [end.at, end.id] : null };
    },

    async find(id: string): Promise<FictionalRow | null> {
      type Raw = Omit<FictionalRow, "words" | "banned"> & { banned: number };
      const [raw] =
        await db.all<Raw>(sql`SELECT ${p.id}, ${p.pool}, ${a.domainId} AS domainId, ${p.status}, ${p.createdAt} AS createdAt,
          ${isBanned(p.id)} AS banned, ${jsonListOf(p, WORDS)} AS state
        FROM ${p} JOIN ${a} ON ${a.id} = ${p.id} WHERE ${p.id} = ${id} AND ${HERE}`);
      return raw ? { ...raw, banned: raw.banned === 1, words: wordsOf(raw.state) } : null;
    },

    /** Texts of members of the pool that share a key with one of these. */
    async alike(id: string, pool: string, sketches: readonly TextSketch[]): Promise<Alike[]> {
      return (
        await rowsOf<Alike[]>(
          db,
          sketches.map((sketch) => textsAlike(id, pool, sketch)),
        )
      ).flat();
    },

    /** No address, no password, no consent: nobody is behind it. */
    async add(
      { id, pool, domainId, language, now }: { id: string; pool: string; domainId: string; language: string; now: number },
      columns: Columns,
      audit: AuditRow,
    ): Promise<void> {
      const none = { passwordHash: "", termsVersion: "", termsAcceptedAt: 0, sensitiveVersion: "", sensitiveAcceptedAt: 0 };
      await db.batch([
        db
          .insert(accounts)
          .values({ ...none, id, pool, domainId, email: `fictional ${id}`, language, status: "active", createdAt: now }),
        db
          .insert(profiles)
          .values({ ...columns, id, pool, status: "active", fictional: true, lastActiveAt: now, createdAt: now }),
        db.insert(fictionalProfiles).values({ id, createdAt: now }),
        batched(db, insertWhere(staffAudit, audit, sql`1`)),
      ]);
    },

    /** False if `state` is no longer what is stored. */
    async change(id: string, state: string, columns: Columns, audit: AuditRow): Promise<boolean> {
      const { prompts, interests, ...plain } = columns;
      const values = { ...plain, prompts: JSON.stringify(prompts), interests: JSON.stringify(interests) };
      const set = Object.entries(values).map(([key, value]) => sql`${profiles[key as keyof Columns]} = ${value}`);
      const [changed] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${profiles} SET ${sql.join(set, sql`, `)} WHERE ${profiles.id} = ${id} AND ${profiles.fictional} = 1
          AND ${profiles.status} IN ('active', 'hidden') AND ${jsonListOf(profiles, WORDS)} = ${state} RETURNING ${profiles.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return changed.length === 1;
    },

    /** False for one that is not in the other state, and for a banned one. */
    async switchTo(id: string, to: "hidden" | "active", audit: AuditRow): Promise<boolean> {
      const [changed] = await rowsOf<[{ id: string }, unknown]>(db, [
        sql`UPDATE ${profiles} SET ${profiles.status} = ${to} WHERE ${profiles.id} = ${id} AND ${profiles.fictional} = 1
          AND ${profiles.status} = ${to === "active" ? "hidden" : "active"} AND NOT ${isBanned(sql`${id}`)}
          RETURNING ${profiles.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
      ]);
      return changed.length === 1;
    },

    /** As a member's own deletion, without mail and without a way back: the erasure follows. False for one that has ended. */
    async end(id: string, now: number, audit: AuditRow): Promise<boolean> {
      const isFictional = sql`EXISTS (SELECT 1 FROM ${p} WHERE ${p.id} = ${id} AND ${p.fictional} = 1)`;
      const [ended] = await rowsOf<[{ id: string }, ...unknown[]]>(db, [
        sql`UPDATE ${accounts} SET ${accounts.status} = 'deleted', ${accounts.deletedAt} = ${now}
          WHERE ${accounts.id} = ${id} AND ${accounts.status} = 'active' AND ${isFictional} RETURNING ${accounts.id} AS id`,
        insertWhere(staffAudit, audit, DONE),
        sql`UPDATE ${profiles} SET ${profiles.status} = 'deleted' WHERE ${profiles.id} = ${id} AND ${profiles.fictional} = 1
          AND EXISTS (SELECT 1 FROM ${a} WHERE ${a.id} = ${id} AND ${a.status} = 'deleted')`,
      ]);
      return ended.length === 1;
    },
  };
}

function conditionsOf({ site, state, gender, name }: Wanted): SQL[] {
  return [
    ...(site === null ? [] : [sql`${a.domainId} = ${site}`]),
    ...(state === null ? [] : [sql`${p.status} = ${state === "ended" ? "deleted" : state}`]),
    ...(gender === null ? [] : [sql`${p.gender} = ${gender}`]),
    ...(name === "" ? [] : [sql`substr(${p.nameKey}, 1, length(${name})) = ${name}`]),
  ];
}

function wordsOf(state: string): FictionalWords {
  const values = JSON.parse(state) as unknown[];
  const read = <T>(key: (typeof WORDS)[number]) => values[WORDS.indexOf(key)] as T;
  const json = <T>(key: "prompts" | "interests") => JSON.parse(read<string>(key)) as T;
  return {
    ...{ name: read("name"), birthDate: read("birthDate"), gender: read("gender"), lookingFor: read<LookingFor>("lookingFor") },
    ...{ country: read("country"), region: read("region"), city: read("city"), about: read("about") },
    ...{ prompts: json<PromptAnswer[]>("prompts"), interests: json<Interest[]>("interests") },
    attributes: Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, read(name)])) as Record<Attribute, string | null>,
  };
}
