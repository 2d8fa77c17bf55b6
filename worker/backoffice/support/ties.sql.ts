import type { SQL } from "drizzle-orm";
import { accounts, mandates, photoHashes, photos, profiles, sessions } from "#db/schema/index.ts";
import { aliased, sql } from "#db/sql.ts";
import { isBanned } from "#worker/backoffice/decisions/standing-ban.sql.ts";
import { type TIE_KINDS, TIES } from "./support.vocabulary.ts";

const a = aliased(accounts, "a");
const p = aliased(profiles, "p");
const n = aliased(mandates, "n");
const o = aliased(mandates, "o");
const f = aliased(photos, "f");
const g = aliased(photos, "g");
const h = aliased(photoHashes, "h");
const k = aliased(photoHashes, "k");
const s = aliased(sessions, "s");
const r = aliased(sessions, "r");

/** Browsers that a chain of sessions is followed through. */
const CHAIN = 200;

type TieKind = (typeof TIE_KINDS)[number];

export interface Tie {
  member: string;
  name: string;
  banned: number;
  by: TieKind;
}

const LINE = (by: TieKind) => sql`SELECT DISTINCT ${p.id} AS member, ${p.name} AS name, ${isBanned(p.id)} AS banned, ${by} AS by`;
const MOST = sql`LIMIT ${TIES + 1}`;

/** Other accounts of the pool that share something with this one. Decision 127. */
export function tiesOf(id: string): SQL {
  const all = [sameBank(id), samePhotos(id), sameDevice(id), sameNetwork(id)];
  return sql`${sql.join(
    all.map((one) => sql`SELECT * FROM (${one})`),
    sql` UNION ALL `,
  )}`;
}

function sameBank(id: string): SQL {
  return sql`${LINE("bank")}
    FROM ${n} JOIN ${o} ON ${o.ibanPrint} = ${n.ibanPrint} AND ${o.accountId} <> ${id} JOIN ${p} ON ${p.id} = ${o.accountId}
    WHERE ${n.accountId} = ${id} AND ${p.pool} = (SELECT ${a.pool} FROM ${a} WHERE ${a.id} = ${id}) ${MOST}`;
}

/** A photo of the same perceptual hash. */
function samePhotos(id: string): SQL {
  const bands = (["band0", "band1", "band2", "band3"] as const).map((band) => sql`${k[band]} = ${h[band]}`);
  return sql`${LINE("photo")}
    FROM ${f} JOIN ${h} ON ${h.photoId} = ${f.id} JOIN ${k} ON ${k.pool} = ${h.pool} AND ${sql.join(bands, sql` AND `)} AND ${k.id} <> ${h.id}
      JOIN ${g} ON ${g.id} = ${k.photoId} AND ${g.profileId} <> ${id} JOIN ${p} ON ${p.id} = ${g.profileId}
    WHERE ${f.profileId} = ${id} ${MOST}`;
}

/** Browsers whose cookie went from one session to the next, whoever logged in. */
function sameDevice(id: string): SQL {
  return sql`WITH RECURSIVE browsers (print) AS (
      SELECT ${s.device} FROM ${s} WHERE ${s.accountId} = ${id} AND ${s.device} IS NOT NULL
      UNION SELECT ${s.former} FROM ${s} WHERE ${s.accountId} = ${id} AND ${s.former} IS NOT NULL
      UNION SELECT ${s.former} FROM browsers JOIN ${s} ON ${s.device} = browsers.print WHERE ${s.former} IS NOT NULL
      UNION SELECT ${s.device} FROM browsers JOIN ${s} ON ${s.former} = browsers.print WHERE ${s.device} IS NOT NULL
      LIMIT ${CHAIN})
    ${LINE("device")} FROM browsers JOIN ${s} ON ${s.device} = browsers.print JOIN ${p} ON ${p.id} = ${s.accountId}
    WHERE ${s.accountId} <> ${id} ${MOST}`;
}

function sameNetwork(id: string): SQL {
  return sql`${LINE("network")}
    FROM ${s} JOIN ${r} ON ${r.network} = ${s.network} AND ${r.accountId} <> ${id} JOIN ${p} ON ${p.id} = ${r.accountId}
    WHERE ${s.accountId} = ${id} AND ${s.network} IS NOT NULL ${MOST}`;
}
