import { edge } from "#worker/edge/edge.ts";

/** A day and its time in the reader's language. Nobody has told us their zone, so the one that it is in is named. */
export function utcTime(time: string): string {
  const { language } = edge();
  const form = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  return `${new Intl.DateTimeFormat(language, form).format(new Date(time))} UTC`;
}
