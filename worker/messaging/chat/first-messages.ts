import type { Wishes } from "#db/schema/attributes.ts";
import type { FirstMessages } from "#db/schema/first-messages.ts";
import type { CardRow } from "#worker/discovery/members/card.ts";
import { isWished, wishFilterOf } from "#worker/discovery/wishes/wish-filter.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { firstLength } from "#worker/people/preferences/first-messages.vocabulary.ts";
import { textLength } from "#worker/platform/text.ts";

/** What the receiver of a first message has chosen. */
export interface FirstRule {
  /** JSON as it is stored: the write compares it. */
  stored: string;
  takes: FirstMessages;
  wishes: Wishes;
  /** The receiver likes the sender. */
  liked: boolean;
}

type Sender = Pick<MemberContext, "viewer" | "domain" | "now">;

/**
 * Whether the receiver takes a first message of this member: decision 138. A like of the receiver invites, whatever else is
 * asked; only "nobody" refuses it too. `text` is null before anything is written.
 */
export function takesFirst(ctx: Sender, card: CardRow, rule: FirstRule | null, text: string | null): boolean {
  if (!rule) return true;
  const { from, verified, photo, wishes } = rule.takes;
  if (from === "nobody") return false;
  if (rule.liked) return true;
  const { profile } = ctx.viewer;
  if (from === "liked") return false;
  if (verified && !(profile.verified && profile.mainPhoto !== null)) return false;
  if (photo && profile.mainPhoto === null) return false;
  if (wishes && !isWithin(ctx, card, rule.wishes)) return false;
  return text === null || textLength(text) >= firstLength(rule.takes);
}

/** Whether a first message waits until the receiver accepts it: decision 144. */
export function isRequest({ fictional }: Pick<CardRow, "fictional">, rule: FirstRule | null): boolean {
  return rule?.takes.requests === true && !rule.liked && !fictional;
}

/** The receiver's ages and distance; deal-breakers are for lists. */
function isWithin({ viewer, domain, now }: Sender, card: CardRow, wishes: Wishes): boolean {
  const filter = wishFilterOf({ now, domain, viewer: { profile: card, preferences: { wishes } } });
  return isWished(viewer.profile, { ...filter, traits: {} });
}
