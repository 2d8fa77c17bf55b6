import type { LikeTarget } from "#db/schema/likes.ts";
import type { LiveEvent } from "#worker/delivery/live/live.protocol.ts";
import { announced, type Live, type News } from "#worker/delivery/live/live.ts";
import { paceOf } from "#worker/delivery/notifications/paces.ts";
import { wants } from "#worker/delivery/notifications/preferences.ts";
import { cardOf, isShownHere } from "#worker/discovery/members/card.ts";
import { shownPart } from "#worker/discovery/members/liked-part.ts";
import type { LikePart } from "#worker/discovery/members/members.contract.ts";
import { visibleNotes } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Member } from "#worker/people/identity/viewer.ts";
import type { Preferences } from "#worker/people/preferences/preferences.vocabulary.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import type { Cursors } from "#worker/platform/cursor.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { type Limits, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { contract, Liked } from "./likes.contract.ts";
import type { LikedRow, LikeList, LikePosition, LikesStore, Outcome, Target } from "./likes.store.ts";

const PAGE_SIZE = 24;
const NEWEST = 50;

/** Also without a request: a sweep sends pending likes. */
export type Liking = Pick<Context, "domain" | "now"> & Partial<Pick<Context, "prefetched">> & { viewer: Member };

interface Deps {
  store: LikesStore;
  cursors: Cursors;
  live: Live;
  limits: Limits;
}

export function createLikes({ store, cursors, live, limits }: Deps) {
  return {
    /** Idempotent, also for concurrent requests: one like, one event. @throws invalid not_found blocked too_many_requests */
    async like(ctx: Liking, input: Input<typeof contract.like>): Promise<Output<typeof contract.like>> {
      const { profile, part } = input;
      const viewerId = ctx.viewer.id;
      if (profile === viewerId) throw invalid({ field: "profile", code: "to_oneself" });
      const asked = { prefetched: ctx.prefetched ?? null, viewer: ctx.viewer };
      const target = await store.target(targetOf(viewerId, input, ctx.domain.pool), takePrefetched(asked, "like", input));
      if (!target || !isSeen(target, ctx) || target.blockedByMe) throw new AppError("not_found");
      if (target.blockedMe) throw new AppError("blocked", { params: { name: target.name } });

      const wanted = part ? snapshotOf(part, target, ctx) : null;
      const same = !wanted || JSON.stringify(wanted) === JSON.stringify(target.part);
      if (target.liked && same) return { liked: true, match: target.match };

      const [counter, windows] = limitOf("likes", { member: viewerId });
      refuseOver(await limits.hit(counter, windows, ctx.now));
      if (target.liked && wanted) {
        await store.setPart(viewerId, profile, wanted);
        return { liked: true, match: target.match };
      }
      const outcome = await applyChange(
        viewerId,
        profile,
        () => store.add(viewerId, profile, ctx.now, wanted),
        // Likes of invisible members are told when the member becomes visible.
        ({ match }) => (ctx.viewer.profile.status === "active" ? [{ type: "like", profile: viewerId, match }] : []),
      );
      if (!outcome?.changed) await limits.release(counter, ctx.now);
      // A block arrived between the check and the write.
      if (!outcome) throw new AppError("not_found");
      return { liked: true, match: outcome.match };
    },

    /** Idempotent. */
    async unlike(ctx: MemberContext, { profile }: Input<typeof contract.unlike>): Promise<Output<typeof contract.unlike>> {
      const target = await store.target({ viewerId: ctx.viewer.id, id: profile, pool: ctx.domain.pool });
      if (target?.liked)
        await applyChange(
          ctx.viewer.id,
          profile,
          () => store.remove(ctx.viewer.id, profile),
          () => [],
        );
      return { liked: false, match: false };
    },

    /** The next like for the like dialog, each once; null without one. Never invents a like. */
    async autoLike(ctx: MemberContext): Promise<Output<typeof contract.autoLike>> {
      // Every open page asks each minute; the counter answers most requests without a query.
      if (ctx.viewer.account.newLikes === 0) return null;
      const { preferences } = ctx.viewer;
      const wanted = {
        likes: wants(preferences, "like", "in_app"),
        matches: wants(preferences, "match", "in_app"),
        fictional: ctx.domain.settings.fictional_profiles,
      };
      const spacing = { likes: spacingOf(preferences, "like"), matches: spacingOf(preferences, "match") };
      const row = wanted.likes || wanted.matches ? await store.takeForDialog(ctx.viewer.id, wanted, spacing, ctx.now) : null;
      if (!row) return null;
      const card = cardOf(row, ctx);
      const main_image = card.main_image && { ...card.main_image, match: card.main_image.filename };
      return { ...card, main_image, match: row.matchedAt !== null };
    },

    /** @throws invalid */
    async likes(ctx: MemberContext, input: Input<typeof contract.likes>): Promise<Output<typeof contract.likes>> {
      const { type } = input;
      const new_likes = ctx.viewer.account.newLikes;
      const lists = await store.lists(
        ctx.viewer.id,
        pagesOf(input),
        { fictional: ctx.domain.settings.fictional_profiles, now: ctx.now },
        takePrefetched(ctx, "likes", input),
      );
      if (!type) {
        const [sent = [], received = []] = lists;
        return {
          profiles: sent.map((row) => likedOf(row, "sent", ctx)),
          liked_by: received.map((row) => likedOf(row, "received", ctx)),
          cursor: null,
          new_likes,
        };
      }
      const [rows = []] = lists;
      const shown = rows.slice(0, PAGE_SIZE);
      const cards = shown.map((row) => likedOf(row, type, ctx));
      return {
        profiles: type === "received" ? [] : cards,
        liked_by: type === "sent" ? [] : cards,
        cursor: rows.length > PAGE_SIZE ? cursorAfter(cursors, shown.at(-1) as LikedRow, type) : null,
        new_likes,
      };
    },

    /** The query that `like` reads first. */
    prefetchLike: (memberId: string, input: Input<typeof contract.like>, { domain }: Pick<Context, "domain">) => [
      store.targetQuery(targetOf(memberId, input, domain.pool)),
    ],

    /** The reads of `likes`. @throws invalid */
    prefetchLikes(memberId: string, input: Input<typeof contract.likes>, { settings, at }: { settings: Settings; at: number }) {
      return store.listQueries(memberId, pagesOf(input), { fictional: settings.fictional_profiles, now: at });
    },
  };

  function pagesOf({ type, cursor }: Input<typeof contract.likes>) {
    if (!type) return (["sent", "received"] as const).map((list) => ({ list, after: null, size: NEWEST }));
    return [{ list: type, after: cursor ? positionOf(cursors, cursor, type) : null, size: PAGE_SIZE + 1 }];
  }

  async function applyChange(
    liker: string,
    liked: string,
    write: () => Promise<Outcome | null>,
    events: (outcome: Outcome) => LiveEvent[],
  ) {
    const outcome = await announced(live, [liker, liked], write);
    // A match accepts a request, and opens a chat that had ended.
    const changed: News["changed"] = outcome?.changed ? ["likes", "user", ...(outcome.match ? (["chats"] as const) : [])] : [];
    const news: News = outcome?.changed
      ? { changed, events: events(outcome), counters: outcome.counters }
      : { changed, events: [] };
    await Promise.all([live.tell(liked, news), live.tell(liker, { events: [], changed })]);
    return outcome;
  }
}

function targetOf(viewerId: string, { profile: id, part }: Input<typeof contract.like>, pool: string) {
  return { viewerId, id, pool, photo: part && "photo" in part ? part.photo : null };
}

/** An invisible member, or a hidden fictional profile, accepts likes from conversation partners. */
function isSeen(target: Target, ctx: Liking): boolean {
  if (target.status === "active" && isShownHere(target, ctx)) return true;
  return (target.status === "active" || target.status === "hidden") && target.talk;
}

/** @throws invalid if the profile does not show it */
function snapshotOf(part: LikePart, { prompts, hasPhoto }: Target, { domain }: Liking): LikeTarget {
  if ("photo" in part) {
    if (hasPhoto) return { photo: part.photo };
  } else if (visibleNotes(domain.settings).includes("prompts")) {
    const prompt = prompts.find(({ question }) => question === part.question);
    if (prompt) return { prompt: { question: prompt.question, answer: prompt.answer } };
  }
  throw invalid({ field: "part", code: "unknown_option" });
}

function likedOf(row: LikedRow, list: LikeList, ctx: MemberContext): Liked {
  return {
    ...cardOf(row, ctx),
    // A like is new to the liked member only.
    like_new: list !== "sent" && row.isNew,
    match: row.matchedAt !== null,
    liked_at: new Date(row.likedAt).toISOString(),
    part: row.part && shownPart(row.part, row.partKey, ctx),
  };
}

function cursorAfter(cursors: Cursors, row: LikedRow, list: LikeList): string {
  const at = list === "matches" || list === "new_matches" ? (row.matchedAt as number) : row.likedAt;
  return cursors.encode([list === "received" && row.isNew ? 1 : 0, at, row.id], `likes:${list}`);
}

function positionOf(cursors: Cursors, cursor: string, list: LikeList): LikePosition {
  const [isNew, at, id] = cursors.decode(cursor, ["number", "number", "string"], `likes:${list}`);
  return { isNew, at, id };
}

/** In ms between two dialogs of a kind. */
function spacingOf(preferences: Preferences, kind: "like" | "match"): number {
  return { at_once: 0, daily: DAY, weekly: 7 * DAY }[paceOf(preferences, kind, "in_app")];
}
