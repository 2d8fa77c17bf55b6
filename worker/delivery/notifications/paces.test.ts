import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "#tests/setup/properties.ts";
import { CHANNELS, DEFAULTS, PACES } from "#worker/people/preferences/preferences.vocabulary.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { offsetOf } from "#worker/platform/zones.ts";
import { byKind, NOTIFICATION_KINDS } from "./kinds.vocabulary.ts";
import { DIGESTS_APART, duePaces, mayWait, nextDigest, paceOf, pacesOf } from "./paces.ts";

const zone = fc.constantFrom("Europe/Amsterdam", "Europe/Helsinki", "America/New_York", "Pacific/Auckland", "UTC");
const id = fc.stringMatching(/^[0-9a-z]{20}$/);
/** Two years, with all changes of the clocks. */
const time = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
const hourIn = (name: string, at: number) => new Date(at + offsetOf(name, at));

test("payments, security and what is mandatory come at once, whatever is stored", () => {
  const paces = byKind(() => ({ push: "weekly", mail: "weekly", in_app: "weekly" }) as const);
  for (const kind of ["payment", "security", "site_news"] as const)
    for (const channel of CHANNELS) expect(paceOf({ paces }, kind, channel), `${kind} ${channel}`).toBe("at_once");
  expect(paceOf({ paces }, "report", "mail")).toBe("at_once");
  expect(paceOf({ paces }, "message", "in_app")).toBe("at_once");
  const waiting = NOTIFICATION_KINDS.filter((kind) => mayWait(kind, "mail"));
  expect(waiting.toSorted()).toEqual(
    ["message", "request", "gift", "like", "match", "photo_request", "photo_answer", "search"].toSorted(),
  );
  for (const kind of waiting) expect(paceOf({ paces }, kind, "mail")).toBe("weekly");
  expect(paceOf({ paces: { like: { mail: "hourly" as "daily" } } }, "like", "mail")).toBe("at_once");
  expect(pacesOf(DEFAULTS)).toMatchObject({ like: { push: "at_once", mail: "at_once", in_app: "at_once" } });
  expect(PACES[0]).toBe("at_once");
});

test("the next digest is ahead, in the evening of the member's zone, within a day or a week", () => {
  fc.assert(
    fc.property(zone, id, time, (where, member, now) => {
      const clock = { id: member, zone: where };
      const [daily, weekly] = [nextDigest(clock, "daily", now), nextDigest(clock, "weekly", now)];
      for (const at of [daily, weekly]) {
        expect(at).toBeGreaterThan(now);
        expect(hourIn(where, at).getUTCHours()).toBeGreaterThanOrEqual(17);
        expect(hourIn(where, at).getUTCHours()).toBeLessThan(19);
      }
      expect(daily - now).toBeLessThanOrEqual(DAY + HOUR);
      expect(weekly - now).toBeLessThanOrEqual(7 * DAY + HOUR);
      expect(hourIn(where, weekly).getUTCDay()).toBe(0);
      expect(duePaces(clock, daily)).toContain("daily");
      expect(duePaces(clock, daily - 1)).toEqual([]);
      expect(duePaces(clock, weekly)).toEqual(["daily", "weekly"]);
    }),
    { numRuns: runs(500) },
  );
});

test("two digests that are far enough apart are never of one day", () => {
  fc.assert(
    fc.property(zone, id, time, fc.integer({ min: 0, max: 2 * 24 * 60 }), (where, member, now, minutes) => {
      const clock = { id: member, zone: where };
      const later = now + minutes * MINUTE;
      if (duePaces(clock, now).length === 0 || duePaces(clock, later).length === 0 || later - now < DIGESTS_APART) return;
      expect(hourIn(where, later).getUTCDate()).not.toBe(hourIn(where, now).getUTCDate());
    }),
    { numRuns: runs(2000) },
  );
});
