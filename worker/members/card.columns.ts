import { type SQL, sql } from "drizzle-orm";
import type { CardRow } from "./card.ts";

/** Where the profile `p` holds what a card shows. */
const COLUMNS = {
  id: "p.id",
  name: "p.name",
  birthDate: "p.birth_date",
  gender: "p.gender",
  country: "p.country",
  region: "p.region",
  city: "p.city",
  mainPhoto: "p.main_photo",
  fictional: "p.fictional",
  lastActiveAt: "p.last_active_at",
  createdAt: "p.created_at",
} satisfies Record<keyof CardRow, string>;
const entries = Object.entries(COLUMNS);

/** The card of the profile `p`, for a SELECT. */
export const CARD_COLUMNS: SQL = sql.raw(entries.map(([name, column]) => `${column} AS ${name}`).join(", "));
/** The same as one JSON object, for a RETURNING, which may not join. */
export const CARD_JSON: SQL = sql.raw(`json_object(${entries.map(([name, column]) => `'${name}', ${column}`).join(", ")})`);

/** A card as raw SQL answers it. */
export type RawCard = Omit<CardRow, "fictional"> & { fictional: number };

/** The card among whatever else a row holds. */
export function readCard({ fictional, ...row }: RawCard): CardRow {
  const { id, name, birthDate, gender, country, region, city, mainPhoto, lastActiveAt, createdAt } = row;
  return { id, name, birthDate, gender, country, region, city, mainPhoto, fictional: fictional === 1, lastActiveAt, createdAt };
}

/** Neither of the two, the viewer and the profile `p`, has blocked the other. */
export function unblocked(viewerId: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = ${viewerId} AND b.blocked_id = p.id)
      AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = p.id AND b.blocked_id = ${viewerId})`;
}
