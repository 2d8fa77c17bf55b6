import type { GiftSnapshot } from "#db/schema/gifts.ts";
import { partnerOf } from "#worker/messaging/chat/message-view.ts";
import type { Partner, With } from "#worker/messaging/chat/partner.sql.ts";
import { priceTo, reachable, refusalOf } from "#worker/messaging/chat/permission.ts";
import type { Send } from "#worker/messaging/chat/send.ts";
import type { Context, MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { AppError, invalid } from "#worker/platform/errors.ts";
import { takePrefetched } from "#worker/platform/prefetch.ts";
import { cleanText, textLength } from "#worker/platform/text.ts";
import { isDrawnGift, NOTE_LENGTH } from "#worker/sites/domains/gifts.vocabulary.ts";
import type { contract, ReceivedGift } from "./gifts.contract.ts";
import type { GiftsStore, ReceivedRow } from "./gifts.store.ts";

interface Deps {
  store: GiftsStore;
  target(ctx: MemberContext, by: With): Promise<Partner | null>;
  send: Send;
}

export function createGifts({ store, target, send }: Deps) {
  return {
    /** @throws forbidden, and the codes of `reachable` */
    async gifts(ctx: MemberContext, { profile }: Input<typeof contract.gifts>): Promise<Output<typeof contract.gifts>> {
      if (!ctx.domain.features.gifts) throw new AppError("forbidden");
      const gifts = catalogueOf(ctx);
      const { credits } = ctx.viewer.account;
      const named = gifts.map((gift) => ({ ...gift, names: gift.names ?? ourNames(ctx, gift.id) }));
      if (profile === undefined) return { gifts: named, credits, takes_price: true, profile: null, refusal: null };
      const found = reachable(ctx, await target(ctx, { profile }));
      const priced = named.map((gift) => ({ ...gift, credits: priceTo(found, ctx, gift.credits) }));
      const cheapest = Math.min(...priced.map((gift) => gift.credits));
      return {
        gifts: priced,
        credits,
        takes_price: true,
        profile: partnerOf(found, ctx),
        refusal: refusalOf(ctx, found, cheapest),
      };
    },

    /** Idempotent by client id. @throws invalid, and the codes of the contract */
    async sendGift(ctx: MemberContext, input: Input<typeof contract.sendGift>): Promise<Output<typeof contract.sendGift>> {
      if (!ctx.domain.features.gifts) throw new AppError("forbidden");
      const { profile, client_id: clientId } = input;
      const text = checkNote(input.note ?? "");
      const gift = catalogueOf(ctx).find(({ id }) => id === input.gift);
      if (!gift) throw invalid({ field: "gift", code: "unknown_option" });
      return send(ctx, {
        by: { profile },
        type: "gift",
        text,
        price: gift.credits,
        gift,
        clientId,
        fictionalKnown: input.fictional_known,
        agreed: input.price,
      });
    },

    async receivedGifts(ctx: MemberContext): Promise<Output<typeof contract.receivedGifts>> {
      return { gifts: (await store.received(ctx.viewer.id, takePrefetched(ctx, "receivedGifts", {}))).map(receivedOf) };
    },

    /** The query that `receivedGifts` reads. */
    prefetchReceived: (memberId: string): object[] => [store.receivedQuery(memberId)],

    /** @throws not_found */
    async showGift(
      ctx: MemberContext,
      { id, shown }: Input<typeof contract.showGift>,
    ): Promise<Output<typeof contract.showGift>> {
      if (!(await store.show(ctx.viewer.id, id, shown))) throw new AppError("not_found");
      return { id, shown };
    },
  };
}

export function catalogueOf({ domain: { settings } }: Context): GiftSnapshot[] {
  return settings.gifts.map(({ id, names = null, credits = settings.gift_credits }) => ({ id, names, credits }));
}

/** In the reader's language only: a page of every language would load every catalogue. */
function ourNames({ t, language }: Context, id: string): Record<string, string> | null {
  return isDrawnGift(id) ? { [language]: t(`gifts.names.${id}`) } : null;
}

function receivedOf(row: ReceivedRow): ReceivedGift {
  const { id, gift, note, shown, createdAt, senderId, name, fictional } = row;
  return {
    id,
    gift: { id: gift.id, names: gift.names },
    note,
    sender: senderId === null ? null : { id: senderId, name: name ?? "", fictional: fictional === 1 },
    shown: shown === 1,
    created_at: new Date(createdAt).toISOString(),
  };
}

/** @throws invalid */
export function checkNote(typed: string): string {
  const note = cleanText(typed);
  if (textLength(note) > NOTE_LENGTH) throw invalid({ field: "note", code: "too_long", params: { max: NOTE_LENGTH } });
  return note;
}
