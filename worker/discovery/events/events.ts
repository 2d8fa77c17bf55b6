import type { Language } from "#locales/languages.ts";
import { type CandidateFilter, candidateFilterOf } from "#worker/discovery/members/candidate-filter.ts";
import { cardOf } from "#worker/discovery/members/card.ts";
import { placeNow } from "#worker/discovery/members/place-now.ts";
import { cellsAround } from "#worker/discovery/members/towns.ts";
import { hasTown } from "#worker/discovery/wishes/wish-filter.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { AppError } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import type { contract, EventCard } from "./events.contract.ts";
import type { Act, EventRow, EventsStore } from "./events.store.ts";
import { LIST_OPEN, LISTED_FIRST, MOST_AHEAD, MOST_PLACES, NEAR, roundedGoing } from "./events.vocabulary.ts";

const PAGE_SIZE = 20;
const SCOPE = "events";
/** Of those who go, looked at in one statement; a page shows those among them who may be shown. */
const LOOKED_AT = 60;
/** Statements of one page that shows nobody yet. */
const LOOKS = 4;

interface Deps {
  store: EventsStore;
  cursors: Cursors;
  limits: Limits;
}

/** Events of a site, and who goes: decision 151. */
export function createEvents({ store, cursors, limits }: Deps) {
  return {
    /** @throws invalid not_found not_confirmed */
    async events(
      ctx: MemberContext,
      { where, from, cursor }: Input<typeof contract.events>,
    ): Promise<Output<typeof contract.events>> {
      offered(ctx);
      const [at, id] = cursor ? cursors.decode(cursor, ["number", "string"], SCOPE) : [];
      const near = hasTown(ctx);
      const found = await store.list({
        ...{ domainId: ctx.domain.id, viewerId: ctx.viewer.id, now: ctx.now, mine: where === "mine", from: from ?? null },
        cells: cellsOf(where, near, ctx),
        after: at === undefined || id === undefined ? null : { at, id },
        size: PAGE_SIZE + 1,
      });
      const shown = found.events.slice(0, PAGE_SIZE);
      const last = shown.at(-1) as EventRow;
      return {
        events: shown.map(cardOfEvent),
        towns: found.towns.map(({ cell, ...town }) => ({ town: `${cell}`, ...town })),
        near,
        cursor: found.events.length > PAGE_SIZE ? cursors.encode([last.startsAt, last.id], SCOPE) : null,
      };
    },

    /** @throws not_found not_confirmed */
    async event(ctx: MemberContext, { id }: Input<typeof contract.event>): Promise<Output<typeof contract.event>> {
      const row = await found(ctx, id);
      const { text, link, changedAt } = row;
      const changed_at = new Date(changedAt).toISOString();
      return { ...cardOfEvent(row), text, link, changed_at, lacks: lackOf(ctx), people: seenBy(row, ctx) };
    },

    /** @throws invalid not_found not_confirmed forbidden */
    async eventPeople(
      ctx: MemberContext,
      { id, cursor }: Input<typeof contract.eventPeople>,
    ): Promise<Output<typeof contract.eventPeople>> {
      const row = await found(ctx, id);
      if (seenBy(row, ctx) !== "shown") throw new AppError("forbidden");
      const scope = `event people ${id}`;
      let after = cursor ? cursors.decode(cursor, ["string"], scope)[0] : "";
      for (let look = 1; ; look++) {
        const page = { after, size: LOOKED_AT };
        const { people, last } = await store.people(actOf(ctx, id), filterAt(ctx), page);
        if (people.length === 0 && last !== null && look < LOOKS) {
          after = last;
          continue;
        }
        return { people: people.map((one) => cardOf(one, ctx)), cursor: last === null ? null : cursors.encode([last], scope) };
      }
    },

    /** Idempotent. @throws not_found photo_required event_over event_full event_limit too_many_requests */
    async attend(ctx: MemberContext, input: Input<typeof contract.attend>): Promise<Output<typeof contract.attend>> {
      const { event: id, attendance } = input;
      const goes = attendance === "going";
      const lack = lackOf(ctx);
      const listed = goes && input.listed === true && lack === null;
      const now = await found(ctx, id);
      if (now.goes === goes && now.listed === listed) return { attendance, listed };
      if (now.status !== "published" || now.startsAt <= ctx.now) throw new AppError("event_over");
      if (goes && lack === "photo") throw new AppError("photo_required");
      const member = ctx.viewer.id;
      const [counter, windows] = goes ? limitOf("goings", { member }) : limitOf("interests", { member });
      refuseOver(await limits.hit(counter, windows, ctx.now));
      const done = await store.attend(actOf(ctx, id), goes, listed);
      if (done?.event.goes === goes && done.event.listed === listed) return { attendance, listed };
      await limits.release(counter, ctx.now);
      throw refusalOf(done, ctx);
    },

    /** Idempotent, also for an event that does not exist. It takes a consent back: the site may have no events any more. */
    async leaveEvent(
      ctx: MemberContext,
      { event }: Input<typeof contract.leaveEvent>,
    ): Promise<Output<typeof contract.leaveEvent>> {
      const member = ctx.viewer.id;
      const left = await store.leave({ event, viewerId: member });
      // The list was never open to the member.
      if (left?.listed && left.at > ctx.now - LISTED_FIRST) await limits.release(limitOf("goings", { member })[0], left.at);
      return { attendance: null };
    },
  };

  /** @throws not_found not_confirmed */
  async function found(ctx: MemberContext, id: string): Promise<EventRow> {
    offered(ctx);
    const row = await store.find(actOf(ctx, id));
    if (!row) throw new AppError("not_found");
    return row;
  }
}

/** Where a niche meets is no news for accounts that anybody makes in a minute. @throws not_found not_confirmed */
function offered({ domain, viewer }: MemberContext): void {
  if (!domain.features.events) throw new AppError("not_found");
  if (viewer.account.status !== "active") throw new AppError("not_confirmed");
}

function actOf(ctx: MemberContext, event: string): Act {
  return { event, viewerId: ctx.viewer.id, domainId: ctx.domain.id, now: ctx.now };
}

/** Towns of the list; null for all. */
function cellsOf(where: string | undefined, near: boolean, { viewer }: MemberContext): readonly number[] | null {
  if (where === undefined || where === "mine") return null;
  if (where !== "near") return [Number(where)];
  return near ? cellsAround(placeNow(viewer.profile), { most: NEAR }) : [];
}

/** Where all meet in one town, how far apart they live is no wish. Whom a fictional profile stands for goes nowhere. */
function filterAt(ctx: MemberContext): CandidateFilter {
  const filter = candidateFilterOf(ctx);
  return { ...filter, fictional: false, wishes: { ...filter.wishes, within: null } };
}

/** Staff look at each photo, so accounts with one cannot be had by the dozen. Others take no places and drive no number. */
function lackOf({ viewer: { profile } }: MemberContext): Output<typeof contract.event>["lacks"] {
  if (profile.mainPhoto === null) return "photo";
  return profile.status === "active" ? null : "visible";
}

/** Only whom the others see may see them, and they can first. Triggers take off the list whoever lacks something. */
function seenBy(row: EventRow, ctx: MemberContext): Output<typeof contract.event>["people"] {
  if (row.status !== "published" || row.endsAt + LIST_OPEN <= ctx.now) return "closed";
  if (row.goes !== true) return "not_going";
  const lack = lackOf(ctx);
  if (lack !== null) return lack === "photo" ? "no_photo" : "hidden";
  if (!row.listed) return "unlisted";
  return (row.at ?? ctx.now) > ctx.now - LISTED_FIRST ? "soon" : "shown";
}

function refusalOf(done: Awaited<ReturnType<EventsStore["attend"]>>, { now }: MemberContext): AppError {
  if (!done) return new AppError("not_found");
  const { event, ahead } = done;
  if (event.status !== "published" || event.startsAt <= now) return new AppError("event_over");
  if (isFull(event)) return new AppError("event_full");
  return ahead >= MOST_AHEAD ? new AppError("event_limit", { params: { count: MOST_AHEAD } }) : new AppError("conflict");
}

function isFull({ going, places }: EventRow): boolean {
  return going >= (places ?? MOST_PLACES);
}

function cardOfEvent(row: EventRow): EventCard {
  const { id, status, title, spoken, country, region, city, place, zone, places, goes, listed } = row;
  return {
    ...{ id, status, title, country, region, city, place, zone, places, listed },
    ...{ language: row.language as Language, spoken: spoken as Language[] },
    starts_at: new Date(row.startsAt).toISOString(),
    ends_at: new Date(row.endsAt).toISOString(),
    full: isFull(row),
    going: roundedGoing(row.going),
    attendance: goes === null ? null : goes ? "going" : "interested",
  };
}
