import { expect, test } from "vitest";
import { quietUntil } from "./quiet.ts";

const at = (time: string) => Date.parse(time);
const until = (quiet: { from: string; to: string }, now: string, zone = "Europe/Amsterdam") => {
  const end = quietUntil({ ...quiet, zone }, at(now));
  return end && new Date(end).toISOString();
};
const NIGHT = { from: "22:00", to: "08:00" };
const NOON = { from: "12:00", to: "14:30" };

test.each([
  [NIGHT, "2026-11-23T20:59:59Z", null],
  [NIGHT, "2026-11-23T21:00:00Z", "2026-11-24T07:00:00.000Z"],
  [NIGHT, "2026-11-24T06:59:59Z", "2026-11-24T07:00:00.000Z"],
  [NIGHT, "2026-11-24T07:00:00Z", null],
  [NOON, "2026-11-23T11:00:00Z", "2026-11-23T13:30:00.000Z"],
  [NOON, "2026-11-23T13:30:00Z", null],
  // The clocks change in the night of 28 March 2027.
  [NIGHT, "2027-03-27T22:00:00Z", "2027-03-28T06:00:00.000Z"],
])("%j at %s ends at %s in the member's zone", (quiet, now, end) => {
  expect(until(quiet, now)).toBe(end);
});

test("the zone decides, and without quiet hours it is never quiet", () => {
  expect(until(NIGHT, "2026-11-23T21:00:00Z", "America/New_York")).toBeNull();
  expect(quietUntil(null, at("2026-11-23T23:00:00Z"))).toBeNull();
});

test("an end that the clocks skip is after the gap, and one that comes twice is still to come", () => {
  const late = { from: "22:00", to: "02:30" };
  expect(until(late, "2027-03-14T06:40:00Z", "America/New_York")).toBe("2027-03-14T07:30:00.000Z");
  for (const [zone, now, end] of [
    ["Atlantic/Azores", "2027-03-28T00:30:00Z", "2027-03-28T01:00:00.000Z"],
    ["America/Havana", "2027-03-14T04:30:00Z", "2027-03-14T05:00:00.000Z"],
    ["America/Santiago", "2027-09-05T03:30:00Z", "2027-09-05T04:00:00.000Z"],
  ] as const)
    expect(until({ from: "22:00", to: "00:00" }, now, zone)).toBe(end);
  expect(until({ from: "22:00", to: "01:30" }, "2026-11-01T06:10:00Z", "America/New_York")).toBe("2026-11-01T06:30:00.000Z");
});
