import { marked, translator } from "#locales/index.ts";
import { isSafe } from "../api/guard.ts";
import { createBackend } from "../backend.ts";
import { type Backend, parsing } from "../calls.ts";
import type { Context } from "../context.ts";
import { type Terms, termsOf } from "../domains/domains.ts";
import { originAt, originOf } from "../domains/origin.ts";
import type { Domain } from "../domains/settings.ts";
import type { User } from "../identity/accounts.contract.ts";
import type { Viewer } from "../identity/viewer.ts";
import { hmac, sha256 } from "../lib/crypto.ts";
import { readerOf } from "../lib/dates.ts";
import { AppError } from "../lib/errors.ts";
import { newId, newSecret } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { readersZone } from "../lib/zones.ts";
import { isPoll } from "../live/snapshots.ts";
import { mediaPath, VISITOR } from "../media/links.ts";
import { activityOf } from "../notifications/preferences.ts";
import { parseSessionToken } from "../sessions/session-token.ts";
import { consentsDue } from "../signup/consents.ts";
import { looksSigned, nextSource, opensDomain, readSource, type Source, sourceOfQuery, writeSource } from "../signup/source.ts";
import { issueCookies, readUpstreamSession } from "../upstream/cookies.ts";
import { observe, rememberCaller } from "../upstream/observe.ts";
import { createUpstream } from "../upstream/upstream.ts";
import { servicesOf } from "../wiring/index.ts";
import { countryOf } from "./country.ts";
import { readDismissals, renewedDismissals } from "./dismissals.ts";
import type { Edge } from "./edge.ts";
import { setCookies } from "./effects.ts";
import { domainById, domainOf, hostOf } from "./host.ts";
import { chooseLanguage, domainLanguage, languagesFor } from "./language.ts";
import { networkOf } from "./network.ts";
import { readCookie, readDevice, readDraft, readSession, sourceCookie } from "./session.ts";
import { readTrail } from "./trail.ts";
import { readVisitor, VISITOR_HEADER } from "./visitor.ts";

/** How often (ms) a member's last activity is written while they browse; "online" is an activity of the last five minutes. */
const TOUCH_EVERY = 60_000;
/** The front page, the log-in and the legal and help texts (see app/routes.ts), as a document and as the router's data. */
const FOR_EVERYBODY =
  /^\/(?:_|login|signup|reset-password|goodbye|offline|ban|cookies|faq|privacy|return-policy|service|terms|complaints)?(?:\.rsc)?\/?$/;
/** How long (ms) such a page waits for an upstream to say who is there. */
const SOON = 400;
/** The session is looked up again once the body of a write was read, where that took so long (ms): it may have ended. */
const LOOK_AGAIN_AFTER = 1_000;

/** The context of a request, or null for a host that no domain claims. At most one round trip to D1, often none. */
export async function buildEdge(request: Request, env: Env, execution: ExecutionContext): Promise<Edge | null> {
  const url = new URL(request.url);
  const host = hostOf(url);
  const now = Date.now();
  const services = servicesOf(env);
  const domain = await domainOf(host, now, (wanted) => services.domainsStore.findByHost(wanted));
  if (!domain) return null;

  const { settings } = domain;
  const visitor = await readVisitor(request.headers.get(VISITOR_HEADER), env.UPSTREAM_KEY, now);
  const country = visitor?.country ?? countryOf(request, settings);
  const languages = languagesFor(settings, country);
  const cookie = readCookie(request, "locale");
  let language = chooseLanguage(languages, cookie, domainLanguage(settings));
  let session = domain.api.mode === "local" ? readSession(request) : readUpstreamSession(request);
  let draft = readDraft(request);
  const secure = url.protocol === "https:";
  const network = visitor?.network ?? networkOf(request);
  const origin = visitor?.origin ?? originOf(domain, env.LOCAL_PORT);
  const pageOrigin = visitor?.page ?? originAt(host, env.LOCAL_PORT);
  // A member came long ago; and what is no page was not opened by a link.
  const stored = readSource(readCookie(request, "source"));
  const opened = session || /^\/(api|media|icons)\//.test(url.pathname) ? {} : sourceOfQuery(url.searchParams);
  const opens = async (from: Source) =>
    domain.api.mode === "local"
      ? opensDomain(from, domain, now, (text) => hmac(env.PASSWORD_PEPPER, text))
      : looksSigned(from, domain);
  const [storedOpens, foundOpens] = await Promise.all([opens(stored), opens(opened)]);
  const linked = nextSource(stored, opened, { stored: storedOpens, found: foundOpens });
  const source = linked ?? stored;
  const sourceOpens = linked ? foundOpens : storedOpens;
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 300);

  let lookedAt = now;
  const findViewer = async () => {
    lookedAt = Date.now();
    const found =
      session && !upstream ? await services.accountsStore.findViewer(await sha256(session.token), domain.id, now) : null;
    const shown = found && activityOf(now, found.preferences) - found.profile.lastActiveAt;
    if (found && Math.max(shown ?? 0, now - found.seenAt) > TOUCH_EVERY)
      execution.waitUntil(services.accountsStore.touch(found.id, found.tokenHash, now));
    return found;
  };
  let viewer = once(findViewer);
  const homeOf = async ({ account: { domainId } }: Viewer): Promise<Domain> => {
    if (domainId === domain.id) return domain;
    const home = await domainById(domainId, now, services.domainsStore.findById).catch((error: unknown) => {
      // What is wrong with one domain must not close another to its members.
      log("error", "domain not readable", { domain: domainId, error });
    });
    return home ?? domain;
  };
  const imageFor = (viewer: string) => (key: string, owner: string, token?: string) => {
    const shown = { key, owner };
    const to = token ?? viewer;
    services.media.allow(shown, to, domain.id, now);
    return {
      filename: mediaPath(env.MEDIA_SECRET, shown, "full", to, now),
      thumb_filename: mediaPath(env.MEDIA_SECRET, shown, "thumb", to, now),
    };
  };
  // Tests ask for the language "xx", whose texts can be told from what a page says without them.
  const texts = async () => (__LOCAL__ && cookie === "xx" ? marked(await translator(language)) : translator(language));
  const makeContext = async (): Promise<Context> => {
    const who = await viewer();
    return {
      domain,
      home: who ? await homeOf(who) : domain,
      country,
      now,
      network,
      userAgent,
      secure,
      session,
      device: readDevice(request),
      draft,
      source,
      language,
      t: await texts(),
      origin,
      pageOrigin,
      viewer: who,
      write: null,
      // A session that is over makes nobody a member.
      image: imageFor(who && session ? session.token : VISITOR),
    };
  };
  let context = once(makeContext);
  let bodyWasRead = false;
  const contextNow = () => {
    if (!bodyWasRead && !isSafe(request.method) && (request.bodyUsed || request.body?.locked)) {
      bodyWasRead = true;
      if (Date.now() - lookedAt > LOOK_AGAIN_AFTER) {
        viewer = once(findViewer);
        context = once(makeContext);
      }
    }
    return context();
  };

  const requestId = newId();
  const answer = new Headers();
  const dismissed = readCookie(request, "dismissed");
  const renewed = renewedDismissals(dismissed, now, secure);
  if (renewed && request.method === "GET") answer.append("set-cookie", renewed);
  // Where the way in depends on it, it is what the visitor came with for.
  const kept = linked && (source.invite !== undefined || sourceOpens || !asksNotToBeTracked(request));
  if (kept && request.method === "GET") answer.append("set-cookie", sourceCookie(writeSource(source), secure));
  let edge: Edge | undefined;
  const { checked, admit, upstream } = createBackend(env, domain, {
    context: async () => ({ ...(await contextNow()), write: edge?.write ?? null }),
    requestId,
    hasSession: () => session !== null,
    carryOut(effects) {
      setCookies(effects, { answer, secure });
      // Later calls of the same request already are those of the member who has just logged in.
      if (effects.session) session = "started" in effects.session ? parseSessionToken(effects.session.started) : null;
      if (effects.session) viewer = once(findViewer);
      if (effects.draft !== undefined) draft = effects.draft;
      context = once(makeContext);
    },
    reach: (api) =>
      createUpstream({
        api,
        userAgent,
        requestId,
        now,
        pageOrigin: url.origin,
        key: env.UPSTREAM_KEY,
        visitor: { country, network, origin, page: pageOrigin },
        cookies: { session: readCookie(request, "session"), locale: cookie, draft },
        language: () => language,
        setCookies(taken) {
          for (const line of issueCookies(taken, secure)) answer.append("set-cookie", line);
        },
      }),
    observer: {
      before: async (name) => edge && rememberCaller(edge, name),
      after: (name, input, output) => edge && observe(edge, services.live, name, input, output),
    },
  });
  const backend = parsing(checked);
  /** Set where the upstream did not say in time who is there. */
  let unknown = false;
  const whoIsSoon = async () => {
    const nobody = scheduler.wait(SOON).then(() => Promise.reject(new Error("no answer in time")));
    return Promise.race([whoIs(backend), nobody]).catch(() => {
      unknown = true;
      return null;
    });
  };
  const fromUpstream = () => (needsNobody(url, request.method) ? whoIsSoon() : whoIs(backend));
  const user = once(async () => (upstream ? session && fromUpstream() : (await viewer()) && backend.user({})));

  // The account's language matters, and costs its query, only where no cookie says it.
  // A poll shows no text: it is not worth the query that its answer from the member's object saves. No more is a call
  // that an upstream answers in its own words.
  const { pathname } = url;
  const shows = !/^\/(media|icons)\//.test(pathname) && (upstream ? !pathname.startsWith("/api/") : !isPoll(request.method, url));
  if (session && !cookie && shows) {
    // An upstream that fails here fails for the page again, which can say so.
    const account = upstream ? (await user().catch(() => null))?.language : (await viewer())?.account.language;
    language = chooseLanguage(languages, account, domainLanguage(settings));
  }

  const terms = async (): Promise<Terms> => {
    if (upstream) return { settings, country: (await user())?.profile.country ?? country };
    const who = await viewer();
    return termsOf({ domain, country, viewer: who, home: who ? await homeOf(who) : domain });
  };

  edge = {
    requestId,
    url,
    method: request.method,
    host,
    domain,
    settings,
    country,
    language,
    languages,
    reader: readerOf(language, country, readersZone(readCookie(request, "zone"), country, settings.geoip_country)),
    t: await texts(),
    session,
    source,
    sourceOpens,
    dismissals: readDismissals(dismissed),
    trail: readTrail(readCookie(request, "trail")),
    network,
    userAgent,
    secure,
    nonce: newSecret(16),
    now: () => now,
    defer: (work) => execution.waitUntil(work),
    answer,
    form: null,
    status: null,
    write: null,
    backend,
    checked,
    admit,
    upstream,
    user,
    async consentDue() {
      if (upstream) return ((await user())?.consents_due.length ?? 0) > 0;
      const found = await viewer();
      return found !== null && consentsDue(await terms(), found.account).length > 0;
    },
    terms,
    memberId: async () => (upstream ? (await user())?.profile.id : (await viewer())?.id) ?? null,
    lostSession: once(async () => {
      if (!session || (await user()) || unknown) return false;
      setCookies({ session: { ended: readDevice(request) } }, { answer, secure });
      return true;
    }),
    sessionEnds: async () => (await viewer())?.expiresAt ?? null,
  };
  return edge;
}

/** Whether a page says the same to everybody, but for the frame around it: that must not keep it from being shown. */
function needsNobody({ pathname }: URL, method: string): boolean {
  return (method === "GET" || method === "HEAD") && FOR_EVERYBODY.test(pathname);
}

/** Global Privacy Control (W3C), or the older Do Not Track: then where somebody comes from is nobody's to keep. */
function asksNotToBeTracked({ headers }: Request): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

/** The member of this browser's session, as the upstream knows them; null where it knows none. */
async function whoIs(backend: Backend): Promise<User | null> {
  try {
    return await backend.user({});
  } catch (error) {
    if (error instanceof AppError && error.code === "authentication_required") return null;
    throw error;
  }
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}
