import { MEMBERS_ONLY } from "#db/schema/attribute-table.ts";
import { INTERESTS, type Interest } from "#db/schema/interests.ts";
import { DAY } from "#worker/platform/durations.ts";
import { PROFILE_FIELDS, type ProfileField, type Settings } from "#worker/sites/domains/settings.vocabulary.ts";

export const SORTS = ["last_active", "newest", "nearest", "common"] as const;
export type Sort = (typeof SORTS)[number];

export const ALL_COUNTRIES = "all";

/** Filters by what was between the member and a profile. For members only. */
export const OWN_FLAGS = ["answered", "unopened", "unpassed"] as const;
export type OwnFlag = (typeof OWN_FLAGS)[number];

/** The ends of the age scale mean no limit. */
export const YOUNGEST = 18;
export const OLDEST = 99;

export function yearsBefore(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}

/** Fields that the viewer may search by; null is a visitor. */
export function searchFields({ search_fields }: Pick<Settings, "search_fields">, viewer: unknown): ProfileField[] {
  return viewer ? search_fields : search_fields.filter((field) => !MEMBERS_ONLY.some((attribute) => attribute === field));
}

/** In days before today (UTC). */
const ACTIVE_DAYS = { day: 1, week: 7, month: 30 } as const;
export type ActiveWithin = keyof typeof ACTIVE_DAYS;
export const ACTIVE_WITHIN = Object.keys(ACTIVE_DAYS) as [ActiveWithin, ...ActiveWithin[]];

/** In ms. It moves once a day: otherwise the moment when somebody leaves the list would tell when they were last here. */
export function activeSince(within: ActiveWithin, now: number): number {
  return now - (now % DAY) - ACTIVE_DAYS[within] * DAY;
}

type FilterName = "min_height" | "max_height" | Exclude<ProfileField, "height">;
type Filters = Partial<Record<FilterName, string | number | undefined>>;

/** The filters of a field: a height has two ends. */
export function filtersOf(field: ProfileField): FilterName[] {
  return field === "height" ? ["min_height", "max_height"] : [field];
}

/** Whether the site lets this viewer search by every field of the filter. A saved search outlives a change of the site. */
export function isOffered(filter: Filters, settings: Pick<Settings, "search_fields">, viewer: unknown): boolean {
  const offered = searchFields(settings, viewer);
  return PROFILE_FIELDS.every((field) => offered.includes(field) || !filtersOf(field).some((name) => filter[name]));
}

/** Several interests are one text, separated by commas. */
export function interestsOf({ interests }: { interests?: string | undefined }): Interest[] {
  const codes = new Set((interests ?? "").split(",").filter(Boolean));
  return INTERESTS.filter((code) => codes.has(code));
}
