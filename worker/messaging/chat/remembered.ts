import type { Built, Row } from "#db/raw.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { createRecent } from "#worker/platform/recent.ts";
import type { StartLimits, With } from "./partner.sql.ts";
import type { Prepared } from "./prepare.sql.ts";

/** In ms; activity is written as often, which changes the viewer's row. */
export const REMEMBERED_FOR = 60_000;
export const MOST = 500;

/** Facts by which a message was accepted. The next one is written by them, while they hold. Times in ms. */
export interface Remembered {
  key: string;
  until: number;
  viewer: Viewer;
  prepared: Prepared;
  holds(limits: StartLimits, now: number): Built[];
}

interface Deps {
  viewerHolds(row: Row): (tokenHash: string, domainId: string, now: number) => Built;
  partnerHolds(row: Row): (memberId: string, by: With, limits: StartLimits) => Built;
}

interface Asked {
  tokenHash: string;
  domainId: string;
  by: With;
}

export type Memory = ReturnType<typeof createMemory>;

/** Of this isolate, by session and conversation. Decision 71. */
export function createMemory({ viewerHolds, partnerHolds }: Deps) {
  const entries = createRecent<string, Remembered>(MOST);

  function find(asked: Asked, now: number): Remembered | null {
    const key = keyOf(asked);
    const entry = entries.get(key);
    if (entry && entry.until > now) return entry;
    entries.delete(key);
    return null;
  }

  function add(entry: Remembered, now: number): void {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key);
    entries.set(entry.key, entry);
  }

  return {
    find,

    /** A message takes them, and only a written one adds them again. */
    take(asked: Asked, now: number): Remembered | null {
      const entry = find(asked, now);
      entries.delete(keyOf(asked));
      return entry;
    },

    add,

    keep({ viewer, domain, prefetched, now }: MemberContext, by: With, prepared: Prepared, partnerRow: Row): void {
      const until = viewer.seenAt + REMEMBERED_FOR;
      if (!prefetched || !prepared.target?.conversation || until <= now) return;
      const { tokenHash } = viewer;
      const [viewerStands, partnerStands] = [viewerHolds(prefetched.viewerRow), partnerHolds(partnerRow)];
      const holds = (limits: StartLimits, at: number) => [
        viewerStands(tokenHash, domain.id, at),
        partnerStands(viewer.id, by, limits),
      ];
      add({ key: keyOf({ tokenHash, domainId: domain.id, by }), viewer, prepared, until, holds }, now);
    },
  };
}

function keyOf({ tokenHash, domainId, by }: Asked): string {
  return `${tokenHash} ${domainId} ${"profile" in by ? `profile ${by.profile}` : `conversation ${by.conversation}`}`;
}
