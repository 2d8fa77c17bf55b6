import {
  type AgeFacts,
  type AgeReach,
  ageGateOf,
  ageSitesOf,
  isClosed,
  isClosedToVisitors,
} from "#worker/people/identity/age-gate.ts";
import { createRecent } from "#worker/platform/recent.ts";
import type { AgePlace, AgeSettings } from "#worker/sites/domains/age.vocabulary.ts";
import type { Features } from "#worker/sites/domains/features.vocabulary.ts";
import { type CachedLink, CHAT_PHOTO_PREFIX, type Shown, VISITOR, VOICE_ANSWER_PREFIX } from "./links.ts";
import type { PhotoAccessRow, PhotoAccessStore } from "./photo-access.store.ts";

/** In ms; with the browser's copy (`BROWSER_CACHE_AGE`), nine minutes at most. */
const ALLOWED_TTL = 5 * 60_000;
/** In ms; shorter, because a block may end or a photo be approved. */
const REFUSED_TTL = 30_000;
/** In ms: how long a link that was made before still shows a picture that a notice takes away. */
export const NOTICED_TTL = 10_000;
/** In ms; memory ends before it. */
const NOTICED_WINDOW = 2 * ALLOWED_TTL;
/** About 300 bytes each; the oldest go first. */
const MAX_ENTRIES = 10_000;
/** In seconds. */
export const BROWSER_CACHE_AGE = 4 * 60;

export type Access = "public" | "private";

interface Answer extends CachedLink {
  access: Access | null;
  until: number;
}

/** Where the request comes from, and to which domain. */
export interface Place extends AgePlace {
  domain: { id: string; settings: AgeSettings; features: Pick<Features, "voice" | "staff"> };
}

interface Deps {
  store: PhotoAccessStore;
  domainOf(id: string): Promise<{ settings: AgeSettings } | null>;
  hash(token: string): Promise<string>;
}

/** `viewer` is a session token or VISITOR. */
export function createPhotoAccess({ store, domainOf, hash }: Deps) {
  const known = createRecent<string, Answer>(MAX_ENTRIES);
  let noticed: { keys: ReadonlySet<string>; until: number } | null = null;
  const nameOf = ({ key, owner }: Shown, viewer: string, domainId: string) => `${domainId} ${viewer} ${owner} ${key}`;

  function remember(name: string, access: Access | null, now: number): Answer {
    const answer = known.get(name) ?? { access, until: 0, day: null, signed: "" };
    answer.access = access;
    answer.until = now + (access ? ALLOWED_TTL : REFUSED_TTL);
    known.set(name, answer);
    return answer;
  }

  /** Memory answers nothing about a picture that a notice hides or has removed. */
  async function isNoticed(key: string, now: number): Promise<boolean> {
    if (noticed === null || noticed.until <= now) {
      // A request must not wait for another's: the others go on with the last list.
      if (noticed) noticed.until = now + NOTICED_TTL;
      noticed = { keys: new Set(await store.noticed(now - NOTICED_WINDOW)), until: now + NOTICED_TTL };
    }
    return noticed.keys.has(key);
  }

  return {
    /** Records the check of the page that makes the link. Its pictures then cost no read of D1. */
    allow(shown: Shown, viewer: string, domainId: string, now: number): CachedLink {
      return remember(nameOf(shown, viewer, domainId), "public", now);
    },

    /** Null for none. Private photos, those of chats and spoken answers are asked for each time: the access may end. */
    async check(shown: Shown, viewer: string, at: Place, now: number): Promise<Access | null> {
      const { id: domainId, settings, features } = at.domain;
      if (shown.key.startsWith(CHAT_PHOTO_PREFIX)) {
        const seen = viewer === VISITOR ? null : await store.sees(shown, await hash(viewer), domainId, now);
        return seen && !(await mustProve(seen, shown, at, now)) ? "private" : null;
      }
      if (shown.key.startsWith(VOICE_ANSWER_PREFIX)) {
        // As the profile's page: an operator who switches them off ends links that were made before.
        const isHeard = viewer !== VISITOR && features.voice && features.staff;
        const heard = isHeard ? await store.hears(shown, await hash(viewer), domainId, now) : null;
        return heard && !(await mustProve(heard, shown, at, now, "contact")) ? "private" : null;
      }
      if (viewer === VISITOR && isClosedToVisitors(settings, at)) return null;
      const name = nameOf(shown, viewer, domainId);
      const answer = known.get(name);
      if (answer && answer.until > now && (!answer.access || !(await isNoticed(shown.key, now)))) return answer.access;
      const tokenHash = viewer === VISITOR ? null : await hash(viewer);
      const found = await store.find(shown, tokenHash, domainId, now);
      const access = found && (await mustProve(found, shown, at, now)) ? null : accessOf(found, shown.owner, viewer === VISITOR);
      if (access !== "private") remember(name, access, now);
      return access;
    },
  };

  /** Where the rules ask for a proof of age, members see others after it. Their own photos they see at any time. */
  async function mustProve(
    { viewer, age }: Pick<PhotoAccessRow, "viewer" | "age">,
    { owner }: Shown,
    at: Place,
    now: number,
    reach: AgeReach = "members",
  ) {
    if (age === null || viewer === owner) return false;
    const facts = JSON.parse(age) as AgeFacts;
    return isClosed(ageGateOf(await ageSitesOf(at.domain, facts, domainOf), facts, at, now), reach);
  }
}

function accessOf(found: PhotoAccessRow | null, owner: string, visitor: boolean): Access | null {
  if (!found || (!visitor && found.viewer === null)) return null;
  return found.viewer === owner || isSeen(found, visitor) ? found.visibility : null;
}

function isSeen(found: PhotoAccessRow, visitor: boolean): boolean {
  if (found.status !== "active" || found.blocksViewer) return false;
  if (found.visibility === "private" && (visitor || found.blockedByViewer || found.granted !== 1)) return false;
  if (visitor) return found.profile === "active" && found.shownToVisitors === 1;
  // The list of blocked members shows their cards.
  if (found.blockedByViewer) return found.profile === "active" && found.main === 1;
  return found.profile === "active" || (found.profile === "hidden" && found.talks === 1);
}
