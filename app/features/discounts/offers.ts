import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/edge/edge.ts";
import { inMembersArea } from "./area.ts";

/** What a countdown needs; times in ms since 1970. */
interface RunningOffer {
  endsAt: number;
  now: number;
}

export interface Offers {
  /** Null outside of the members area. */
  timeBonus: (RunningOffer & { hours: number; signedUpAt: number; credits: number }) | null;
  /** Only where no time bonus runs. */
  welcome: RunningOffer | null;
}

/** What this page may advertise to the visitor. */
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
