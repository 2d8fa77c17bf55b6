import { type Dismissals, type Dismissible, dismissedCookie } from "#worker/server/edge/dismissals.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { dismissalOf, isSiteDismissal, type SiteDismissal } from "#worker/sites/notices/notices.vocabulary.ts";

export function keepDismissed(notice: Dismissible | SiteDismissal): void {
  const { answer, domain, dismissals, now, secure } = edge();
  // What the site no longer shows needs no place in the cookie.
  const shown = new Set<string>(domain.notices.map(dismissalOf));
  const kept = Object.entries(dismissals).filter(([name]) => !isSiteDismissal(name) || shown.has(name));
  const all: Dismissals = { ...Object.fromEntries(kept), [notice]: now() };
  answer.append("set-cookie", dismissedCookie(all, now(), secure));
}
