/** The spec's members area: members, members-id, chats, likes, likes-m-id, premium. The tabs of the likes are the likes page. */
const AREA = /^\/(members(\/[^/]+)?|chats|likes(\/(received|sent|matches))?|likes\/m\/[^/]+|premium)\/?$/;

export function inMembersArea(path: string): boolean {
  return AREA.test(path);
}

/** How a page was come to, as the browser tells. */
export interface Arrival {
  /** Of the navigation timing entry. */
  type: string;
  /** The address of the page before, if it was one of ours; else empty. */
  referrer: string;
  origin: string;
}

/** Whether a page of the area continues a stay in it, by a reload or from another of its pages, or begins one. */
export function staysInArea({ type, referrer, origin }: Arrival): boolean {
  if (type === "reload") return true;
  // What the referrer of a page come back to says is where one was before that page, not before now.
  if (type === "back_forward" || !URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  return from.origin === origin && inMembersArea(from.pathname);
}
