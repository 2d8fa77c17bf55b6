import type { EventCard } from "#worker/discovery/events/events.contract.ts";
import { dayOf, formatHour, zoneName } from "#worker/platform/dates.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Times = Pick<EventCard, "starts_at" | "ends_at" | "zone">;

/** With the weekday, by the clock of the town. */
export function dayText({ starts_at, zone }: Pick<Times, "starts_at" | "zone">): string {
  return longDay(starts_at, zone);
}

/** The zone is named where it is not the reader's; the day where it ends on another one. */
export function hoursText({ starts_at, ends_at, zone }: Times): string {
  const { reader } = edge();
  const [from, until] = [Date.parse(starts_at), Date.parse(ends_at)];
  const there = { ...reader, zone };
  const end = formatHour(until, there);
  const isSameDay = dayOf(from, zone) === dayOf(until, zone);
  const hours = `${formatHour(from, there)} – ${isSameDay ? end : `${longDay(ends_at, zone)}, ${end}`}`;
  return zone === reader.zone ? hours : `${hours} (${zoneName(zone, from, reader.locale)})`;
}

function longDay(time: string, zone: string): string {
  const form = { weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: zone } as const;
  return new Intl.DateTimeFormat(edge().reader.locale, form).format(new Date(time));
}
