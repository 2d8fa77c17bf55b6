import type { Live } from "#worker/delivery/live/live.ts";
import { searchJob } from "#worker/delivery/push/jobs.ts";
import { answersOf, isSearchable } from "#worker/discovery/members/answers.vocabulary.ts";
import { isFindable } from "#worker/discovery/members/interests.vocabulary.ts";
import { filterSchema } from "#worker/discovery/members/members.contract.ts";
import type { SearchStore } from "#worker/discovery/members/search.store.ts";
import { searchOf } from "#worker/discovery/members/search.ts";
import { interestsOf, isOffered } from "#worker/discovery/members/search.vocabulary.ts";
import { withWishes } from "#worker/discovery/wishes/wish-filter.ts";
import { DAY, HOUR, MINUTE } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { DueSearch, Look, SearchesStore } from "./searches.store.ts";
import { MOST_NEW } from "./searches.vocabulary.ts";

/** In ms between two looks without a result. After a result, the next look waits a day. */
export const LOOK_EVERY = HOUR;
const AT_ONCE = 100;
/** A cron run that fails leaves its searches to a later run. */
const LEASE = 10 * MINUTE;
/** In ms: searches of members inactive for longer are not run. */
const AWAY = 30 * DAY;
/** In ms: a look ignores members who signed up earlier. */
const FAR = 7 * DAY;
/** Time in ms for a new member's photo to be approved, where the search asks for one. */
const PHOTO_TIME = DAY;
/** A decision on a proof is stored up to a minute after its time. */
const DECIDING = MINUTE;

interface Deps {
  store: SearchesStore;
  search: Pick<SearchStore, "firstPage">;
  live: Pick<Live, "tell">;
  domainOf(id: string): Promise<Domain | null>;
}

export function createLooks({ store, search, live, domainOf }: Deps) {
  return {
    /** At most a hundred looks. The cron calls it each minute; looks that are late keep their order. */
    async sweep(now: number): Promise<{ looks: number }> {
      const domains = new Map<string, Promise<Domain | null>>();
      const due = await store.claim(now, LEASE, AT_ONCE);
      for (const one of due) {
        if (!domains.has(one.domainId)) domains.set(one.domainId, domainOf(one.domainId));
        try {
          const found = await look(one, (await domains.get(one.domainId)) ?? null, now);
          if (found) await keep(one, found, now);
          else await store.postpone(one.id, now + DAY);
        } catch (error) {
          // The lease returns this search later; the others continue.
          log("error", "saved search not looked at", { search: one.id, error });
        }
      }
      return { looks: due.length };
    },
  };

  async function keep(one: DueSearch, look: Look, now: number): Promise<void> {
    if (!(await store.keep(one, look, now)) || look.found === 0) return;
    await live.tell(one.memberId, { events: [], changed: [], pushes: [searchJob(one.memberId, one.id, look.until)] });
  }

  /** Null without a look: what is searched is gone or hidden, or the member is away or unreachable. */
  async function look(one: DueSearch, domain: Domain | null, now: number): Promise<Look | null> {
    const filter = filterSchema.safeParse(one.filter);
    if (!domain || !filter.success || !one.isReachable || now - one.lastActiveAt > AWAY) return null;
    // Presence changes by the minute; the notice is about who is new.
    const { online: _online, active: _active, new: _new, ...lasting } = filter.data;
    const { settings } = domain;
    if (lasting.answered) return null;
    if (!isOffered(lasting, settings, one.memberId)) return null;
    if (!isSearchable(answersOf(lasting), settings.questions) || !isFindable(interestsOf(lasting), settings)) return null;
    const until = now - (lasting.verified ? DECIDING : lasting.photo || lasting.checked ? PHOTO_TIME : 0);
    const after = Math.max(one.seenUntil, until - FAR);
    if (after >= until) return { found: 0, until: one.seenUntil, dueAt: now + LOOK_EVERY };
    const viewer = { id: one.memberId, profile: one.profile, preferences: { wishes: one.wishes } };
    const wanted = searchOf(withWishes(lasting, { now, viewer, domain }), "newest", { now, viewer, domain });
    const { rows } = await search.firstPage({ ...wanted, arrived: { after, until } }, MOST_NEW, now);
    return { found: rows.length, until, dueAt: now + (rows.length > 0 ? DAY : LOOK_EVERY) };
  }
}
