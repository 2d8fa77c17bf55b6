import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/edge/edge.ts";
import { inMembersArea } from "./area.shared.ts";

/** Times in ms since the epoch. */
interface RunningOffer {
  endsAt: number;
  now: number;
}

export interface Offers {
  /** Null outside the members area. */
  timeBonus: (RunningOffer & { hours: number; signedUpAt: number; credits: number }) | null;
  /** Only without a time bonus. */
  welcome: RunningOffer | null;
}

/** The offers that this page may advertise. */
export async function offers(): Promise<Offers> {
  const { user, domain, now } = edge();
  const member = domain.features.payments ? await user() : null;
  const discount = member?.active_discount;
  const running = { endsAt: discount ? Date.parse(discount.expires) : 0, now: now() };
  if (!member || !discount || running.endsAt <= running.now) return { timeBonus: null, welcome: null };
  if (discount.kind === "welcome") return { timeBonus: null, welcome: running };
  const { credits, signup_date } = member;
  const timeBonus = { ...running, hours: discount.hours, signedUpAt: Date.parse(signup_date), credits };
  return { timeBonus: inMembersArea(pathOf()) ? timeBonus : null, welcome: null };
}
