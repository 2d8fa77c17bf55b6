import { LIFETIME } from "#worker/people/links/vocabulary.ts";

export const STAY = "STAY-";

export const REACTIVATION_DAYS = LIFETIME.reactivation / (24 * 3600 * 1000);
