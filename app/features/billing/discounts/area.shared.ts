/** The members' area: members, members-id, chats, likes, likes-m-id, premium. */
const AREA = /^\/(members(\/[^/]+)?|chats|likes(\/(received|sent|matches))?|likes\/m\/[^/]+|premium)\/?$/;

/** Pages that show an offer whole; elsewhere it is a pill in the header. */
const PRICES = /^\/(credits|premium|pricing)$/;

export function showsPrices(path: string): boolean {
  return PRICES.test(path);
}

export function inMembersArea(path: string): boolean {
  return AREA.test(path);
}

/** How the browser reached the page. */
export interface Arrival {
  /** Type of the navigation timing entry. */
  type: string;
  /** Previous URL if same-origin; otherwise empty. */
  referrer: string;
  origin: string;
}

/** True if the visit to the area continues: a reload, or a link from another page of the area. */
export function staysInArea({ type, referrer, origin }: Arrival): boolean {
  if (type === "reload") return true;
  // After back or forward, the referrer is the one of the first visit.
  if (type === "back_forward" || !URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  return from.origin === origin && inMembersArea(from.pathname);
}
