/** Ready opening lines: `chat.icebreaker.lines.<number>` in the locales. */
export const ICEBREAKERS = ["1", "2", "3", "4", "5", "6"] as const;

/** Ready lines that cost what any message costs; the others have a price of their own. */
const ORDINARY: readonly string[] = ["1", "2", "3"];

/** An icebreaker by its code. Lines about the other member are messages. */
export function isIcebreaker(code: string): boolean {
  return ICEBREAKERS.some((one) => one === code) && !ORDINARY.includes(code);
}
