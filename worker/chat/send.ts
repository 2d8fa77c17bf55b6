import type { GiftSnapshot } from "#db/schema/gifts.ts";
import type { MemberContext } from "#worker/context.ts";
import type { Input, Output } from "#worker/lib/call.ts";
import { violationOf } from "#worker/lib/constraint.ts";
import { AppError, invalid, type Params } from "#worker/lib/errors.ts";
import { newId } from "#worker/lib/ids.ts";
import { cleanText, textLength, UNITS_PER_CHARACTER } from "#worker/lib/text.ts";
import { announced } from "#worker/live/live.ts";
import type { LiveObjects } from "#worker/live/objects.ts";
import { spendRefusal } from "#worker/wallet/spend.ts";
import type { contract } from "./chat.contract.ts";
import type { ChatStore, Draft, MessageRow, Sent } from "./chat.store.ts";
import { excerptOf, giftOf, messageOf, NOTHING, type Shows, showsOf } from "./message-view.ts";
import type { Partner, With } from "./partner.columns.ts";
import { icebreakerPriceOf, limitsOf, messagePriceOf, reachable, refuse, withOf } from "./permission.ts";

/** Concurrent messages may take the same seq; the loser retries. */
const TRIES = 5;

interface Deps {
  store: Pick<ChatStore, "prepare" | "send" | "deliver">;
  live: Pick<LiveObjects, "expect" | "tell" | "relay">;
  after(work: Promise<unknown>): void;
}

/** A message before its price and receiver are checked. */
export interface Parcel {
  by: With;
  clientId: string;
  type: Draft["type"];
  text: string;
  gift: GiftSnapshot | null;
  /** In credits. */
  price: number;
}

export type Send = ReturnType<typeof createSend>["send"];

export function createSend({ store, live, after }: Deps) {
  return {
    send,

    /** Idempotent by client id. @throws invalid, and the codes of the contract */
    async sendMessage(
      ctx: MemberContext,
      input: Input<typeof contract.sendMessage>,
    ): Promise<Output<typeof contract.sendMessage>> {
      const { icebreaker, client_id: clientId } = input;
      const parcel = { by: withOf(input), gift: null, clientId };
      if (icebreaker !== undefined) {
        if (input.text !== undefined) throw invalid({ field: "text", code: "unknown_field" });
        const text = ctx.t(`chat.icebreaker.lines.${icebreaker}`);
        return send(ctx, { ...parcel, type: "icebreaker", text, price: icebreakerPriceOf(ctx) }, input.profile);
      }
      const text = checkText(input.text ?? "", ctx.domain.settings.message_length);
      return send(ctx, { ...parcel, type: "text", text, price: messagePriceOf(ctx) }, input.profile);
    },
  };

  /** Sends every kind of message. `profile` must be the receiver, if given. */
  async function send(ctx: MemberContext, parcel: Parcel, profile?: string): Promise<Output<typeof contract.sendMessage>> {
    const { by, clientId, price } = parcel;
    for (let attempt = 1; ; attempt++) {
      const { target: found, sent } = await store.prepare(ctx.viewer.id, by, limitsOf(ctx), clientId);
      if (sent) {
        if (!isSame(sent, parcel)) throw new AppError("idempotency_conflict");
        // The first event may be lost; browsers ignore a repeated seq.
        if (sent.deliveredAt === null) after(announceAgain(sent, sent.partnerId));
        // An earlier attempt of this request was paid after the viewer was read.
        return {
          message: messageOf(sent, ctx.viewer.id, found ? showsOf(ctx, found) : NOTHING),
          credits: ctx.viewer.account.credits - (attempt > 1 ? sent.price : 0),
        };
      }
      const target = reachable(ctx, found);
      if (profile !== undefined && profile !== target.card.id) throw new AppError("not_found");
      if (parcel.type === "icebreaker" && target.conversation) throw new AppError("conflict");
      refuse(ctx, target, price, lacksOf(parcel, target));
      const outcome = await write(ctx, target, parcel);
      if (outcome) return outcome;
      if (attempt === TRIES) throw new AppError("conflict", { retryAfter: 1 });
    }
  }

  /** Null if the state changed since the rule's check. */
  async function write(ctx: MemberContext, target: Partner, parcel: Parcel): Promise<Output<typeof contract.sendMessage> | null> {
    const [self, partner] = [ctx.viewer.id, target.card.id];
    const { clientId, type, text, gift, price } = parcel;
    const draft: Draft = {
      id: newId(),
      senderId: self,
      partnerId: partner,
      conversation: target.conversation?.id ?? null,
      newConversation: newId(),
      clientId,
      type,
      text,
      gift,
      // The list names a gift in the reader's language.
      excerpt: gift ? "" : excerptOf(text),
      price,
      now: ctx.now,
    };
    try {
      const sent = await announced(live, [self, partner], () => store.send(draft, limitsOf(ctx)));
      if (!sent) {
        after(Promise.all([self, partner].map((id) => live.tell(id, { events: [], changed: [] }))));
        return null;
      }
      after(announce(self, partner, sent, showsOf(ctx, target)));
      return { message: messageOf(sent.message, self, NOTHING), credits: sent.credits };
    } catch (error) {
      const violation = violationOf(error);
      if (!violation) throw error;
      const refusal = spendRefusal(violation);
      if (refusal) throw new AppError(refusal, { params: lacksOf(parcel, target) });
      return null;
    }
  }

  async function announce(
    self: string,
    partner: string,
    { message, sender, partner: receiver }: Sent,
    shows: Shows,
  ): Promise<void> {
    const { conversationId: conversation, seq } = message;
    const eventFor = (reader: string) => ({
      type: "message" as const,
      conversation,
      message: messageOf(message, reader, shows),
    });
    const [reached] = await Promise.all([
      live.tell(partner, { events: [eventFor(partner)], changed: ["user", "chats"], counters: receiver }),
      live.tell(self, { events: [eventFor(self)], changed: ["user", "chats"], counters: sender }),
    ]);
    if (!reached) return;
    await store.deliver(partner, conversation, seq, message.createdAt);
    if (shows.online) await live.relay(self, { type: "delivered", conversation, seq });
  }

  async function announceAgain(message: MessageRow, partner: string): Promise<void> {
    const { conversationId: conversation } = message;
    await live.tell(partner, {
      events: [{ type: "message", conversation, message: messageOf(message, partner, NOTHING) }],
      changed: ["user", "chats"],
    });
  }
}

function isSame(sent: MessageRow & { partnerId: string }, { by, type, text, gift }: Parcel): boolean {
  if (sent.type !== type || sent.text !== text || giftOf(sent.gift)?.id !== gift?.id) return false;
  return "profile" in by ? sent.partnerId === by.profile : sent.conversationId === by.conversation;
}

/** The text about missing credits speaks of a message where it has a name. */
function lacksOf({ type }: Parcel, { card }: Partner): Params {
  return type === "gift" ? {} : { name: card.name };
}

/** @throws invalid */
function checkText(typed: string, longest: number): string {
  const text = cleanText(typed);
  // Spaces and joiners alone would show an empty bubble.
  if (!/[^\p{Z}\p{C}]/u.test(text)) throw invalid({ field: "text", code: "required" });
  // A character has several code units, but a bounded number.
  if (text.length > longest * UNITS_PER_CHARACTER || (text.length > longest && textLength(text) > longest))
    throw invalid({ field: "text", code: "too_long", params: { max: longest } });
  return text;
}
