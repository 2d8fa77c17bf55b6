import { makeVoice } from "#worker/delivery/voices/voice-file.ts";
import { createAcquaintancesStore } from "#worker/discovery/acquaintances/acquaintances.store.ts";
import { createAcquaintances } from "#worker/discovery/acquaintances/acquaintances.ts";
import { createBlocksStore } from "#worker/discovery/blocks/blocks.store.ts";
import { createBlocks } from "#worker/discovery/blocks/blocks.ts";
import { createEventsStore } from "#worker/discovery/events/events.store.ts";
import { createEvents } from "#worker/discovery/events/events.ts";
import { createMatchStore } from "#worker/discovery/match/match.store.ts";
import { createMatch } from "#worker/discovery/match/match.ts";
import { createMembersStore } from "#worker/discovery/members/members.store.ts";
import { createMembers } from "#worker/discovery/members/members.ts";
import { createOwnProfileStore } from "#worker/discovery/members/profile-own.store.ts";
import { createOwnProfile } from "#worker/discovery/members/profile-own.ts";
import { createSearchStore } from "#worker/discovery/members/search.store.ts";
import { createUnlockStore } from "#worker/discovery/members/unlock.store.ts";
import { createUnlock } from "#worker/discovery/members/unlock.ts";
import { createVoiceAnswersStore } from "#worker/discovery/members/voice-answers.store.ts";
import { createVoiceAnswers } from "#worker/discovery/members/voice-answers.ts";
import { createGrantsStore } from "#worker/discovery/photos/grants.store.ts";
import { createGrants } from "#worker/discovery/photos/grants.ts";
import { createLooks } from "#worker/discovery/searches/looks.ts";
import { createSearchesStore } from "#worker/discovery/searches/searches.store.ts";
import { createSearches } from "#worker/discovery/searches/searches.ts";
import { createSwipeStore } from "#worker/discovery/swipe/swipe.store.ts";
import { createSwipe } from "#worker/discovery/swipe/swipe.ts";
import { createTripsStore } from "#worker/discovery/trips/trips.store.ts";
import { createTrips } from "#worker/discovery/trips/trips.ts";
import { createVisitsStore } from "#worker/discovery/visits/visits.store.ts";
import { createVisits } from "#worker/discovery/visits/visits.ts";
import { createWishesStore } from "#worker/discovery/wishes/wishes.store.ts";
import { createWishes } from "#worker/discovery/wishes/wishes.ts";
import { regionsOf } from "#worker/sites/domains/regions.ts";
import type { LikeServices } from "./likes.ts";
import type { Pictures } from "./media.ts";
import type { Platform } from "./platform.ts";

export function createMemberServices(
  { db, cursors, live, limits, keyedHash, addressPrint, domainsStore, after }: Platform,
  { likes }: LikeServices,
  { pictures }: Pick<Pictures, "pictures">,
) {
  const visitsStore = createVisitsStore(db);
  const membersStore = createMembersStore(db);
  const searchesStore = createSearchesStore(db);
  const search = createSearchStore(db);
  const regionCodesOf = (country: string) => regionsOf(country).map(({ code }) => code);
  const ownProfile = createOwnProfile({ store: createOwnProfileStore(db), live, limits, regionsOf });
  return {
    members: createMembers({
      store: membersStore,
      cursors,
      search,
      live,
      limits,
      regionsOf: regionCodesOf,
      keyedHash,
      visit: visitsStore.add,
      openSearch: searchesStore.open,
      after,
    }),
    searches: createSearches({ store: searchesStore, regionsOf: regionCodesOf }),
    looks: createLooks({ store: searchesStore, search, live, domainOf: (id) => domainsStore.findById(id) }),
    visits: createVisits({ store: visitsStore, cursors }),
    visitsStore,
    grants: createGrants({ members: membersStore, store: createGrantsStore(db), cursors, live }),
    unlock: createUnlock({ members: membersStore, store: createUnlockStore(db), live, after }),
    ownProfile,
    voiceAnswers: createVoiceAnswers({
      ...{ store: createVoiceAnswersStore(db), files: pictures, makeVoice, limits },
      changeAnswers: ownProfile.changeAnswers,
    }),
    acquaintances: createAcquaintances({ store: createAcquaintancesStore(db), addressPrint }),
    trips: createTrips({ store: createTripsStore(db), regionsOf }),
    blocks: createBlocks({ store: createBlocksStore(db), cursors, live }),
    events: createEvents({ store: createEventsStore(db), cursors, limits }),
    likes,
    wishes: createWishes({ store: createWishesStore(db) }),
    match: createMatch({ store: createMatchStore(db) }),
    swipe: createSwipe({ store: createSwipeStore(db), like: likes.like, unlike: likes.unlike }),
  };
}
