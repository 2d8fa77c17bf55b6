import type { SQL } from "drizzle-orm";
import { blocks, profiles } from "#db/schema/index.ts";
import { aliased, jsonListOf, selected, sql } from "#db/sql.ts";
import type { CardRow } from "./card.ts";

const p = aliased(profiles, "p");
const b = aliased(blocks, "b");

const KEYS = [
  "id",
  "name",
  "birthDate",
  "gender",
  "country",
  "region",
  "city",
  "mainPhoto",
  "mainPreview",
  "photoChecked",
  "verified",
  "fictional",
  "lastActiveAt",
  "createdAt",
] as const satisfies (keyof CardRow)[];

export const CARD_COLUMNS: SQL = selected(p, KEYS);
/** RETURNING allows no join. */
export const CARD_JSON: SQL = jsonListOf(p, KEYS);

/** D1 returns booleans as numbers. */
type Flags = "fictional" | "photoChecked" | "verified";
export type RawCard = Omit<CardRow, Flags> & Record<Flags, number>;

type ValuesOf<K extends readonly (keyof RawCard)[]> = { [I in keyof K]: RawCard[K[I]] };
export type CardValues = ValuesOf<typeof KEYS>;

export function readCardValues([
  id,
  name,
  birthDate,
  gender,
  country,
  region,
  city,
  mainPhoto,
  mainPreview,
  photoChecked,
  verified,
  fictional,
  lastActiveAt,
  createdAt,
]: CardValues): CardRow {
  const photo = { mainPhoto, mainPreview, photoChecked, verified };
  return readCard({ id, name, birthDate, gender, country, region, city, ...photo, fictional, lastActiveAt, createdAt });
}

export function readCard(row: RawCard): CardRow {
  return {
    id: row.id,
    name: row.name,
    birthDate: row.birthDate,
    gender: row.gender,
    country: row.country,
    region: row.region,
    city: row.city,
    mainPhoto: row.mainPhoto,
    mainPreview: row.mainPreview,
    photoChecked: row.photoChecked === 1,
    verified: row.verified === 1,
    fictional: row.fictional === 1,
    lastActiveAt: row.lastActiveAt,
    createdAt: row.createdAt,
  };
}

/** True when neither the viewer nor the profile `p` has blocked the other. */
export function unblocked(viewerId: string | SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${b} WHERE ${b.blockerId} = ${viewerId} AND ${b.blockedId} = ${p.id})
      AND NOT EXISTS (SELECT 1 FROM ${b} WHERE ${b.blockerId} = ${p.id} AND ${b.blockedId} = ${viewerId})`;
}
