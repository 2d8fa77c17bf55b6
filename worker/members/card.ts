import type { profiles } from "#db/schema/index.ts";
import type { Context } from "#worker/context.ts";
import { ageOn } from "#worker/lib/dates.ts";
import type { Card } from "./members.contract.ts";

export type ProfileRow = typeof profiles.$inferSelect;
/** Lists select these columns only. */
export type CardRow = Pick<
  ProfileRow,
  | "id"
  | "name"
  | "birthDate"
  | "gender"
  | "country"
  | "region"
  | "city"
  | "mainPhoto"
  | "fictional"
  | "lastActiveAt"
  | "createdAt"
>;

const ONLINE_FOR = 5 * 60 * 1000;
const NEW_FOR = 7 * 24 * 3600 * 1000;

/** A pool may contain fictional profiles that this domain hides. */
export function isShownHere({ fictional }: Pick<ProfileRow, "fictional">, { domain }: Pick<Context, "domain">): boolean {
  return !fictional || domain.settings.fictional_profiles;
}

export function cardOf(row: CardRow, ctx: Context): Card {
  return {
    id: row.id,
    name: row.name,
    age: ageOn(row.birthDate, ctx.now),
    gender: row.gender,
    country: row.country,
    region: row.region,
    city: row.city,
    main_image: row.mainPhoto ? { ...ctx.image(row.mainPhoto, row.id), status: "active" } : null,
    fictional: row.fictional,
    // Visitors and members who hide their presence see none. Members who hide it have an old `lastActiveAt`.
    online: !row.fictional && ctx.viewer?.preferences.showOnline === true && ctx.now - row.lastActiveAt < ONLINE_FOR,
    is_new: ctx.now - row.createdAt < NEW_FOR,
  };
}
