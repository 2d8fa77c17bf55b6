import type { profiles } from "#db/schema/index.ts";
import type { Context } from "../context.ts";
import { ageOn } from "../lib/dates.ts";
import type { Card } from "./members.contract.ts";

export type ProfileRow = typeof profiles.$inferSelect;
/** The columns that a card needs: lists select no more. */
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

/** A domain without fictional profiles shows none of those that its pool has. */
export function isShownHere({ fictional }: Pick<ProfileRow, "fictional">, { domain }: Pick<Context, "domain">): boolean {
  return !fictional || domain.settings.fictional_profiles;
}

/** A member as a list shows them to this viewer. */
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
    // A fictional profile is nobody who could be there; a visitor is not told when somebody was, nor is who does not show it.
    // Of others who do not, `lastActiveAt` is long ago.
    online: !row.fictional && ctx.viewer?.preferences.showOnline === true && ctx.now - row.lastActiveAt < ONLINE_FOR,
    is_new: ctx.now - row.createdAt < NEW_FOR,
  };
}
