import { DAY } from "#worker/platform/durations.ts";

/** Tokens of a deployment that stand at a time. */
export const MOST_TOKENS = 50;
export const MOST_DAYS = 366;
export const NAME = { min: 1, max: 100 };
/** In ms: a token that has ended stays in the list this long. */
export const ENDED_SHOWN = 180 * DAY;
/** Rows that a page looks at. */
export const WINDOW = 500;

/** Of a token without its mark, which scanners of leaked secrets look for. */
export function shownToken(secret: string): string {
  return `lia_${secret}`;
}
