import type { MemberContext } from "../context.ts";
import type { Input, Output } from "../lib/call.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { DAY } from "../lib/limits.ts";
import { dayIn, zoneOf } from "../lib/zones.ts";
import type { contract as likesContract } from "../likes/likes.contract.ts";
import { cardOf } from "../members/card.ts";
import { seekerOf } from "../members/seeker.ts";
import type { Deck, SwipeCard, contract as swipeContract } from "./swipe.contract.ts";
import type { SwipeCardRow, SwipeStore } from "./swipe.store.ts";

const LIKES_A_DAY = 4;
/** How long a pass hides somebody. */
const HIDDEN = 30 * DAY;
/** The card on top and those that look out beneath it. */
const DECK_SIZE = 3;

interface Deps {
  store: SwipeStore;
  /** The rules of likes: a swipe to the right is one. */
  like(ctx: MemberContext, input: Input<typeof likesContract.like>): Promise<Output<typeof likesContract.like>>;
  unlike(ctx: MemberContext, input: Input<typeof likesContract.unlike>): Promise<Output<typeof likesContract.unlike>>;
}

/** One member after the other: liked, passed, or taken back. */
export function createSwipe({ store, like, unlike }: Deps) {
  return {
    deck: (ctx: MemberContext): Promise<Deck> => deckOf(ctx),

    /**
     * Said twice, it counts once; passes are free.
     * @throws not_confirmed for a like before the address is; `swipe_limit` with the time until the member's midnight;
     * what `like` refuses, and then no like is used.
     */
    async swipe(
      ctx: MemberContext,
      { profile, liked }: Input<typeof swipeContract.swipe>,
    ): Promise<Output<typeof swipeContract.swipe>> {
      const { id, account } = ctx.viewer;
      if (profile === id) throw invalid({ field: "profile", code: "to_oneself" });
      if (liked && account.status !== "active") throw new AppError("not_confirmed");
      const { now } = ctx;
      const day = dayOf(ctx);
      const limits = { now, since: day.from, limit: LIKES_A_DAY, forget: now - HIDDEN };
      const outcome = await store.add(seekerOf(ctx), { profile, liked }, limits);
      if (outcome.kind === "unknown") throw new AppError("not_found");
      if (outcome.kind === "limit") {
        const retryAfter = Math.ceil((day.until - now) / 1000);
        throw new AppError("swipe_limit", { params: { count: LIKES_A_DAY }, retryAfter });
      }
      const match = liked && (await likeOf(ctx, profile, outcome.kind === "added" ? outcome.id : null));
      return { liked, match, deck: await deckOf(ctx) };
    },

    /**
     * The last swipe and no other; a like is taken back with it, but stays used.
     * @throws conflict where there is nothing to take back.
     */
    async undoSwipe(ctx: MemberContext): Promise<Output<typeof swipeContract.undoSwipe>> {
      const undone = await store.undo(ctx.viewer.id, ctx.now);
      if (!undone) throw new AppError("conflict");
      if (undone.liked) await unlike(ctx, { profile: undone.profile });
      return { ...undone, deck: await deckOf(ctx) };
    },
  };

  /** The like comes after its count: were it the other way round, likes at once would be more than the day has. */
  async function likeOf(ctx: MemberContext, profile: string, id: number | null): Promise<boolean> {
    try {
      return (await like(ctx, { profile })).match;
    } catch (error) {
      if (id !== null) await store.drop(id);
      throw error;
    }
  }

  async function deckOf(ctx: MemberContext): Promise<Deck> {
    const day = dayOf(ctx);
    const { cards, likes, undo } = await store.deck(seekerOf(ctx), {
      since: day.from,
      hidden: ctx.now - HIDDEN,
      size: DECK_SIZE,
    });
    return {
      cards: cards.map((row) => swipeCardOf(row, ctx)),
      likes_a_day: LIKES_A_DAY,
      likes_left: Math.max(0, LIKES_A_DAY - likes),
      resets_at: new Date(day.until).toISOString(),
      zone: day.zone,
      undo,
    };
  }
}

/** Today by the clocks of the member's country: a browser's own time could be set to what it likes. */
function dayOf(ctx: MemberContext): { from: number; until: number; zone: string } {
  const zone = zoneOf(ctx.viewer.profile.country);
  return { ...dayIn(zone, ctx.now), zone };
}

function swipeCardOf(row: SwipeCardRow, ctx: MemberContext): SwipeCard {
  const said = ctx.domain.settings.visible_profile_fields.includes("interests");
  return { ...cardOf(row, ctx), about: row.about, interests: said ? row.interests : [] };
}
