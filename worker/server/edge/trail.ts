import { serialize } from "hono/utils/cookie";

export interface Trail {
  /** Query of the latest search, with its list position; null before the first. */
  search: string | null;
  /** Seconds from the query parameter `t`, carried across the redirect to the clean address. */
  popup: number | null;
}

const LONGEST = 1000;

export function readTrail(cookie: string | null): Trail {
  if (cookie === null) return { search: null, popup: null };
  const stored = new URLSearchParams(cookie);
  const popup = stored.get("popup");
  const search = stored.get("search");
  return {
    search: search && search.length <= LONGEST ? search : null,
    popup: popup !== null && /^\d{1,3}$/.test(popup) ? Number(popup) : null,
  };
}

export function trailCookie({ search, popup }: Trail, secure: boolean): string {
  const parts: string[] = [];
  if (search !== null && search.length <= LONGEST) parts.push(`search=${encodeURIComponent(search.toWellFormed())}`);
  if (popup !== null) parts.push(`popup=${popup}`);
  return serialize("trail", parts.join("&"), { path: "/members", httpOnly: true, sameSite: "Lax", secure });
}
