import { PHOTO_LIMIT } from "#worker/discovery/photos/photos.vocabulary.ts";

/** As many as a member without premium. */
export const FICTIONAL_PHOTOS = PHOTO_LIMIT.free;
/** Where a picture is from, in characters. */
export const SOURCE_LENGTH = { min: 3, max: 300 };
/** Answers to prompts on the form. */
export const PROMPT_SLOTS = [1, 2, 3] as const;
export const FICTIONAL_STATES = ["active", "hidden", "ended"] as const;
export type FictionalState = (typeof FICTIONAL_STATES)[number];
/** Profiles of a page of the list, and how many it looks at to find them. */
export const FICTIONAL_PAGE = 30;
export const FICTIONAL_LOOKED_AT = 600;
