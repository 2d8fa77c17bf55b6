import type { Card } from "#worker/discovery/members/members.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Days = Pick<NonNullable<Card["trip"]>, "from" | "until">;

/** "12–15 December". Calendar dates have no zone. */
export function daysText({ from, until }: Days, month: "long" | "short"): string {
  const format = new Intl.DateTimeFormat(edge().reader.locale, { day: "numeric", month, timeZone: "UTC" });
  return format.formatRange(new Date(from), new Date(until));
}

export function tripText(trip: NonNullable<Card["trip"]>): string {
  return edge().t("trips.trip", { city: trip.city, days: daysText(trip, "long") });
}
