import type { LookingFor, ShownIn } from "#db/schema/attributes.ts";
import type { profiles } from "#db/schema/index.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { onlineSince } from "#worker/people/identity/online.vocabulary.ts";
import { ageOn } from "#worker/platform/dates.ts";
import { utcDay } from "#worker/platform/durations.ts";
import { moreGenders, plainGender, readIdentity, shownIdentity, soughtOn } from "#worker/sites/domains/genders.vocabulary.ts";
import { distanceBetween } from "./distance.ts";
import { imageOf } from "./image.ts";
import { listedInterests } from "./interests.vocabulary.ts";
import type { Card, Image } from "./members.contract.ts";
import { placeNow } from "./place-now.ts";

export type ProfileRow = typeof profiles.$inferSelect;
/** Lists select these columns only. */
export type CardRow = Pick<
  ProfileRow,
  | "id"
  | "name"
  | "birthDate"
  | "gender"
  | "identity"
  | "country"
  | "region"
  | "city"
  | "stay"
  | "mainPhoto"
  | "mainPreview"
  | "photoChecked"
  | "verified"
  | "fictional"
  | "lastActiveAt"
  | "createdAt"
  | "interests"
  | "answersFrom"
  | "answersUntil"
>;

export const NEW_FOR = 7 * 24 * 3600 * 1000;

/** A pool may contain fictional profiles that this domain hides. */
export function isShownHere({ fictional }: Pick<ProfileRow, "fictional">, { domain }: Pick<Context, "domain">): boolean {
  return !fictional || domain.settings.fictional_profiles;
}

function distanceTo(row: CardRow, { viewer, domain }: Context): number | null {
  if (!viewer || viewer.id === row.id || !domain.features.distance) return null;
  return distanceBetween(placeNow(viewer.profile), placeNow(row));
}

export function cardOf(row: CardRow, ctx: Context): Card {
  return {
    id: row.id,
    name: row.name,
    age: ageOn(row.birthDate, ctx.now),
    ...genderOf(row, ctx),
    country: row.country,
    region: row.region,
    city: row.city,
    // A journey to come is nobody's business who has no account.
    trip: ctx.viewer ? row.stay : null,
    main_image: mainImageOf(row, ctx),
    photo_checked: row.mainPhoto !== null && row.photoChecked,
    verified: row.mainPhoto !== null && row.verified && ctx.domain.features.verification,
    fictional: row.fictional,
    // Visitors and members who hide their presence see none. Members who hide it have an old `lastActiveAt`.
    online: !row.fictional && ctx.viewer?.preferences.showOnline === true && row.lastActiveAt > onlineSince(ctx.now),
    distance: distanceTo(row, ctx),
    common: commonWith(row, ctx),
    is_new: ctx.now - row.createdAt < NEW_FOR,
    answers_within_day: ctx.viewer !== null && answersWithinDay(row, ctx.now),
  };
}

/**
 * Members read an identity that is shown, where the site offers it. Nothing else depends on it: who hides one reads as
 * anybody in the same searches.
 */
function genderOf(
  { gender, identity }: Pick<CardRow, "gender" | "identity">,
  { viewer, domain: { settings } }: Context,
): SaidGender {
  const offered = viewer !== null && identity !== null && moreGenders(settings).includes(identity.code);
  const shown = offered ? shownIdentity(identity) : null;
  const sought = soughtOn(settings, viewer?.profile.lookingFor ?? "everyone");
  return saidGender(gender, shown ?? NOTHING_MORE, sought);
}

/** The member reads what they say, whether others do or not. */
export function ownGenderOf({ gender, identity, lookingFor }: ProfileRow, { domain: { settings } }: Context): SaidGender {
  const said = identity ? readIdentity({ code: identity.code, words: identity.words }) : NOTHING_MORE;
  return saidGender(gender, said, soughtOn(settings, lookingFor));
}

type SaidGender = Pick<Card, "gender" | "gender_said" | "identity" | "identity_words">;
const NOTHING_MORE = { identity: null, identity_words: null };

function saidGender(gender: ShownIn, said: ReturnType<typeof readIdentity>, sought: LookingFor): SaidGender {
  const { identity, identity_words } = said;
  return {
    gender: plainGender({ gender, identity }, sought),
    ...{ gender_said: identity === null && identity_words === null, identity, identity_words },
  };
}

/** It changes at midnight (UTC) only, so that it does not tell the hour of a visit. Decision 96. */
function answersWithinDay(
  { fictional, answersFrom, answersUntil }: Pick<CardRow, "fictional" | "answersFrom" | "answersUntil">,
  now: number,
): boolean {
  const day = utcDay(now);
  return !fictional && answersFrom <= day && day < answersUntil;
}

/** Interests that both name, where the domain shows them. */
function commonWith(row: CardRow, { viewer, domain: { settings } }: Context): number {
  if (!viewer || viewer.id === row.id || !settings.visible_profile_fields.includes("interests")) return 0;
  return listedInterests(row.interests, settings).filter((one) => viewer.profile.interests.includes(one)).length;
}

type MainPhoto = Pick<ProfileRow, "id" | "mainPhoto" | "mainPreview">;

export function mainImageOf({ id, mainPhoto: key, mainPreview: preview }: MainPhoto, ctx: Context): Image | null {
  return key === null ? null : imageOf({ key, preview, status: "active" }, id, ctx);
}
