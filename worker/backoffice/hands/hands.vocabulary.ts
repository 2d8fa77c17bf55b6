import type { StaffRole } from "#db/schema/attributes.ts";

/** Characters. */
export const NOTE_TEXT = { min: 1, max: 2000 };
export const LETTER_TEXT = { min: 20, max: 4000 };

/** Ready letters; their texts are in `locales` under `mail.letters.staff.ready`. */
export const READY_LETTERS = ["payment", "credits", "login", "photo", "report", "name"] as const;

/** Credits that one person gives a member alone, in all within 30 days. Above it a second person decides. */
export const CREDITS_ALONE: Readonly<Record<StaffRole, number>> = { operator: 200, support: 50, moderator: 0, desk: 0 };
export const CREDITS_AT_MOST = 10_000;

/** In days: what somebody gave counts so long towards `CREDITS_ALONE`. */
export const CREDITS_WINDOW = 30;

/** In days: until a second person decides. */
export const REQUEST_DUE = 3;
