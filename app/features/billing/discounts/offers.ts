import { pathOf } from "#app/request/path.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { BuiltInKind } from "#worker/sites/domains/codes.vocabulary.ts";
import { inMembersArea, showsPrices } from "./area.shared.ts";

interface RunningOffer {
  endsAt: number;
  now: number;
}

export interface Offers {
  /** What the header names, whichever kind it is. */
  running: (RunningOffer & { kind: BuiltInKind }) | null;
  /** Null outside the members area and the pages with prices. */
  timeBonus: (RunningOffer & { hours: number; signedUpAt: number; credits: number; inArea: boolean }) | null;
  welcome: RunningOffer | null;
  /** True on the pages with prices, false where the offer is a pill. */
  whole: boolean;
}

type Place = { inArea: boolean; whole: boolean };

/** Where each kind is advertised. */
const SHOWN_AT: Record<BuiltInKind, (place: Place) => boolean> = {
  time_bonus: ({ inArea, whole }) => inArea || whole,
  welcome: () => true,
};

export async function offers(): Promise<Offers> {
  const { user, domain, now } = edge();
  const path = pathOf();
  const place = { inArea: inMembersArea(path), whole: showsPrices(path) };
  const { whole } = place;
  const member = domain.features.payments ? await user() : null;
  const discount = member?.active_discount;
  const offer = { endsAt: discount ? Date.parse(discount.expires) : 0, now: now() };
  if (!member || !discount || offer.endsAt <= offer.now || !SHOWN_AT[discount.kind](place))
    return { running: null, timeBonus: null, welcome: null, whole };
  const { kind, hours } = discount;
  const { credits, signup_date } = member;
  const timeBonus = { ...offer, hours, signedUpAt: Date.parse(signup_date), credits, inArea: place.inArea };
  return {
    running: { ...offer, kind },
    timeBonus: kind === "time_bonus" ? timeBonus : null,
    welcome: kind === "welcome" ? offer : null,
    whole,
  };
}
