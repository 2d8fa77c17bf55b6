import { AGE_METHODS } from "#db/schema/age-methods.ts";
import { VOICE_LEVELS, VOICE_LIMITS } from "#worker/delivery/voices/voices.vocabulary.ts";
import { isShownHere } from "#worker/discovery/members/card.ts";
import { isSlowed, SLOWED } from "#worker/discovery/signals/signals.vocabulary.ts";
import type { AgeProofs } from "#worker/people/identity/age-gate.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { UPHELD_DAYS } from "#worker/people/reports/decisions.vocabulary.ts";
import type { Output } from "#worker/platform/call.ts";
import { formatDay, formatTimeInZone, readerOf } from "#worker/platform/dates.ts";
import { DAY } from "#worker/platform/durations.ts";
import { AppError, invalid, type Params } from "#worker/platform/errors.ts";
import { readersZone } from "#worker/platform/zones.ts";
import { hasDesk, isFree, priceFor } from "#worker/sites/domains/fictional.vocabulary.ts";
import type { Settings } from "#worker/sites/domains/settings.vocabulary.ts";
import type { contract } from "./chat.contract.ts";
import { takesFirst } from "./first-messages.ts";
import type { Partner, With } from "./partner.sql.ts";
import type { StartLimits } from "./starts.sql.ts";
import { MEMBER_DAYS, nextStart, STARTS_FREE, type StartStanding, startsPerDay, type Upheld } from "./starts.vocabulary.ts";

type Refusal = NonNullable<Output<typeof contract.chat>["refusal"]>;

/** In credits, to a person. */
export function messagePriceOf({ domain }: Pick<MemberContext, "domain">): number {
  return domain.settings.message_credits;
}

/** In credits, to a person. */
export function icebreakerPriceOf(ctx: Pick<MemberContext, "domain">): number {
  return ctx.domain.settings.icebreaker_credits ?? messagePriceOf(ctx);
}

/** `price` to a person, or 0 where staff answer for a fictional profile. */
export function priceTo({ card }: Pick<Partner, "card">, { domain }: Pick<MemberContext, "domain">, price: number): number {
  return priceFor(card, domain.settings, price);
}

/** Staff answer what is sent to this profile. */
export function isAtDesk({ card }: Pick<Partner, "card">, { domain }: Pick<MemberContext, "domain">): boolean {
  return isFree(card, domain.settings);
}

/** @throws invalid */
export function withOf({ conversation, profile }: { conversation?: string; profile?: string }): With {
  if (conversation !== undefined) return { conversation };
  if (profile !== undefined) return { profile };
  throw invalid({ field: "conversation", code: "required" });
}

/** `target` has the upheld reports; reads do not ask for the number. */
export function limitsOf(ctx: MemberContext, target: Pick<Partner, "starts"> | null = null): StartLimits {
  const limits = freeLimits(ctx.domain.settings, ctx.now);
  const daily = startsPerDay(standingOf(ctx, target?.starts?.upheld ?? []), SLOWED.starts);
  return { ...limits, daily, ...(ctx.viewer.account.paidUser && { free: null, desk: false }) };
}

interface Standing {
  viewer: {
    account: Pick<MemberContext["viewer"]["account"], "status" | "paidUser" | "ageProofs" | "createdAt"> & { caution?: number };
    profile: Pick<MemberContext["viewer"]["profile"], "mainPhoto" | "verified">;
  };
  now: number;
}

/** What the number of new conversations a day follows from. */
export function standingOf({ viewer: { account, profile }, now }: Standing, upheld: readonly Upheld[]): StartStanding {
  const day = new Date(now).toISOString().slice(0, 10);
  return {
    confirmed: account.status === "active",
    paid: account.paidUser,
    photo: profile.mainPhoto !== null,
    verified: profile.verified,
    adult: isProven(account.ageProofs, day),
    member: now - account.createdAt >= MEMBER_DAYS * DAY,
    upheld,
    slowed: isSlowed(account),
  };
}

function isProven(proofs: AgeProofs, today: string): boolean {
  return AGE_METHODS.some((method) => {
    const proof = proofs[method];
    return proof !== undefined && (proof.until === null || proof.until > today);
  });
}

export function freeLimits(settings: Settings, now: number): StartLimits {
  return {
    free: settings.free_conversations,
    daily: STARTS_FREE,
    since: now - DAY,
    upheldSince: now - UPHELD_DAYS * DAY,
    desk: hasDesk(settings),
  };
}

/** @throws not_found, invalid, blocked */
export function reachable(ctx: MemberContext, target: Partner | null): Partner {
  if (!target || target.pool !== ctx.domain.pool || target.blockedByMe) throw new AppError("not_found");
  if (target.card.id === ctx.viewer.id) throw invalid({ field: "profile", code: "to_oneself" });
  // A departed member stays visible only to conversation partners.
  if ((target.status !== "active" || !isShownHere(target.card, ctx)) && !target.conversation) throw new AppError("not_found");
  if (target.blockedMe) throw new AppError("blocked", { params: { name: target.card.name } });
  return target;
}

/** `text` is null before anything is written. */
export function refusalOf(ctx: MemberContext, target: Partner, price: number, text: string | null = null): Refusal | null {
  // A conversation with a fictional profile stays readable where the domain hides such profiles.
  // Nobody pays for a message to a brought member who never comes: decision 112.
  if (target.status === "deleted" || target.status === "disabled" || target.fraud || !isShownHere(target.card, ctx))
    return "deleted";
  // Staff have hidden it: nobody answers.
  if (target.card.fictional && target.status === "hidden") return "deleted";
  if (target.conversation?.goodbye) return "goodbye";
  if (ctx.viewer.account.status !== "active") return "not_confirmed";
  // Before anything that can be bought: nobody pays for a message that is not taken. A look at the chat tells nothing of a decline.
  if (text !== null && target.declined) return "first_message_refused";
  if (!target.conversation && !takesFirst(ctx, target.card, target.first, text)) return "first_message_refused";
  if (!target.conversation && target.usedFree && !isAtDesk(target, ctx)) return "premium_required";
  return ctx.viewer.account.credits < price ? "not_enough_credits" : null;
}

/** Staff who answer for a fictional profile do so in writing. */
export function takesVoice({ domain }: Pick<MemberContext, "domain">, { card }: Pick<Partner, "card">) {
  return domain.features.voice && !card.fictional ? { seconds: VOICE_LIMITS.message, levels: VOICE_LEVELS } : null;
}

/** There are calls between the two: the domain has them, and both are people. */
export function takesCalls(
  { domain, viewer }: Pick<MemberContext, "domain" | "viewer">,
  { card }: Pick<Partner, "card">,
): boolean {
  return domain.features.calls && !card.fictional && !viewer.profile.fictional;
}

export function callPriceOf({ call_price: price }: Pick<Settings, "call_price">): Settings["call_price"] {
  return price.per === "free" || price.credits === 0 ? { per: "free", credits: 0 } : price;
}

/** Null where there are no calls, and before the conversation has begun. */
export function callsOf(ctx: MemberContext, target: Partner): Output<typeof contract.chat>["calls"] {
  const { conversation } = target;
  if (!conversation || conversation.goodbye || target.status === "deleted" || !takesCalls(ctx, target)) return null;
  const { mayCall: allowed, partnerMayCall, wrote, partnerWrote } = conversation;
  const price = callPriceOf(ctx.domain.settings);
  return { allowed, mutual: allowed && partnerMayCall, answered: wrote && partnerWrote, first: !conversation.talked, price };
}

/** @throws muted */
export function refuseMuted({ viewer, now, language, country, domain }: MemberContext): void {
  const { mutedUntil } = viewer.account;
  if (mutedUntil === null || mutedUntil === undefined || mutedUntil <= now) return;
  const reader = readerOf(language, country, readersZone(null, country, domain.settings.geoip_country));
  throw new AppError("muted", { params: { date: formatDay(mutedUntil, reader) } });
}

/** The member must know that the receiver is fictional. `always`: for each paid parcel, not only after a free one. */
export function asksFictional(ctx: Pick<MemberContext, "domain">, target: Partner, price: number, always = false): boolean {
  const { card, conversation } = target;
  return card.fictional && (price > 0 ? always || !conversation?.paid : isAtDesk(target, ctx) && !conversation?.wrote);
}

/** @throws fictional_unconfirmed */
export function refuseUnknowing(
  ctx: Pick<MemberContext, "domain">,
  target: Partner,
  parcel: { price: number; type: string; fictionalKnown?: boolean | undefined },
): void {
  if (asksFictional(ctx, target, parcel.price, parcel.type === "gift") && !parcel.fictionalKnown)
    throw new AppError("fictional_unconfirmed");
}

/** `agreed`: the most that the member was told, in credits. @throws price_changed */
export function refuseDearer({ price, agreed }: { price: number; agreed?: number | undefined }): void {
  if (agreed !== undefined && price > agreed) throw new AppError("price_changed");
}

/** Only staff write as a fictional profile, from their desk: each message of one is marked. @throws forbidden */
export function refuseFictional({ viewer }: Pick<MemberContext, "viewer">): void {
  if (viewer.profile.fictional) throw new AppError("forbidden");
}

/** The text about missing credits speaks of a message where it has a name. */
export function lacksOf({ type }: { type: string }, { card }: Partner): Params {
  return type === "gift" ? {} : { name: card.name };
}

/** `price` in credits. */
interface Priced {
  price: number;
  text: string;
}

/** `lacks` are the values of the text about missing credits. @throws muted, not_found, goodbye, not_confirmed, first_message_refused, premium_required, not_enough_credits, too_many_conversations */
export function refuse(ctx: MemberContext, target: Partner, { price, text }: Priced, lacks: Params): void {
  refuseMuted(ctx);
  const refusal = refusalOf(ctx, target, price, text);
  // Nobody buys what cannot be sent today.
  if (refusal === null || refusal === "premium_required" || refusal === "not_enough_credits") refuseMore(ctx, target);
  if (refusal === "deleted") throw new AppError("not_found");
  if (refusal === "not_enough_credits") throw new AppError("not_enough_credits", { params: lacks });
  if (refusal === "first_message_refused") throw new AppError(refusal, { params: { name: target.card.name } });
  if (refusal) throw new AppError(refusal);
}

/** @throws too_many_conversations */
function refuseMore(ctx: MemberContext, { starts }: Partner): void {
  if (!starts) return;
  const most = startsPerDay(standingOf(ctx, starts.upheld), SLOWED.starts);
  if (nextStart(starts.begun, most, DAY) === null) return;
  const next = nextStart(starts.own, most, DAY);
  // A time would tell when another account of the browser wrote.
  if (next === null) throw new AppError("too_many_conversations");
  const { domain, viewer, language, country, now } = ctx;
  const zone = readersZone(
    viewer.preferences.quiet?.zone ?? null,
    country,
    viewer.profile.country,
    domain.settings.geoip_country,
  );
  const params = { date: formatTimeInZone(next, readerOf(language, country, zone)) };
  throw new AppError("too_many_conversations", { params, retryAfter: Math.max(1, Math.ceil((next - now) / 1000)) });
}
