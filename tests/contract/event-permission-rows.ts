import type { CallName } from "#worker/server/calls.ts";
import type { Line } from "./permission-line.ts";

const NOT_FOUND: Line["outcomes"] = ["authentication_required", "not_confirmed", "not_found", "not_found", "not_found"];

/** Of an event that does not exist. */
export const EVENT_ROWS: Partial<Record<CallName, Line>> = {
  events: { input: () => ({}), outcomes: ["authentication_required", "not_confirmed", "ok", "ok", "ok"] },
  event: { input: () => ({ id: "0".repeat(20) }), outcomes: NOT_FOUND },
  eventPeople: { input: () => ({ id: "0".repeat(20) }), outcomes: NOT_FOUND },
  attend: {
    input: () => ({ event: "0".repeat(20), attendance: "going" }),
    outcomes: NOT_FOUND,
  },
  leaveEvent: { input: () => ({ event: "0".repeat(20) }) },
};
