import type { User } from "#worker/accounts/user/user.contract.ts";
import { SESSION_MAX_AGE } from "#worker/people/identity/session-token.ts";
import { looksSigned } from "#worker/people/identity/source.ts";
import { AppError } from "#worker/platform/errors.ts";
import { isSafe } from "#worker/platform/methods.ts";
import { CALLS, type CheckedBackend } from "#worker/server/calls.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import { readCookie } from "#worker/server/edge/session.ts";
import { createCallObserver } from "#worker/server/upstream/call-observer.ts";
import { createUpstreamCalls } from "#worker/server/upstream/client.ts";
import { issueCookies, readUpstreamSession } from "#worker/server/upstream/cookies.ts";
import { passDownload } from "#worker/server/upstream/download.ts";
import { passMedia } from "#worker/server/upstream/media.ts";
import { callAt, passThrough } from "#worker/server/upstream/pass-through.ts";
import { createUpstream, type Upstream } from "#worker/server/upstream/upstream.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain, ProxyApi } from "#worker/sites/domains/domain-file.ts";
import { termsIn } from "#worker/sites/domains/domains.ts";
import { counting, lazily, type Mode, type Side, type Visit } from "./side.ts";

/** Pages with the same content for every visitor, as documents and as router data; see app/routes.ts. */
const FOR_EVERYBODY =
  /^\/(?:_|login|signup|reset-password|goodbye|offline|accessibility|ban|cookies|faq|imprint|privacy|return-policy|service|terms|complaints)?(?:\.rsc)?\/?$/;
/** In ms: such a page waits no longer for the upstream to name the member. */
const SOON = 400;

/** Upstream ids are unique per deployment only; the default prefix keeps the objects apart. */
export function upstreamMode(domain: Domain, api: ProxyApi, inboxOf = (memberId: string) => `${domain.id}/${memberId}`): Mode {
  return {
    read: {
      session: readUpstreamSession,
      // The upstream has the key and decides.
      opens: async (source) => looksSigned(source, domain),
    },
    serve: (visit) => createUpstreamSide(visit, api, inboxOf),
  };
}

function createUpstreamSide(visit: Visit, api: ProxyApi, inboxOf: (memberId: string) => string): Side {
  const { env, facts, current } = visit;
  const upstream = reach(visit, api);
  const memberId = async () => (await user())?.profile.id ?? null;
  const observer = createCallObserver({
    domainId: facts.domain.id,
    requestId: facts.requestId,
    session: facts.session,
    live: servicesOf(env).live,
    inboxOf,
    memberId,
    chat: (input) => calls.chat(input),
    defer: visit.defer,
  });
  const calls = counting(createUpstreamCalls(upstream, facts.requestId, observer, facts.settings), visit);
  let certain = true;
  const user = lazily(async () => {
    if (!current.session) return null;
    if (!needsNobody(facts)) return whoIs(calls);
    const late = scheduler.wait(SOON).then(() => Promise.reject(new Error("no answer in time")));
    return Promise.race([whoIs(calls), late]).catch(() => {
      certain = false;
      return null;
    });
  });
  const admit: Side["admit"] = async (name) => {
    // The upstream checks the session and reads the input itself.
    if (CALLS[name].access !== "anyone" && !current.session) throw new AppError("authentication_required");
  };
  return {
    calls,
    admit,
    prefetchRows() {},
    async pass(request) {
      if (request.method === "OPTIONS") return null;
      const name = callAt(request.method, facts.url);
      if (name && !isSafe(request.method)) await admit(name);
      return passThrough(request, { facts, upstream, observer, name });
    },
    user,
    memberId,
    isCertain: () => certain,
    async accountLanguage() {
      if (facts.url.pathname.startsWith("/api/")) return null;
      // The page's own calls fail again and can report it.
      return (await user().catch(() => null))?.language ?? null;
    },
    ageGate: async () => (await user())?.age_proof ?? null,
    consentDue: async () => ((await user())?.consents_due.length ?? 0) > 0,
    terms: async () => termsIn(facts.domain, (await user())?.profile.country ?? facts.country),
    media: (request) => passMedia(request, facts, upstream),
    download: () => passDownload(facts, upstream),
    uploader: async () => current.session?.token ?? `of ${facts.network}`,
    live: {
      async handshake(tokenHash) {
        const found = await user();
        if (!found) return null;
        const { unread_messages, new_likes, profile } = found;
        return {
          memberId: inboxOf(profile.id),
          tokenHash,
          // The upstream does not tell when its session ends; the maximum session age applies.
          expiresAt: facts.at + SESSION_MAX_AGE * 1000,
          connectedAt: facts.at,
          remote: true,
          counters: { unread_messages, new_likes },
        };
      },
      keepsPolls: false,
      sessionEnds: async () => null,
    },
    takesMailReports: false,
  };
}

function reach({ env, facts, current, request, setCookies }: Visit, api: ProxyApi): Upstream {
  const { userAgent, requestId, at, url, country, network, origin, pageOrigin, localeCookie, draft, secure } = facts;
  return createUpstream({
    api,
    userAgent,
    requestId,
    now: at,
    pageOrigin: url.origin,
    key: env.UPSTREAM_KEY,
    visitor: { country, network, origin, page: pageOrigin },
    cookies: { session: readCookie(request, "session"), locale: localeCookie, draft },
    language: () => current.language,
    setCookies: (taken) => setCookies(issueCookies(taken, secure)),
  });
}

function needsNobody({ url, method }: Facts): boolean {
  return (method === "GET" || method === "HEAD") && FOR_EVERYBODY.test(url.pathname);
}

export async function whoIs({ user }: CheckedBackend): Promise<User | null> {
  try {
    return await user({});
  } catch (error) {
    if (error instanceof AppError && error.code === "authentication_required") return null;
    throw error;
  }
}
