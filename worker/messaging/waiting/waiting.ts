import type { NotSent, WaitingKind } from "#db/schema/attributes.ts";
import type { contract as payments } from "#worker/billing/payments/payments.contract.ts";
import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import type { contract as unlocking } from "#worker/discovery/members/unlock.contract.ts";
import type { contract as chat } from "#worker/messaging/chat/chat.contract.ts";
import { checkText } from "#worker/messaging/chat/message-text.ts";
import type { Partner, With } from "#worker/messaging/chat/partner.sql.ts";
import {
  icebreakerPriceOf,
  messagePriceOf,
  priceTo,
  reachable,
  refuse,
  refuseUnknowing,
} from "#worker/messaging/chat/permission.ts";
import type { contract as giving } from "#worker/messaging/gifts/gifts.contract.ts";
import { catalogueOf, checkNote } from "#worker/messaging/gifts/gifts.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { Answer } from "#worker/platform/answer.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, type ErrorCode, invalid } from "#worker/platform/errors.ts";
import type { contract, Waiting } from "./waiting.contract.ts";
import type { Found, WaitingStore } from "./waiting.store.ts";
import { IN_TIME } from "./waiting.vocabulary.ts";

/** In ms, from the press. */
const RETENTION = DAY;

type Started = Output<typeof payments.startPayment>;
type Press = Input<typeof contract.payToSend>;
type Sent = Output<typeof chat.sendMessage>;

interface Deps {
  store: WaitingStore;
  startPayment(ctx: MemberContext, order: Input<typeof payments.startPayment>): Promise<Started | Answer<Started>>;
  /** A pause, a ban or a limit of the buyer that holds now. */
  orderRefusal(ctx: MemberContext, currency: string): Promise<AppError | null>;
  target(ctx: MemberContext, by: With): Promise<Partner | null>;
  saveDraft(ctx: MemberContext, draft: Input<typeof chat.saveDraft>): Promise<unknown>;
  sendMessage(ctx: MemberContext, input: Input<typeof chat.sendMessage>): Promise<Sent>;
  sendGift(ctx: MemberContext, input: Input<typeof giving.sendGift>): Promise<Sent>;
  /** The member already sees all public photos of this profile. */
  arePhotosOpen(ctx: MemberContext, profile: string): Promise<boolean>;
  unlockPhotos(ctx: MemberContext, input: Input<typeof unlocking.unlockPhotos>): Promise<unknown>;
}

/** A payment that sends what waits for it: decision 90. */
export function createWaiting(deps: Deps) {
  const { store, startPayment, target } = deps;
  return {
    /** The text stays a draft, too. @throws invalid, and the codes of the contract */
    async payToSend(ctx: MemberContext, input: Press): Promise<Started | Answer<Started>> {
      const { profile, kind, item = "", text: typed, reply_to, price, client_id, fictional_known = false, ...order } = input;
      const text = checkWords(ctx, input);
      const found = reachable(ctx, await target(ctx, { profile }));
      if (kind !== "nothing" && price !== costOf(ctx, found, kind, item)) throw new AppError("price_changed");
      // What is free needs no order; its price was another when the page was drawn.
      if (kind !== "nothing" && price === 0) throw new AppError("price_changed");
      if (kind === "photos" && (await deps.arePhotosOpen(ctx, profile))) throw new AppError("conflict");
      const sends = isMessage(kind) || kind === "gift";
      if (sends) refuse(ctx, found, { price: 0, text }, {});
      if (kind !== "nothing") refuseUnknowing(ctx, found, { price, type: kind, fictionalKnown: fictional_known });
      const message = { accountId: ctx.viewer.id, otherId: found.card.id, kind, text, clientId: client_id };
      if (sends && (await store.isUsed(message))) throw new AppError("conflict");
      if (isMessage(kind))
        await deps.saveDraft(ctx, { profile, text, reply_to: reply_to ?? null, client_id, age: 0, replaces: undefined });
      const started = await startPayment(ctx, order);
      const { payment } = started instanceof Answer ? started.value : started;
      await store.put({
        paymentId: payment.id,
        ...message,
        item,
        replyTo: reply_to ?? null,
        price,
        fictionalKnown: fictional_known,
        pressedAt: ctx.now,
      });
      return started;
    },

    /** Idempotent: it is sent and charged once, whatever is repeated or ends halfway. @throws conflict */
    async sendWaiting(
      ctx: MemberContext,
      { payment, look = false }: Input<typeof contract.sendWaiting>,
    ): Promise<Output<typeof contract.sendWaiting>> {
      const row = await store.find(ctx.viewer.id, payment);
      if (!row) return { waiting: null };
      if (row.outcome !== null) return { waiting: waitingOf(row, row.outcome) };
      if (look || row.completedAt === null) return { waiting: waitingOf(row, null) };
      const decided = await decide(asPaid(ctx, row), row);
      // Another return of this moment may have sent it, which is then the cause of any refusal.
      const outcome = decided !== "sent" && (await store.find(ctx.viewer.id, payment))?.sent ? "sent" : decided;
      await store.settle(payment, outcome);
      const conversation = row.conversation ?? (await store.conversationWith(ctx.viewer.id, row.otherId));
      return { waiting: { ...waitingOf({ ...row, conversation }, outcome), decided: true } };
    },

    sweep: (now: number) => store.forget(now - RETENTION),
  };

  async function decide(ctx: MemberContext, row: Found): Promise<"sent" | NotSent> {
    const { kind } = row;
    // An earlier attempt ended between the message and its outcome.
    if (row.sent || kind === "nothing") return "sent";
    if (row.returned) return "returned";
    const completedAt = row.completedAt as number;
    try {
      if (kind === "photos" && (await deps.arePhotosOpen(ctx, row.otherId))) return "sent";
      if (completedAt > row.pressedAt + IN_TIME || ctx.now > completedAt + IN_TIME) return "late";
      const found = reachable(ctx, await target(ctx, { profile: row.otherId }));
      const { conversation } = found;
      // They have written meanwhile: the line opens nothing any more.
      if (kind === "icebreaker" && conversation) return "refused";
      if (isMessage(kind) && row.draft !== row.text) return "changed";
      if (row.price !== costOf(ctx, found, kind, row.item)) return "price";
      const refusal = await deps.orderRefusal(ctx, row.currency);
      // Not the member's own doing.
      if (refusal) return refusal.code === "banned" ? "refused" : "excluded";
      await send(ctx, row);
      return "sent";
    } catch (error) {
      if (!(error instanceof AppError) || AGAIN.has(error.code)) throw error;
      return RECEIVER.has(error.code) ? "receiver" : "refused";
    }
  }

  async function send(ctx: MemberContext, row: Found): Promise<void> {
    const { otherId: profile, kind, item, text, price, clientId: client_id, replyTo } = row;
    const to = { profile, ...(row.fictionalKnown && { fictional_known: true }) };
    if (kind === "photos") await deps.unlockPhotos(ctx, to);
    else if (kind === "gift") await deps.sendGift(ctx, { ...to, gift: item, note: text, client_id, price });
    else if (kind === "icebreaker") await deps.sendMessage(ctx, { ...to, icebreaker: lineOf(item), client_id, price });
    else await deps.sendMessage(ctx, { ...to, text, client_id, price, reply_to: replyTo ?? undefined });
  }
}

/** Another request of this moment was first: the next look at the page decides. */
const AGAIN: ReadonlySet<ErrorCode> = new Set(["conflict", "in_progress", "internal"]);
const RECEIVER: ReadonlySet<ErrorCode> = new Set(["not_found", "blocked", "goodbye", "first_message_refused"]);

const isMessage = (kind: WaitingKind) => kind === "text" || kind === "icebreaker";

/** The payment may have completed after the viewer was read. */
function asPaid(ctx: MemberContext, { credits, paidUser }: Found): MemberContext {
  const account = { ...ctx.viewer.account, credits, paidUser };
  return { ...ctx, viewer: { ...ctx.viewer, account } };
}

/** In credits, for a person; -1 for what the domain does not offer. */
function priceOf(ctx: MemberContext, kind: WaitingKind, item: string): number {
  const { features, settings } = ctx.domain;
  if (kind === "photos") return features.unlock ? settings.photo_credits : -1;
  if (kind === "gift") return (features.gifts && catalogueOf(ctx).find(({ id }) => id === item)?.credits) || -1;
  return kind === "icebreaker" ? icebreakerPriceOf(ctx) : messagePriceOf(ctx);
}

/** In credits, to this profile; -1 for what the domain does not offer. */
function costOf(ctx: MemberContext, found: Partner, kind: WaitingKind, item: string): number {
  const price = priceOf(ctx, kind, item);
  return price < 0 ? price : priceTo(found, ctx, price);
}

/** @throws invalid */
function checkWords(ctx: MemberContext, { kind, item = "", text }: Press): string {
  if (kind === "text") return checkText(text, ctx.domain.settings.message_length);
  if (kind === "gift") return checkNote(text);
  return kind === "icebreaker" ? ctx.t(`chat.icebreaker.lines.${lineOf(item)}`) : "";
}

/** @throws invalid */
function lineOf(item: string) {
  const code = ICEBREAKERS.find((one) => one === item);
  if (!code) throw invalid({ field: "item", code: "unknown_option" });
  return code;
}

function waitingOf({ kind, item, text, otherId, name, conversation }: Found, outcome: Found["outcome"]): Waiting {
  const reason = outcome === null || outcome === "sent" ? null : outcome;
  const state = outcome === null ? "open" : reason ? "draft" : "sent";
  return {
    kind,
    item,
    text: kind === "gift" ? text : "",
    state,
    reason,
    decided: false,
    profile: { id: otherId, name },
    conversation,
  };
}
