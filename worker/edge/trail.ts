import { serialize } from "hono/utils/cookie";

/** What the pages about members hand on to the next one. */
export interface Trail {
  /** The query of the search that was looked at last, its place in the list included; null before the first. */
  search: string | null;
  /** The seconds that the query parameter `t` asked for, on the way to the address without it. */
  popup: number | null;
}

/** A query longer than this is not kept: no search that the form can send is. */
const LONGEST = 1000;

/** What the cookie holds; anything that this product did not write is passed over. */
export function readTrail(cookie: string | null): Trail {
  const kept = new URLSearchParams(cookie ?? "");
  const popup = kept.get("popup");
  const search = kept.get("search");
  return {
    search: search && search.length <= LONGEST ? search : null,
    popup: popup !== null && /^\d{1,3}$/.test(popup) ? Number(popup) : null,
  };
}

/** The `Set-Cookie` line that keeps it until the browser is closed, for the pages about members alone. No script reads it. */
export function trailCookie({ search, popup }: Trail, secure: boolean): string {
  const kept = new URLSearchParams();
  if (search !== null && search.length <= LONGEST) kept.set("search", search);
  if (popup !== null) kept.set("popup", String(popup));
  return serialize("trail", kept.toString(), { path: "/members", httpOnly: true, sameSite: "Lax", secure });
}
