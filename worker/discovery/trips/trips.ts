import { cellOf } from "#db/cells.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { dayOf, isoDate } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, type FieldError, invalid } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { cleanLine } from "#worker/platform/text.ts";
import { momentOf, zoneOf } from "#worker/platform/zones.ts";
import { checkPlace } from "#worker/sites/domains/check-place.ts";
import type { Region } from "#worker/sites/domains/domains.contract.ts";
import type { contract } from "./trips.contract.ts";
import type { TripRow, TripsStore } from "./trips.store.ts";
import { dayAfter, daysBetween, FARTHEST_TRIP, LONGEST_TRIP, MOST_TRIPS, SHOWN_BEFORE } from "./trips.vocabulary.ts";

/** Members of one step of the cron. */
const AT_ONCE = 100;
/** In a run: all trips of a country begin and end at its midnight. */
const STEPS = 20;

interface Deps {
  store: TripsStore;
  regionsOf(country: string): Region[];
}

type List = Output<typeof contract.trips>;
type Wanted = Input<typeof contract.addTrip>;

export function createTrips({ store, regionsOf }: Deps) {
  return {
    async trips(ctx: MemberContext): Promise<List> {
      return listOf(await store.list(ctx.viewer.id), ctx);
    },

    /** Idempotent. @throws invalid */
    async addTrip(ctx: MemberContext, wanted: Input<typeof contract.addTrip>): Promise<List> {
      const known = await store.list(ctx.viewer.id);
      const row = tripFrom(wanted, { id: newId(), known }, ctx);
      if (known.some((one) => isSame(one, row))) return listOf(known, ctx);
      if (known.length >= MOST_TRIPS) throw invalid(fullOf());
      const added = await store.add(ctx.viewer.profile, row, MOST_TRIPS, ctx.now);
      if (added) return listOf(added, ctx);
      // Two requests at once: the other was first.
      const now = await store.list(ctx.viewer.id);
      if (!now.some((one) => isSame(one, row))) throw invalid(now.length >= MOST_TRIPS ? fullOf() : OVERLAPS);
      return listOf(now, ctx);
    },

    /** Idempotent. @throws invalid not_found */
    async changeTrip(ctx: MemberContext, { trip, ...wanted }: Input<typeof contract.changeTrip>): Promise<List> {
      const known = await store.list(ctx.viewer.id);
      if (!known.some(({ id }) => id === trip)) throw new AppError("not_found");
      const row = tripFrom(wanted, { id: trip, known }, ctx);
      if (known.some((one) => one.id === trip && isSame(one, row))) return listOf(known, ctx);
      const changed = await store.change(ctx.viewer.profile, row, ctx.now);
      if (changed) return listOf(changed, ctx);
      const left = await store.list(ctx.viewer.id);
      throw left.some(({ id }) => id === trip) ? invalid(OVERLAPS) : new AppError("not_found");
    },

    /** @throws not_found */
    async removeTrip(ctx: MemberContext, { trip }: Input<typeof contract.removeTrip>): Promise<List> {
      const left = await store.remove(ctx.viewer.profile, trip, ctx.now);
      if (!left) throw new AppError("not_found");
      return listOf(left, ctx);
    },

    /** Trips whose time has come, or has ended. The cron calls it each minute. */
    async sweep(now: number): Promise<void> {
      for (let step = 0; step < STEPS; step++) {
        const due = await store.due(now, AT_ONCE);
        await store.settle(due, now);
        if (due.length < AT_ONCE) break;
      }
    },
  };

  /** @throws invalid */
  function tripFrom(wanted: Wanted, { id, known }: { id: string; known: readonly TripRow[] }, ctx: MemberContext): TripRow {
    const { countries } = ctx.domain.settings;
    const country = cleanLine(wanted.country);
    const place = checkPlace(wanted, countries.includes(country as never) ? regionsOf(country) : []);
    const problems: FieldError[] = countries.includes(country as never)
      ? place.problems
      : [{ field: "country", code: "unknown_option" }];
    const { region, city } = place;
    if (problems.length === 0 && (region === null || city === null)) problems.push({ field: "city", code: "required" });
    const before = known.find((one) => one.id === id);
    const days = daysFrom(wanted, before, ctx);
    problems.push(...days.problems);
    const { from, until } = days;
    const others = known.filter((one) => one.id !== id && !(one.city === city && one.fromDay === from && one.untilDay === until));
    if (from && until && others.some((one) => one.fromDay <= until && one.untilDay >= from)) problems.push(OVERLAPS);
    if (problems.length > 0 || !region || !city || !from || !until) throw invalid(...problems);
    const zone = zoneOf(ctx.viewer.profile.country);
    const shownAt = momentOf(zone, Date.parse(from) - SHOWN_BEFORE * DAY);
    const endsAt = momentOf(zone, Date.parse(until) + DAY);
    return {
      id,
      country,
      region,
      city,
      cell: cellOf({ country, region, city }),
      fromDay: from,
      untilDay: until,
      shownAt,
      endsAt,
    };
  }
}

const OVERLAPS: FieldError = { field: "from", code: "trips_overlap" };

function fullOf(): FieldError {
  // The field of the town has texts of its own.
  return { field: "from", code: "trip_limit", params: { max: MOST_TRIPS } };
}

/** Today in the zone of the member's country: a client could forge its own. */
function todayOf({ viewer, now }: MemberContext): string {
  return dayOf(now, zoneOf(viewer.profile.country));
}

/** A trip that has begun keeps its first day. */
function daysFrom(wanted: Pick<Wanted, "from" | "until">, before: TripRow | undefined, ctx: MemberContext) {
  const [from, until] = [isoDate(wanted.from.trim()), isoDate(wanted.until.trim())];
  const today = todayOf(ctx);
  const problems: FieldError[] = [];
  if (!from) problems.push({ field: "from", code: wanted.from.trim() ? "invalid_date" : "required" });
  else if (from < today && from !== before?.fromDay) problems.push({ field: "from", code: "in_the_past" });
  else if (daysBetween(today, from) > FARTHEST_TRIP)
    problems.push({ field: "from", code: "too_far_ahead", params: { count: FARTHEST_TRIP } });
  if (!until) problems.push({ field: "until", code: wanted.until.trim() ? "invalid_date" : "required" });
  else if (from && until < from) problems.push({ field: "until", code: "ends_before_start" });
  else if (until < today) problems.push({ field: "until", code: "in_the_past" });
  else if (from && daysBetween(from, until) >= LONGEST_TRIP)
    problems.push({ field: "until", code: "too_long_stay", params: { count: LONGEST_TRIP } });
  return { from, until, problems };
}

function isSame(a: TripRow, b: TripRow): boolean {
  return a.cell === b.cell && a.city === b.city && a.fromDay === b.fromDay && a.untilDay === b.untilDay;
}

function listOf(rows: readonly TripRow[], ctx: MemberContext): List {
  const today = todayOf(ctx);
  const shown = rows.filter(({ shownAt, endsAt }) => shownAt <= ctx.now && endsAt > ctx.now);
  return {
    trips: rows
      .filter(({ endsAt }) => endsAt > ctx.now)
      .map(({ id, country, region, city, fromDay, untilDay }) => ({
        ...{ id, country, region, city, from: fromDay, until: untilDay },
        // One at a time: the next one waits for the end of the one before.
        shown: id === shown[0]?.id,
      })),
    most: MOST_TRIPS,
    earliest: today,
    latest: dayAfter(today, FARTHEST_TRIP),
  };
}
