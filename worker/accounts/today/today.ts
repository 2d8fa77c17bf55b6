import { photoRequestsOf } from "#worker/accounts/user/user.ts";
import type { Live } from "#worker/delivery/live/live.ts";
import { wants } from "#worker/delivery/notifications/preferences.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { cardOf } from "#worker/discovery/members/card.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { decidedPhotos, decidedReports } from "./news.ts";
import type { contract, TodayItem } from "./today.contract.ts";
import type { TodayShown, TodayStore } from "./today.store.ts";

interface Deps {
  store: TodayStore;
  live: Pick<Live, "expect" | "tell">;
}

const FACES = 3;

export function createToday({ store, live }: Deps) {
  return {
    async today(ctx: MemberContext): Promise<Output<typeof contract.today>> {
      const { viewer } = ctx;
      const found = await store.find(viewer.id, shownIn(ctx.domain, ctx.now), takePrefetched(ctx, "today", {}));
      const people = (kind: PeopleKind, total: number, rows: CardRow[], most = FACES): TodayItem[] =>
        rows.length > 0
          ? [{ kind, total: Math.max(total, rows.length), members: rows.slice(0, most).map((row) => cardOf(row, ctx)) }]
          : [];
      const { answers } = found;
      const likes = wants(viewer.preferences, "like", "in_app") ? found.likes : [];
      return {
        items: [
          ...people("turns", found.turns.total, found.turns.cards),
          ...people("likes", viewer.account.newLikes, likes),
          ...people("photo_requests", photoRequestsOf(viewer, ctx), found.askers),
          ...people("photo_answers", answers.length, answers, answers.length),
          ...people("visitors", found.visitors.length, found.visitors),
          ...decisions(viewer, ctx.now),
        ],
      };
    },

    /** Idempotent. */
    async todaySeen(ctx: MemberContext, { of }: Input<typeof contract.todaySeen>): Promise<Output<typeof contract.todaySeen>> {
      const { id } = ctx.viewer;
      if (of === "news") await live.expect(id);
      await store.see(id, of === "news" ? "newsSeenAt" : "visitorsSeenAt", ctx.now);
      if (of === "news") await live.tell(id, { events: [], changed: ["user"] });
      return { seen: true };
    },

    /** The query that `today` reads first. */
    prefetchToday(memberId: string, { domain, at }: { domain: Context["domain"]; at: number }): object[] {
      return [store.todayQuery(memberId, shownIn(domain, at))];
    },
  };
}

type PeopleKind = Extract<TodayItem, { total: number; members: unknown }>["kind"];

function shownIn({ settings, features }: Context["domain"], now: number): TodayShown {
  return { fictional: settings.fictional_profiles, privatePhotos: features.private_photos, now };
}

function decisions(viewer: Viewer, now: number): TodayItem[] {
  const [photos, reports] = [decidedPhotos(viewer, now), decidedReports(viewer, now)];
  const iso = (times: number[]) => new Date(Math.max(...times)).toISOString();
  const approved = photos.filter(({ approved }) => approved).length;
  return [
    ...(photos.length > 0
      ? [{ kind: "photos" as const, approved, rejected: photos.length - approved, at: iso(photos.map(({ at }) => at)) }]
      : []),
    ...(reports.length > 0 ? [{ kind: "reports" as const, total: reports.length, at: iso(reports) }] : []),
  ];
}
