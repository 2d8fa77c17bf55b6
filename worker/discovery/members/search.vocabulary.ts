import { INTERESTS, type Interest } from "#db/schema/interests.ts";

export const SORTS = ["last_active", "newest", "nearest", "common"] as const;
export type Sort = (typeof SORTS)[number];

export const ALL_COUNTRIES = "all";

/** Several interests are one text, separated by commas. */
export function interestsOf({ interests }: { interests?: string | undefined }): Interest[] {
  const codes = new Set((interests ?? "").split(",").filter(Boolean));
  return INTERESTS.filter((code) => codes.has(code));
}
