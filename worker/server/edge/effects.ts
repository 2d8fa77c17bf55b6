import { loggedOutMark } from "#worker/people/identity/session-token.ts";
import type { Effects } from "#worker/platform/answer.ts";
import type { Edge } from "./edge.ts";
import { bookmarkCookie, codeCookie, draftCookie, endedSessionCookie, localeCookie, sessionCookie } from "./session.ts";

export function setEffectCookies(effects: Effects, { answer, secure }: Pick<Edge, "answer" | "secure">): void {
  const { session, locale, draft, storedCode, bookmark } = effects;
  if (session && "started" in session) answer.append("set-cookie", sessionCookie(session.started, secure));
  else if (session) {
    const { ended } = session;
    answer.append("set-cookie", ended ? sessionCookie(loggedOutMark(ended), secure) : endedSessionCookie(secure));
  }
  if (draft !== undefined) answer.append("set-cookie", draftCookie(draft, secure));
  if (storedCode === null) answer.append("set-cookie", codeCookie(null, secure));
  if (bookmark) answer.append("set-cookie", bookmarkCookie(bookmark, secure));
  if (locale) answer.append("set-cookie", localeCookie(locale, secure));
}
