import { pathOf } from "#app/request/path.ts";
import type { DiscountCode } from "#worker/discounts/discounts.contract.ts";
import { timeBonusOf } from "#worker/discounts/discounts.ts";
import { type Edge, edge } from "#worker/edge/edge.ts";
import { DAY, HOUR } from "#worker/lib/limits.ts";
import { UNCONFIRMED_DAYS } from "#worker/signup/unconfirmed.ts";
import { inMembersArea } from "./area.ts";

/** Accounts that were never confirmed are erased (product.md section 2): no welcome discount begins later. */
const LATEST_ACTIVATION = UNCONFIRMED_DAYS * DAY;

/** A discount that runs out: what a countdown needs. */
export interface RunningOffer {
  endsAt: number;
  now: number;
}

export interface Offers {
  /** For the banner and the modal; null outside of the members area. */
  timeBonus: (RunningOffer & { signedUpAt: number; credits: number }) | null;
  /** For the bar at the top; only where no time bonus runs. */
  welcome: RunningOffer | null;
}

const NONE: Offers = { timeBonus: null, welcome: null };
const known = new WeakMap<Edge, Promise<Offers>>();

/** What this page may advertise to whoever looks; worked out once a request. */
export function offers(): Promise<Offers> {
  const context = edge();
  let found = known.get(context);
  if (!found) {
    found = findOffers(context);
    known.set(context, found);
  }
  return found;
}

async function findOffers({ user, domain, settings, backend, now }: Edge): Promise<Offers> {
  if (!domain.features.payments) return NONE;
  const member = await user();
  if (!member || member.paid_user) return NONE;
  const signedUpAt = Date.parse(member.signup_date);
  const timeBonus = running(timeBonusOf({ paid: member.paid_user, signedUpAt }, now()), now());
  if (timeBonus)
    return { timeBonus: inMembersArea(pathOf()) ? { ...timeBonus, signedUpAt, credits: member.credits } : null, welcome: null };
  const over = signedUpAt + LATEST_ACTIVATION + settings.welcome_discount_hours * HOUR;
  if (now() >= over) return NONE;
  // Spec section 7: failure of the welcome call is ignored.
  return { timeBonus: null, welcome: running(await backend.discountcode({ welcome: "true" }).catch(() => null), now()) };
}

function running(code: DiscountCode | null, now: number): RunningOffer | null {
  const endsAt = code?.expires ? Date.parse(code.expires) : now;
  return endsAt > now ? { endsAt, now } : null;
}
