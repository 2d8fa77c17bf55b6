import type { z } from "zod";
import { cellOf } from "#db/cells.ts";
import { LANGUAGES, type Language } from "#locales/languages.ts";
import { auditRow } from "#worker/backoffice/staff/audit.ts";
import type { StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import type { Mails } from "#worker/delivery/mail/mails.ts";
import {
  EVENTS_RETENTION,
  FEWEST_PLACES,
  LINK_MAX,
  LIST_OPEN,
  LONGEST_EVENT,
  MOST_PLACES,
  PLACE_MAX,
  TEXT_MAX,
  TITLE_MAX,
} from "#worker/discovery/events/events.vocabulary.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { dayOf } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";
import { cleanLine, cleanText, lengthProblem } from "#worker/platform/text.ts";
import { townZone } from "#worker/platform/town-zones.ts";
import { momentOf, offsetOf } from "#worker/platform/zones.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import type { contract } from "./site-events.contract.ts";
import type { EventChange, EventRow, SiteEventsStore } from "./site-events.store.ts";

type Output<N extends keyof typeof contract> = z.output<(typeof contract)[N]["output"]>;
type Input<N extends keyof typeof contract> = z.output<(typeof contract)[N]["input"]>;
type Fields = Omit<Input<"addSiteEvent">, "site">;

interface Deps {
  store: SiteEventsStore;
  mails: Pick<Mails, "eventChanged" | "eventCancelled" | "dispatch">;
  limits: Limits;
  domainOf(id: string): Promise<Domain | null>;
  originOf(domain: Domain): string;
}

const LISTED = 300;
/** Of one site, not over: a page of members lists their towns. */
const MOST_OF_SITE = 200;
/** In ms. */
const LONGEST_AHEAD = 731 * DAY;
/** Members who are told in one run of the cron. */
const AT_ONCE = 50;
const FORGOTTEN_AT_ONCE = 500;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** Events of a site, as its staff make them: decision 151. */
export function createSiteEvents({ store, mails, limits, domainOf, originOf }: Deps) {
  const counted = async ({ viewer, now }: StaffMemberContext) =>
    refuseOver(await limits.hit(...limitOf("staffSites", { staff: viewer.id }), now));
  const audited = (ctx: StaffMemberContext, action: string, { id, domainId }: Pick<EventRow, "id" | "domainId">) =>
    auditRow(ctx, { action, object: "deployment", id: domainId, reason: id });

  /** @throws not_found */
  async function found(id: string): Promise<EventRow> {
    const row = await store.find(id);
    if (!row) throw new AppError("not_found");
    return row;
  }

  async function tellStep(row: EventRow, now: number): Promise<void> {
    const domain = row.endsAt > now ? await domainOf(row.domainId) : null;
    // Where the site has no events any more, only that nothing takes place still matters.
    const tells = domain?.features.events || row.notice === "cancelled";
    const members = domain && tells ? await store.going(row, AT_ONCE) : [];
    const write = row.notice === "cancelled" ? mails.eventCancelled : mails.eventChanged;
    const rows = await Promise.all(
      members.map((to) => {
        const ctx = { domain: domain as Domain, origin: originOf(domain as Domain), country: to.country, now };
        return write(ctx, { ...to, event: row });
      }),
    );
    await store.told(row, rows, members.length === AT_ONCE ? (members.at(-1)?.id ?? null) : null);
    await Promise.all(rows.map(({ id }) => mails.dispatch(id)));
  }

  return {
    async siteEvents({ now }: StaffMemberContext, input: Input<"siteEvents">): Promise<Output<"siteEvents">> {
      const { events, sites } = await store.list(now, LISTED);
      const site = ({ id, name, languages }: (typeof sites)[number]) => ({
        id,
        name,
        languages: JSON.parse(languages) as Language[],
      });
      const changed = events.find(({ id, endsAt }) => id === input.event && endsAt > now);
      const ofEvent = sites.find(({ id }) => id === changed?.domainId);
      const chosen = ofEvent ?? sites.find(({ id }) => id === input.site) ?? sites[0];
      return {
        events: events.map((row) => shown(row, now)),
        sites: sites.map(site),
        chosen: chosen
          ? {
              ...site(chosen),
              // Towns and languages of another site must not be offered for an event.
              event: ofEvent ? (changed?.id ?? null) : null,
              towns: townsIn(JSON.parse(chosen.countries) as string[]),
            }
          : null,
      };
    },

    /** @throws invalid too_many_requests */
    async addSiteEvent(ctx: StaffMemberContext, { site, ...fields }: Input<"addSiteEvent">): Promise<Output<"addSiteEvent">> {
      await counted(ctx);
      const domain = await domainOf(site);
      if (!domain?.features.events) throw invalid({ field: "site", code: "unknown_option" });
      const { viewer, now } = ctx;
      const row: EventRow = {
        ...written(fields, domain, now, null),
        ...{
          id: newId(),
          domainId: site,
          going: 0,
          createdBy: viewer.id,
          createdAt: now,
          changedAt: now,
          notice: null,
          toldTo: null,
        },
      };
      const action = row.status === "published" ? "publish event" : "add event";
      if (!(await store.add(row, audited(ctx, action, row), MOST_OF_SITE, now)))
        throw invalid({ field: "site", code: "too_many", params: { max: MOST_OF_SITE } });
      return { id: row.id };
    },

    /** @throws invalid not_found conflict too_many_requests */
    async changeSiteEvent(
      ctx: StaffMemberContext,
      { id, version, ...fields }: Input<"changeSiteEvent">,
    ): Promise<Output<"changeSiteEvent">> {
      await counted(ctx);
      const before = await found(id);
      const domain = await domainOf(before.domainId);
      if (!domain) throw new AppError("not_found");
      if (!domain.features.events || before.status === "cancelled" || before.endsAt <= ctx.now) throw new AppError("conflict");
      const after = written(fields, domain, ctx.now, before);
      const isTold = before.status === "published" && before.going > 0 && isElsewhere(before, after);
      const action = before.status === "draft" && after.status === "published" ? "publish event" : "change event";
      const isChanged = await store
        .change(id, version, after, isTold ? "changed" : null, audited(ctx, action, before), ctx.now)
        .catch((error: unknown) => refuseFewer(error));
      if (!isChanged) throw new AppError("conflict");
      return {};
    },

    /** @throws not_found too_many_requests */
    async cancelSiteEvent(ctx: StaffMemberContext, { id }: Input<"cancelSiteEvent">): Promise<Output<"cancelSiteEvent">> {
      await counted(ctx);
      const row = await found(id);
      if (!(await store.cancel(id, audited(ctx, "cancel event", row), ctx.now))) throw new AppError("not_found");
      return {};
    },

    /** @throws not_found conflict too_many_requests */
    async removeSiteEvent(ctx: StaffMemberContext, { id }: Input<"removeSiteEvent">): Promise<Output<"removeSiteEvent">> {
      await counted(ctx);
      const row = await found(id);
      if (!(await store.remove(id, audited(ctx, "delete event", row), ctx.now))) throw new AppError("conflict");
      return {};
    },

    /** Repeatable: deletes who went and what is over, and tells those who go of changes. One that fails stops no other. */
    async sweep(now: number): Promise<void> {
      await store.forget({ wentBefore: now - LIST_OPEN, endedBefore: now - EVENTS_RETENTION, limit: FORGOTTEN_AT_ONCE });
      for (const row of await store.telling())
        await tellStep(row, now).catch((error: unknown) => log("error", "event not told", { entry: row.id, error }));
    },
  };
}

const iso = (at: number) => new Date(at).toISOString();
/** Wall-clock time as a form has it. */
const clock = (at: number, zone: string) => iso(at + offsetOf(zone, at)).slice(0, 16);

function townsIn(countries: readonly string[]) {
  return countries.flatMap((country) =>
    regionsOf(country).flatMap(({ code, name, cities }) =>
      cities.map((city) => ({ town: `${code}/${city}`, city, region: name, country })),
    ),
  );
}

function shown(row: EventRow & { by: string }, now: number): Output<"siteEvents">["events"][number] {
  const { id, status, title, text, spoken, country, region, city, place, link, zone, startsAt, endsAt, places, going, by } = row;
  return {
    ...{ id, status, title, text, country, city, place, link, zone, places, going, by, site: row.domainId },
    ...{ over: endsAt <= now, language: row.language as Language, spoken: spoken as Language[], town: `${region}/${city}` },
    ...{ starts_at: iso(startsAt), ends_at: iso(endsAt), starts: clock(startsAt, zone), ends: clock(endsAt, zone) },
    ...{ version: row.changedAt, telling: row.notice !== null },
  };
}

/** Those who go have to know. */
function isElsewhere(before: EventRow, after: EventChange): boolean {
  return (["startsAt", "endsAt", "region", "city", "place", "title"] as const).some((key) => before[key] !== after[key]);
}

/** The check of the table: more go than there would be places. @throws invalid */
function refuseFewer(error: unknown): never {
  if (violationOf(error)?.name === "event_places")
    throw invalid({ field: "places", code: "out_of_range", text: "More members go already." });
  throw error;
}

/** @throws invalid with all fields that are wrong */
function written(fields: Fields, { settings }: Domain, now: number, before: EventRow | null): EventChange {
  const title = cleanLine(fields.title ?? "");
  const text = cleanText(fields.text ?? "");
  const place = cleanLine(fields.place ?? "");
  const link = (fields.link ?? "").trim();
  const town = townOf(fields.town ?? "", settings.countries);
  const { places, problem } = placesOf(fields.places ?? "");
  const wrong: (FieldError | null)[] = [
    lengthProblem("title", title, { min: 1, max: TITLE_MAX }),
    lengthProblem("text", text, { min: 1, max: TEXT_MAX }),
    lengthProblem("place", place, { min: 1, max: PLACE_MAX }),
    settings.languages.includes(fields.language as Language) ? null : { field: "language", code: "unknown_option" },
    town ? null : { field: "town", code: fields.town ? "unknown_option" : "required" },
    problem,
    link === "" || isLink(link) ? null : { field: "link", code: "invalid_format" },
  ];
  const zone = town ? townZone(town) : "UTC";
  const span = spanOf(fields, zone, now, before);
  const problems = [...wrong, ...span.problems].filter((one) => one !== null);
  if (!town || problems.length > 0) throw invalid(...problems);
  return {
    ...{ title, text, place, ...town, zone, places, link: link || null, language: fields.language as Language },
    spoken: LANGUAGES.filter((tag) => fields[`spoken_${tag}`] === "on"),
    ...{ cell: cellOf(town), startsAt: span.starts, endsAt: span.ends, day: dayOf(span.starts, zone) },
    status: before?.status === "published" ? "published" : fields.status,
  };
}

function townOf(typed: string, countries: readonly string[]) {
  const [region = "", city = ""] = typed.split("/");
  const country = countries.find((one) => regionsOf(one).some(({ code, cities }) => code === region && cities.includes(city)));
  return country ? { country, region, city } : null;
}

function placesOf(typed: string): { places: number | null; problem: FieldError | null } {
  const text = typed.trim();
  if (text === "") return { places: null, problem: null };
  const places = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(places)) return { places: null, problem: { field: "places", code: "invalid_format" } };
  const fits = places >= FEWEST_PLACES && places <= MOST_PLACES;
  return { places, problem: fits ? null : { field: "places", code: "out_of_range" } };
}

function isLink(text: string): boolean {
  return text.length <= LINK_MAX && URL.canParse(text) && new URL(text).protocol === "https:" && new URL(text).username === "";
}

/** One that is running may keep its beginning. */
function spanOf({ starts: from, ends: until }: Fields, zone: string, now: number, before: EventRow | null) {
  const problems: FieldError[] = [];
  const at = (field: string, typed = "") => {
    const time = LOCAL.test(typed) ? Date.parse(`${typed}Z`) : Number.NaN;
    if (!Number.isNaN(time)) return momentOf(zone, time);
    problems.push({ field, code: typed === "" ? "required" : "invalid_format" });
    return Number.NaN;
  };
  const [starts, ends] = [at("starts", from), at("ends", until)];
  if (starts > now + LONGEST_AHEAD || (starts <= now && starts !== before?.startsAt))
    problems.push({ field: "starts", code: "out_of_range" });
  if (ends <= starts || ends <= now || ends > starts + LONGEST_EVENT) problems.push({ field: "ends", code: "out_of_range" });
  return { starts, ends, problems };
}
