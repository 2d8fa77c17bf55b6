import type { Built, Row } from "#db/raw.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { TOUCH_EVERY } from "#worker/people/identity/online.vocabulary.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { createRecent } from "#worker/platform/recent.ts";
import type { With } from "./partner.sql.ts";
import type { Prepared } from "./prepare.sql.ts";
import type { StartLimits } from "./starts.sql.ts";

export const MOST = 500;

/** The rows by which a member's last message or draft of this session to this receiver was accepted. */
export interface CachedFacts {
  viewer: Viewer;
  prepared: Prepared;
  /** Conditions for the write: D1 still gives these rows. */
  compare(limits: StartLimits, now: number): Built[];
}

interface Entry extends CachedFacts {
  key: string;
  /** In ms. */
  until: number;
}

interface Key {
  tokenHash: string;
  domainId: string;
  by: With;
}

interface Deps {
  viewerUnchanged(row: Row): (tokenHash: string, domainId: string, now: number) => Built;
  partnerUnchanged(row: Row): (memberId: string, by: With, limits: StartLimits) => Built;
}

export type FactsCache = ReturnType<typeof createFactsCache>;

/** Of this isolate, by session and receiver. Decision 71. */
export function createFactsCache({ viewerUnchanged, partnerUnchanged }: Deps) {
  const entries = createRecent<string, Entry>(MOST);

  function read(of: Key, now: number): CachedFacts | null {
    const key = keyOf(of);
    const entry = entries.get(key);
    if (entry && entry.until > now) return entry;
    entries.delete(key);
    return null;
  }

  function add(entry: Entry, now: number): void {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
    entries.set(entry.key, entry);
  }

  return {
    read,

    /** One message or draft at a time uses them; `putBack` ends its use after the write. */
    take(of: Key, now: number): CachedFacts | null {
      const facts = read(of, now);
      entries.delete(keyOf(of));
      return facts;
    },

    /** `facts` came from `take`. */
    putBack(facts: CachedFacts, now: number): void {
      add(facts as Entry, now);
    },

    /** Until the member's activity is written again. `partnerRow` was read in the same batch as the viewer's. A first message leaves nothing to cache. */
    store({ viewer, domain, prefetched, now }: MemberContext, by: With, prepared: Prepared, partnerRow: Row): void {
      const until = viewer.seenAt + TOUCH_EVERY;
      if (!prefetched || !prepared.target?.conversation || until <= now) return;
      const { tokenHash } = viewer;
      const viewerSame = viewerUnchanged(prefetched.viewerRow);
      const partnerSame = partnerUnchanged(partnerRow);
      const compare = (limits: StartLimits, at: number) => [
        viewerSame(tokenHash, domain.id, at),
        partnerSame(viewer.id, by, limits),
      ];
      add({ key: keyOf({ tokenHash, domainId: domain.id, by }), viewer, prepared, until, compare }, now);
    },
  };
}

function keyOf({ tokenHash, domainId, by }: Key): string {
  return `${tokenHash} ${domainId} ${"profile" in by ? `profile ${by.profile}` : `conversation ${by.conversation}`}`;
}
