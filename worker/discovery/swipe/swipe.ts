import type { contract as likesContract } from "#worker/discovery/likes/likes.contract.ts";
import { candidateFilterOf } from "#worker/discovery/members/candidate-filter.ts";
import { cardOf } from "#worker/discovery/members/card.ts";
import { listedInterests } from "#worker/discovery/members/interests.vocabulary.ts";
import { visibleNotes } from "#worker/discovery/members/profile-own.vocabulary.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { dayIn, zoneOf } from "#worker/platform/zones.ts";
import type { Deck, SwipeCard, contract as swipeContract } from "./swipe.contract.ts";
import type { DeckRows, Made, SwipeCardRow, SwipeStore } from "./swipe.store.ts";
import { PASSED_FOR } from "./swipe.vocabulary.ts";
import { widerOf } from "./wider.ts";

const LIKES_A_DAY = 4;
const DECK_SIZE = 3;

interface Deps {
  store: SwipeStore;
  /** A right swipe is a like. */
  like(ctx: MemberContext, input: Input<typeof likesContract.like>): Promise<Output<typeof likesContract.like>>;
  unlike(ctx: MemberContext, input: Input<typeof likesContract.unlike>): Promise<Output<typeof likesContract.unlike>>;
}

export function createSwipe({ store, like, unlike }: Deps) {
  return {
    deck: (ctx: MemberContext): Promise<Deck> => deckOf(ctx),

    /** Idempotent; a refused like is not counted. @throws not_confirmed swipe_limit and the codes of `like` */
    async swipe(
      ctx: MemberContext,
      { profile, liked }: Input<typeof swipeContract.swipe>,
    ): Promise<Output<typeof swipeContract.swipe>> {
      const { id, account } = ctx.viewer;
      if (profile === id) throw invalid({ field: "profile", code: "to_oneself" });
      if (liked && account.status !== "active") throw new AppError("not_confirmed");
      const { now } = ctx;
      const day = dayOf(ctx);
      const limits = { now, limit: LIKES_A_DAY, deck: boundsOf(ctx) };
      const outcome = await store.add(candidateFilterOf(ctx), { profile, liked }, limits);
      if (outcome.kind === "unknown") throw new AppError("not_found");
      if (outcome.kind === "limit") {
        const retryAfter = Math.ceil((day.until - now) / 1000);
        throw new AppError("swipe_limit", { params: { count: LIKES_A_DAY }, retryAfter });
      }
      const match = liked && (await likeOf(ctx, profile, outcome.kind === "added" ? outcome.made : null));
      return { liked, match, deck: await deckOf(ctx, outcome.deck) };
    },

    /** Undoes the last swipe only. An undone like stays counted. @throws conflict */
    async undoSwipe(
      ctx: MemberContext,
      { profile }: Input<typeof swipeContract.undoSwipe>,
    ): Promise<Output<typeof swipeContract.undoSwipe>> {
      const undone = await store.undo(ctx.viewer.id, profile, ctx.now);
      if (!undone) throw new AppError("conflict");
      if (undone.liked) await unlike(ctx, { profile: undone.profile });
      return { ...undone, deck: await deckOf(ctx) };
    },
  };

  /** Counts before liking, so that concurrent likes cannot exceed the daily limit. */
  async function likeOf(ctx: MemberContext, profile: string, made: Made | null): Promise<boolean> {
    try {
      return (await like(ctx, { profile })).match;
    } catch (error) {
      if (made !== null) await store.drop(ctx.viewer.id, made);
      throw error;
    }
  }

  /** `read`: the deck that was read with the swipe, whatever became of its like. */
  async function deckOf(ctx: MemberContext, read?: DeckRows): Promise<Deck> {
    const day = dayOf(ctx);
    const player = candidateFilterOf(ctx);
    const bounds = boundsOf(ctx);
    const { cards, likes, last } = read ?? (await store.deck(player, bounds));
    const beyond = cards.length === 0 ? await widerOf(ctx, (choices) => store.wider(player, choices, bounds.hidden)) : {};
    return {
      cards: cards.map((row) => swipeCardOf(row, ctx)),
      likes_a_day: LIKES_A_DAY,
      likes_left: Math.max(0, LIKES_A_DAY - likes),
      resets_at: new Date(day.until).toISOString(),
      zone: day.zone,
      undo: last !== null,
      last,
      seen_all: true,
      wider: [],
      ...beyond,
    };
  }
}

function boundsOf(ctx: MemberContext) {
  return { since: dayOf(ctx).from, hidden: ctx.now - PASSED_FOR, size: DECK_SIZE };
}

/** Uses the country's zone: a client could forge its own. */
function dayOf(ctx: MemberContext): { from: number; until: number; zone: string } {
  const zone = zoneOf(ctx.viewer.profile.country);
  return { ...dayIn(zone, ctx.now), zone };
}

function swipeCardOf(row: SwipeCardRow, ctx: MemberContext): SwipeCard {
  const { settings } = ctx.domain;
  return {
    ...cardOf(row, ctx),
    about: visibleNotes(settings).includes("about") ? row.about : "",
    interests: settings.visible_profile_fields.includes("interests") ? listedInterests(row.interests, settings) : [],
  };
}
