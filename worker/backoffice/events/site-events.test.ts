import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addMember } from "#tests/setup/add-member.ts";
import { applyTestDomains } from "#tests/setup/domains.ts";
import { addAttendance } from "#tests/setup/events.ts";
import { staffContext } from "#tests/setup/staff-context.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { EVENTS_RETENTION, LIST_OPEN } from "#worker/discovery/events/events.vocabulary.ts";
import { DAY, HOUR } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

const { siteEvents } = servicesOf(env);
let olga: StaffMemberContext;
let fields: Parameters<typeof siteEvents.addSiteEvent>[1];

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: AppError) => {
      if (!(error instanceof AppError)) throw error;
      return error.fields.length > 0 ? error.fields.map(({ field, code }) => `${field} ${code}`).join(", ") : error.code;
    },
  );
const listed = async (id: string) =>
  (await siteEvents.siteEvents(olga, {})).events.find((one) => one.id === id) ?? expect.unreachable();
const add = async (more: object = {}) => (await siteEvents.addSiteEvent(olga, { ...fields, ...more })).id;
const change = async (id: string, more: object = {}) => {
  const { site: _, ...rest } = fields;
  return siteEvents.changeSiteEvent(olga, { ...rest, id, version: (await listed(id)).version, ...more });
};
const mails = async () =>
  (await env.DB.prepare("SELECT template, account_id AS id, text FROM outbox ORDER BY account_id").all<Record<string, string>>())
    .results;

beforeEach(async () => {
  await env.DB.exec("DELETE FROM events");
  await env.DB.exec("DELETE FROM outbox");
  await applyTestDomains();
  olga = staffContext("operator", Date.now());
  const day = new Date(olga.now + 7 * DAY).toISOString().slice(0, 10);
  const where = { town: "NL-NH/Haarlem", place: "The fountain", starts: `${day}T10:00`, ends: `${day}T12:00` };
  fields = { site: "liaison", status: "published", title: "A walk", text: "We walk.", language: "en", ...where, spoken_nl: "on" };
});

test("times are those of the town's clock, and a form gets them back as they were typed", async () => {
  const id = await add({ link: "https://example.org/walk", places: " 12 " });
  const event = await listed(id);
  expect(event).toMatchObject({ starts: fields.starts, ends: fields.ends, town: "NL-NH/Haarlem", zone: "Europe/Amsterdam" });
  expect(event).toMatchObject({ places: 12, link: "https://example.org/walk", spoken: ["nl"], status: "published", going: 0 });
  const hours = (Date.parse(`${fields.starts}Z`) - Date.parse(event.starts_at)) / HOUR;
  expect([1, 2]).toContain(hours);
});

test("what cannot be is refused at each field at once", async () => {
  const past = new Date(olga.now - DAY).toISOString().slice(0, 16);
  expect(await codeOf(add({ title: " ", text: "", place: "", language: "xx", town: "", starts: "", ends: "tomorrow" }))).toBe(
    "title required, text required, place required, language unknown_option, town required, starts required, ends invalid_format",
  );
  const one = await Promise.all([
    codeOf(add({ title: "x".repeat(101) })),
    codeOf(add({ town: "NL-NH/Nowhere" })),
    codeOf(add({ town: "NL-NH/Utrecht" })),
    codeOf(add({ starts: past })),
    codeOf(add({ ends: fields.starts })),
    codeOf(add({ places: "4" })),
    codeOf(add({ places: "many" })),
    codeOf(add({ link: "http://example.org" })),
    codeOf(add({ link: "javascript:alert(1)" })),
    codeOf(add({ site: "velvet" })),
    codeOf(add({ site: "nobody" })),
  ]);
  expect(one).toEqual([
    ...["title too_long", "town unknown_option", "town unknown_option", "starts out_of_range", "ends out_of_range"],
    ...["places out_of_range", "places invalid_format", "link invalid_format", "link invalid_format"],
    ...["site unknown_option", "site unknown_option"],
  ]);
  expect((await siteEvents.siteEvents(olga, {})).events).toEqual([]);
});

test("each act leaves its row, and a change by somebody else is not overwritten", async () => {
  const id = await add({ status: "draft" });
  const { version } = await listed(id);
  await change(id, { title: "A long walk", status: "draft" });
  expect(await codeOf(change(id, { version, title: "Mine" }))).toBe("conflict");
  await change(id, { title: "A long walk", status: "published" });
  // Published stays published.
  await change(id, { title: "A long walk", status: "draft" });
  expect((await listed(id)).status).toBe("published");
  expect(await codeOf(siteEvents.removeSiteEvent(olga, { id }))).toBe("conflict");
  await siteEvents.cancelSiteEvent(olga, { id });
  expect(await codeOf(siteEvents.cancelSiteEvent(olga, { id }))).toBe("not_found");
  expect(await codeOf(change(id))).toBe("conflict");
  expect(await codeOf(siteEvents.removeSiteEvent(olga, { id }))).toBe("conflict");
  await siteEvents.sweep(olga.now);
  await siteEvents.removeSiteEvent(olga, { id });
  const { results } = await env.DB.prepare("SELECT action, object_id, reason FROM staff_audit WHERE staff_id = ? ORDER BY id")
    .bind(olga.viewer.id)
    .all();
  const acts = ["add event", "change event", "publish event", "change event", "cancel event", "delete event"];
  expect(results).toEqual(acts.map((action) => ({ action, object_id: "liaison", reason: id })));
});

test("those who go are told once of another place and of the end, and nobody else is", async () => {
  const [ann, bob, cid, dan] = [
    await addMember(),
    await addMember(),
    await addMember(),
    await addMember({ status: "not_confirmed" }),
  ];
  const id = await add();
  await addAttendance(id, ann);
  await addAttendance(id, bob, "unlisted");
  await addAttendance(id, cid, "interested");
  await addAttendance(id, dan);
  await change(id, { text: "We walk slowly." });
  await siteEvents.sweep(olga.now);
  expect(await mails()).toEqual([]);
  await change(id, { place: "The old bridge" });
  expect((await listed(id)).telling).toBe(true);
  await siteEvents.sweep(olga.now);
  await siteEvents.sweep(olga.now);
  const told = await mails();
  expect(told.map((mail) => [mail.template, mail.id])).toEqual([ann, bob].toSorted().map((one) => ["event_changed", one]));
  expect(told[0]?.text).toContain("The old bridge, Haarlem");
  expect((await listed(id)).telling).toBe(false);
  await env.DB.exec("DELETE FROM outbox");
  await siteEvents.cancelSiteEvent(olga, { id });
  await siteEvents.sweep(olga.now);
  expect((await mails()).map(({ template }) => template)).toEqual(["event_cancelled", "event_cancelled"]);
});

test("there are never fewer places than members who go", async () => {
  const id = await add({ places: "8" });
  for (let n = 0; n < 6; n++) await addAttendance(id, await addMember());
  expect(await codeOf(change(id, { places: "5" }))).toBe("places out_of_range");
  expect(await codeOf(change(id, { places: "6" }))).toBe("done");
});

test("who went is deleted a day after the end, and the event a month after it", async () => {
  const id = await add();
  for (const kind of ["listed", "interested"] as const) await addAttendance(id, await addMember(), kind);
  const end = Date.parse((await listed(id)).ends_at);
  const left = async () => [
    await env.DB.prepare("SELECT count(*) n FROM attendances").first("n"),
    await env.DB.prepare("SELECT count(*) n FROM events").first("n"),
  ];
  await siteEvents.sweep(end + LIST_OPEN - 1);
  expect(await left()).toEqual([2, 1]);
  await siteEvents.sweep(end + LIST_OPEN);
  expect(await left()).toEqual([0, 1]);
  await siteEvents.sweep(end + EVENTS_RETENTION);
  expect(await left()).toEqual([0, 0]);
});

test("who wanted to go to a cancelled event is deleted a day later, and the event a month later", async () => {
  const id = await add();
  for (const kind of ["listed", "interested"] as const) await addAttendance(id, await addMember(), kind);
  const year = 365 * DAY;
  await env.DB.prepare("UPDATE events SET starts_at = starts_at + ?1, ends_at = ends_at + ?1").bind(year).run();
  await siteEvents.cancelSiteEvent(olga, { id });
  const at = (await listed(id)).version;
  const left = async () => [
    await env.DB.prepare("SELECT count(*) n FROM attendances").first("n"),
    await env.DB.prepare("SELECT count(*) n FROM events").first("n"),
  ];
  await siteEvents.sweep(at + LIST_OPEN - 1);
  expect(await left()).toEqual([2, 1]);
  expect((await mails()).map(({ template }) => template)).toEqual(["event_cancelled"]);
  await siteEvents.sweep(at + LIST_OPEN);
  expect(await left()).toEqual([0, 1]);
  await siteEvents.sweep(at + EVENTS_RETENTION);
  expect(await left()).toEqual([0, 0]);
});

/** As if the site had switched its events off now. */
const moved = (id: string) => env.DB.prepare("UPDATE events SET domain_id = 'velvet' WHERE id = ?").bind(id).run();

test("a site that switched events off tells no change, only an end without a link, and forgets who went after a month", async () => {
  const id = await add();
  await addAttendance(id, await addMember());
  await change(id, { place: "The old bridge" });
  await moved(id);
  await siteEvents.sweep(olga.now);
  expect([await mails(), (await listed(id)).telling]).toEqual([[], false]);
  expect(await codeOf(change(id))).toBe("conflict");
  await env.DB.prepare("UPDATE events SET starts_at = starts_at + ?1, ends_at = ends_at + ?1")
    .bind(365 * DAY)
    .run();
  const off = await env.DB.prepare("SELECT updated_at at FROM domains WHERE id = 'velvet'").first<number>("at");
  const left = () => env.DB.prepare("SELECT count(*) n FROM attendances").first("n");
  await siteEvents.sweep((off ?? 0) + EVENTS_RETENTION - 1);
  expect(await left()).toBe(1);
  await siteEvents.sweep((off ?? 0) + EVENTS_RETENTION);
  expect(await left()).toBe(0);
  await addAttendance(id, await addMember());
  await siteEvents.cancelSiteEvent(olga, { id });
  await siteEvents.sweep(olga.now);
  const [told] = await mails();
  expect(told?.template).toBe("event_cancelled");
  expect(told?.text).not.toContain(`/events/${id}`);
});

test("an event that cannot be told stops neither the next one nor what is to be deleted", async () => {
  const [broken, whole, over] = [await add(), await add(), await add()];
  const bob = await addMember();
  for (const id of [broken, whole]) {
    await addAttendance(id, bob);
    await change(id, { place: "The old bridge" });
  }
  await addAttendance(over, bob);
  await env.DB.prepare("UPDATE events SET zone = 'Nowhere/Nothing', changed_at = 1 WHERE id = ?").bind(broken).run();
  await env.DB.prepare("UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?").bind(over).run();
  await siteEvents.sweep(olga.now);
  expect((await mails()).map(({ template }) => template)).toEqual(["event_changed"]);
  expect(await env.DB.prepare("SELECT count(*) n FROM attendances").first("n")).toBe(2);
});

test("the page offers only sites that have events, and the towns of the chosen one alone", async () => {
  const haarlem = { town: "NL-NH/Haarlem", city: "Haarlem", region: "Noord-Holland", country: "NL" };
  const asked = await siteEvents.siteEvents(olga, { site: "liaison" });
  const ids = asked.sites.map(({ id }) => id);
  expect(ids).toContain("liaison");
  expect(ids).not.toContain("velvet");
  expect(asked.sites.some((site) => "towns" in site)).toBe(false);
  expect(asked.chosen).toMatchObject({ id: "liaison", event: null, towns: expect.arrayContaining([haarlem]) });
  const { chosen: first } = await siteEvents.siteEvents(olga, { site: "velvet" });
  expect(first?.id).toBe(ids[0]);
});

test("the site of an event that can be changed comes before the one that is asked for", async () => {
  const event = await add();
  const chosen = async (input: object) => (await siteEvents.siteEvents(olga, input)).chosen;
  expect(await chosen({ event, site: "velvet" })).toMatchObject({ id: "liaison", event });
  await moved(event);
  expect(await chosen({ event, site: "liaison" })).toMatchObject({ id: "liaison", event: null });
  const over = await add();
  await env.DB.prepare("UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?").bind(over).run();
  expect(await chosen({ event: over, site: "liaison" })).toMatchObject({ id: "liaison", event: null });
});
