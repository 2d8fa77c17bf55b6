import type { SQL } from "drizzle-orm";
import { profiles } from "#db/schema/index.ts";
import { aliased, jsonListOf, selected, sql } from "#db/sql.ts";
import { shownActivity } from "#worker/people/identity/activity.sql.ts";
import type { CardRow } from "./card.ts";

const plain = aliased(profiles, "p");
/** Null for invisible and banned members, whose cards stay in chats and lists. */
const stay = sql`iif(${plain.status} = 'active', ${plain.stay}, NULL)`;
const p = { ...plain, lastActiveAt: shownActivity(plain), stay };

const KEYS = [
  "id",
  "name",
  "birthDate",
  "gender",
  "identity",
  "country",
  "region",
  "city",
  "stay",
  "mainPhoto",
  "mainPreview",
  "photoChecked",
  "verified",
  "fictional",
  "lastActiveAt",
  "createdAt",
  "interests",
  "answersFrom",
  "answersUntil",
] as const satisfies (keyof CardRow)[];

export const CARD_COLUMNS: SQL = selected(p, KEYS);
/** RETURNING allows no join. */
export const CARD_JSON: SQL = jsonListOf(p, KEYS);

type Flags = "fictional" | "photoChecked" | "verified";
/** D1 returns booleans as numbers, and JSON as its text. */
export type RawCard = Omit<CardRow, Flags | "interests" | "identity" | "stay"> &
  Record<Flags, number> & { interests: string; identity: string | null; stay: string | null };

type ValuesOf<K extends readonly (keyof RawCard)[]> = { [I in keyof K]: RawCard[K[I]] };
export type CardValues = ValuesOf<typeof KEYS>;

export function readCardValues([
  id,
  name,
  birthDate,
  gender,
  identity,
  country,
  region,
  city,
  stay,
  mainPhoto,
  mainPreview,
  photoChecked,
  verified,
  fictional,
  lastActiveAt,
  createdAt,
  interests,
  answersFrom,
  answersUntil,
]: CardValues): CardRow {
  const photo = { mainPhoto, mainPreview, photoChecked, verified };
  return readCard({
    id,
    name,
    birthDate,
    gender,
    identity,
    country,
    region,
    city,
    stay,
    ...photo,
    fictional,
    lastActiveAt,
    createdAt,
    interests,
    ...{ answersFrom, answersUntil },
  });
}

export function readCard(row: RawCard): CardRow {
  return {
    id: row.id,
    name: row.name,
    birthDate: row.birthDate,
    gender: row.gender,
    identity: row.identity === null ? null : (JSON.parse(row.identity) as CardRow["identity"]),
    country: row.country,
    region: row.region,
    city: row.city,
    stay: row.stay === null ? null : (JSON.parse(row.stay) as CardRow["stay"]),
    mainPhoto: row.mainPhoto,
    mainPreview: row.mainPreview,
    photoChecked: row.photoChecked === 1,
    verified: row.verified === 1,
    fictional: row.fictional === 1,
    lastActiveAt: row.lastActiveAt,
    createdAt: row.createdAt,
    interests: JSON.parse(row.interests) as CardRow["interests"],
    answersFrom: row.answersFrom,
    answersUntil: row.answersUntil,
  };
}
