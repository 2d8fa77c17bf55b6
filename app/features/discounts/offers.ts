import { pathOf } from "#app/request/path.ts";
import { BUILT_IN_PERCENTAGE } from "#worker/discounts/codes.vocabulary.ts";
import type { DiscountCode } from "#worker/discounts/discounts.contract.ts";
import { type Edge, edge } from "#worker/edge/edge.ts";
import { inMembersArea, showsPrices } from "./area.shared.ts";

interface RunningOffer {
  endsAt: number;
  now: number;
}

export interface Offers {
  /** Null outside the members area and the pages with prices. */
  timeBonus: (RunningOffer & { hours: number; signedUpAt: number; credits: number; inArea: boolean }) | null;
  /** Only without a time bonus. */
  welcome: RunningOffer | null;
  /** True on the pages with prices, false where the offer is a pill. */
  whole: boolean;
}

const codes = new WeakMap<Edge, Promise<DiscountCode | null>>();

export async function offers(): Promise<Offers> {
  const { user, domain, now } = edge();
  const path = pathOf();
  const whole = showsPrices(path);
  const member = domain.features.payments ? await user() : null;
  const discount = member?.active_discount;
  const running = { endsAt: discount ? Date.parse(discount.expires) : 0, now: now() };
  if (!member || !discount || running.endsAt <= running.now || (await isOutlasted(running.endsAt)))
    return { timeBonus: null, welcome: null, whole };
  if (discount.kind === "welcome") return { timeBonus: null, welcome: running, whole };
  const { credits, signup_date } = member;
  const timeBonus = {
    ...running,
    hours: discount.hours,
    signedUpAt: Date.parse(signup_date),
    credits,
    inArea: inMembersArea(path),
  };
  return { timeBonus: timeBonus.inArea || whole ? timeBonus : null, welcome: null, whole };
}

/** True if the code of an earlier link keeps all prices after the offer's end: its clock would end nothing. */
async function isOutlasted(offerEnd: number): Promise<boolean> {
  const code = await codeOfLink(edge());
  if (!code || Number(code.value_percentage) * 10 < BUILT_IN_PERCENTAGE) return false;
  if (code.minimum_order_value || code.currency !== null || code.paymentmethods !== null) return false;
  return code.expires === null || Date.parse(code.expires) > offerEnd;
}

/** Asked once a request: each part of a page that shows an offer needs it. */
function codeOfLink(request: Edge): Promise<DiscountCode | null> | null {
  const { backend, keptCode } = request;
  if (keptCode === null) return null;
  const asked = codes.get(request) ?? backend.discountcode({ code: keptCode }).catch(() => null);
  codes.set(request, asked);
  return asked;
}
