import { expect, test } from "vitest";
import { HOUR, MINUTE } from "#worker/platform/durations.ts";
import {
  bannerText,
  isSiteDismissal,
  maintenanceOf,
  noticeFor,
  readNotices,
  retryAfter,
  type SiteNotice,
} from "./notices.vocabulary.ts";

const NOW = Date.UTC(2026, 10, 29, 12);

function notice(id: string, more: Partial<SiteNotice> = {}): SiteNotice {
  const texts = { en: id, de: id };
  return {
    ...{ id, kind: "info", audience: "everybody", texts, link: null, dismissible: true, from: NOW, until: null, entry: null },
    ...more,
  };
}

function shown(notices: SiteNotice[], more: object = {}): string | null {
  const reading = { now: NOW, isMember: true, dismissed: () => false, ...more };
  return noticeFor({ notices }, reading)?.id ?? null;
}

test("a maintenance begins at its time and ends at its time", () => {
  const closed = notice("closed", { kind: "maintenance", from: NOW, until: NOW + HOUR });
  const at = (now: number) => maintenanceOf({ notices: [closed, notice("info")] }, now)?.id ?? null;
  expect([at(NOW - 1), at(NOW), at(NOW + HOUR - 1), at(NOW + HOUR)]).toEqual([null, "closed", "closed", null]);
});

test("of two maintenances the one that ends last closes the site", () => {
  const kind = "maintenance" as const;
  const [soon, late, open] = [{ until: NOW + 1 }, { until: NOW + 2 }, { until: null }].map((more, index) =>
    notice(`m${index}`, { kind, ...more }),
  ) as [SiteNotice, SiteNotice, SiteNotice];
  expect(maintenanceOf({ notices: [soon, late] }, NOW)?.id).toBe("m1");
  expect(maintenanceOf({ notices: [late, open, soon] }, NOW)?.id).toBe("m2");
});

test("programs ask again at the end, not sooner than in a minute nor later than in a day", () => {
  const waits = [null, NOW + 90_500, NOW + 1, NOW + 100 * HOUR].map((until) => retryAfter({ until }, NOW));
  expect(waits).toEqual([600, 91, 60, 86_400]);
});

test("a page shows a planned maintenance a day before, then a warning, then what is newest", () => {
  const planned = notice("planned", { kind: "maintenance", from: NOW + 24 * HOUR });
  const all = [notice("old", { from: NOW - HOUR }), notice("new"), notice("warns", { kind: "warning", from: NOW - 2 * HOUR })];
  expect(shown([...all, planned])).toBe("planned");
  expect(shown([...all, { ...planned, from: planned.from + MINUTE }])).toBe("warns");
  expect(shown(all.slice(0, 2))).toBe("new");
  expect(shown(all.slice(0, 2), { dismissed: (name: string) => name === "site_new" })).toBe("old");
});

test("a reader of a language without a text gets English, or else the first language that has one", () => {
  const said = (texts: SiteNotice["texts"], language: "de" | "fr") => bannerText({ texts }, language);
  expect(said({ en: "Hello", de: "Hallo" }, "de")).toEqual({ text: "Hallo", language: "de" });
  expect(said({ de: "Hallo", en: "Hello" }, "fr")).toEqual({ text: "Hello", language: "en" });
  expect(said({ sv: "Hej", de: "Hallo" }, "fr")).toEqual({ text: "Hallo", language: "de" });
  expect([said({}, "fr"), shown([notice("a", { texts: {} })])]).toEqual([null, null]);
});

test("a notice is for whom it names, from its time to its end", () => {
  expect([shown([notice("a", { audience: "visitors" })]), shown([notice("a", { audience: "members" })])]).toEqual([null, "a"]);
  expect(shown([notice("a", { audience: "visitors" })], { isMember: false })).toBe("a");
  expect([shown([notice("a", { from: NOW + 1 })]), shown([notice("a", { until: NOW })])]).toEqual([null, null]);
  expect(shown([notice("a", { dismissible: false })], { dismissed: () => true })).toBe("a");
});

test("rows are read as the database writes them", () => {
  const [row] = readNotices(JSON.stringify([{ ...notice("a"), dismissible: 1 }]));
  expect(row).toEqual(notice("a"));
  expect(readNotices(null)).toEqual([]);
  expect([isSiteDismissal("site_abcdefghijkl"), isSiteDismissal("site_a"), isSiteDismissal("entry")]).toEqual([
    true,
    false,
    false,
  ]);
});
