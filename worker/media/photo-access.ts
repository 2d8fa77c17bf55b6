import { type Shown, VISITOR } from "./links.ts";
import type { PhotoAccessRow, PhotoAccessStore } from "./photo-access.store.ts";

/** In ms; with the browser's copy (`BROWSER_CACHE_AGE`), nine minutes at most. */
const ALLOWED_TTL = 5 * 60_000;
/** In ms; shorter, because a block may end or a photo be approved. */
const REFUSED_TTL = 30_000;
/** About 200 bytes each; the oldest go first. */
const MAX_ENTRIES = 10_000;
/** In seconds. */
export const BROWSER_CACHE_AGE = 4 * 60;

interface Answer {
  seen: boolean;
  until: number;
}

interface Deps {
  store: PhotoAccessStore;
  hash(token: string): Promise<string>;
}

/** `viewer` is a session token or VISITOR. */
export function createPhotoAccess({ store, hash }: Deps) {
  const known = new Map<string, Answer>();
  const nameOf = ({ key, owner }: Shown, viewer: string, domainId: string) => `${domainId} ${viewer} ${owner} ${key}`;

  function remember(name: string, seen: boolean, now: number): void {
    known.delete(name);
    known.set(name, { seen, until: now + (seen ? ALLOWED_TTL : REFUSED_TTL) });
    const oldest = known.size > MAX_ENTRIES ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
  }

  return {
    /** A page that made the link has just checked it: its pictures cost no read of D1. */
    allow(shown: Shown, viewer: string, domainId: string, now: number): void {
      remember(nameOf(shown, viewer, domainId), true, now);
    },

    async sees(shown: Shown, viewer: string, domainId: string, now: number): Promise<boolean> {
      const name = nameOf(shown, viewer, domainId);
      const answer = known.get(name);
      if (answer && answer.until > now) return answer.seen;
      const tokenHash = viewer === VISITOR ? null : await hash(viewer);
      const seen = isSeen(await store.find(shown, tokenHash, domainId, now), shown.owner, viewer === VISITOR);
      remember(name, seen, now);
      return seen;
    },
  };
}

function isSeen(found: PhotoAccessRow | null, owner: string, visitor: boolean): boolean {
  if (!found || (!visitor && found.viewer === null)) return false;
  if (found.viewer === owner) return true;
  if (found.status !== "active" || found.visibility !== "public" || found.blocksViewer) return false;
  if (visitor) return found.profile === "active" && found.shownToVisitors === 1;
  // The list of blocked members shows their cards.
  if (found.blockedByViewer) return found.profile === "active" && found.main === 1;
  return found.profile === "active" || (found.profile === "hidden" && found.talks === 1);
}
