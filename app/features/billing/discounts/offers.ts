import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";
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

export async function offers(): Promise<Offers> {
  const { user, domain, now } = edge();
  const path = pathOf();
  const whole = showsPrices(path);
  const member = domain.features.payments ? await user() : null;
  const discount = member?.active_discount;
  const running = { endsAt: discount ? Date.parse(discount.expires) : 0, now: now() };
  if (!member || !discount || running.endsAt <= running.now) return { timeBonus: null, welcome: null, whole };
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
