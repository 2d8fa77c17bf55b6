import { tripDay } from "#tests/setup/trip-day.ts";
import type { CallName } from "#worker/server/calls.ts";
import type { Line } from "./permission-line.ts";

const DAY = tripDay();
const STAY = { country: "NL", region: "NL-GR", city: "Groningen", from: DAY, until: DAY };
const NOT_FOUND: Line["outcomes"] = ["authentication_required", "not_found", "not_found", "not_found", "not_found"];

export const TRIP_ROWS: Partial<Record<CallName, Line>> = {
  addTrip: { input: () => STAY },
  changeTrip: { input: () => ({ trip: "nobodys", ...STAY }), outcomes: NOT_FOUND },
  removeTrip: { input: () => ({ trip: "nobodys" }), outcomes: NOT_FOUND },
};
