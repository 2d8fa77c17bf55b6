/** Ready opening lines: `chat.icebreaker.lines.<number>` in the locales. */
export const ICEBREAKERS = ["1", "2", "3", "4", "5", "6"] as const;
