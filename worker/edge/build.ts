import { marked, translator } from "#locales/index.ts";
import type { User } from "../accounts/accounts.contract.ts";
import { consentsDue } from "../accounts/consents.ts";
import { parseSessionToken } from "../accounts/session-token.ts";
import { nextSource, readSource, type Source, sourceOfQuery, writeSource } from "../accounts/source.ts";
import { createBackend } from "../backend.ts";
import { nounsOf } from "../nouns.ts";
import { type Backend, parsing } from "../calls.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../lib/crypto.ts";
import { AppError } from "../lib/errors.ts";
import { newId, newSecret } from "../lib/ids.ts";
import { isPoll } from "../live/snapshots.ts";
import { mediaPath } from "../media/links.ts";
import { issueCookies, readUpstreamSession } from "../upstream/cookies.ts";
import { foresee, observe } from "../upstream/observe.ts";
import { activityOf } from "../notifications/preferences.ts";
import { createUpstream } from "../upstream/upstream.ts";
import { countryOf } from "./country.ts";
import { readDismissals, renewedDismissals } from "./dismissals.ts";
import { carryOut } from "./effects.ts";
import type { Edge } from "./edge.ts";
import type { Domain } from "../domains/settings.ts";
import { domainOf, hostOf } from "./host.ts";
import { chooseLanguage, domainLanguage, languagesFor } from "./language.ts";
import { networkOf } from "./network.ts";
import { readCookie, readDevice, readDraft, readSession, sourceCookie } from "./session.ts";
import { readVisitor, VISITOR_HEADER } from "./visitor.ts";

/** How often (ms) a member's last activity is written while they browse; "online" is an activity of the last five minutes. */
const TOUCH_EVERY = 60_000;
/** Who is logged in is looked up anew for a call that comes so long (ms) after: the body of a write may take its time. */
const LOOK_AGAIN_AFTER = 1_000;

/** The context of a request, or null for a host that no domain claims. At most one round trip to D1, often none. */
export async function buildEdge(request: Request, env: Env, execution: ExecutionContext): Promise<Edge | null> {
  const url = new URL(request.url);
  const host = hostOf(url);
  const now = Date.now();
  const nouns = nounsOf(env);
  const domain = await domainOf(host, now, (wanted) => nouns.domainsStore.findByHost(wanted));
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
  const origin = visitor?.origin ?? url.origin;
  // A member came long ago; and what is no page was not opened by a link.
  const stored = readSource(readCookie(request, "source"));
  const opened = session || /^\/(api|media|icons)\//.test(url.pathname) ? {} : sourceOfQuery(url.searchParams);
  const linked = nextSource(stored, opened, domain.trafficSources);
  const source = linked ?? stored;
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 300);

  let lookedAt = now;
  const findViewer = async () => {
    lookedAt = Date.now();
    const found = session && !upstream ? await nouns.accountsStore.findViewer(await sha256(session.token), domain.id, now) : null;
    const shown = found && activityOf(now, found.preferences) - found.profile.lastActiveAt;
    if (found && Math.max(shown ?? 0, now - found.seenAt) > TOUCH_EVERY)
      execution.waitUntil(nouns.accountsStore.touch(found.id, found.tokenHash, now));
    return found;
  };
  let viewer = once(findViewer);
  const image = (key: string, owner = session?.token ?? "visitor") => {
    return {
      filename: mediaPath(env.MEDIA_SECRET, key, "full", owner, now),
      thumb_filename: mediaPath(env.MEDIA_SECRET, key, "thumb", owner, now),
    };
  };
  // Tests ask for the language "xx", whose texts can be told from what a page says without them.
  const texts = async () => (__LOCAL__ && cookie === "xx" ? marked(await translator(language)) : translator(language));
  const makeContext = async (): Promise<Context> => {
    if (Date.now() - lookedAt > LOOK_AGAIN_AFTER) viewer = once(findViewer);
    return {
      domain,
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
      viewer: await viewer(),
      image,
    };
  };
  let context = once(makeContext);

  const requestId = newId();
  const answer = new Headers();
  const dismissed = readCookie(request, "dismissed");
  const renewed = renewedDismissals(dismissed, now, secure);
  if (renewed && request.method === "GET") answer.append("set-cookie", renewed);
  const kept = linked && (lettingIn(source, domain) || !asksNotToBeTracked(request));
  if (kept && request.method === "GET") answer.append("set-cookie", sourceCookie(writeSource(source), secure));
  let edge: Edge | undefined;
  const { checked, upstream } = createBackend(env, domain, {
    context: () => context(),
    requestId,
    carryOut(effects) {
      carryOut(effects, { answer, secure });
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
        visitor: { country, network, origin },
        cookies: { session: readCookie(request, "session"), locale: cookie, draft },
        language: () => language,
        setCookies(taken) {
          for (const line of issueCookies(taken, secure)) answer.append("set-cookie", line);
        },
      }),
    witness: {
      before: async (name) => edge && foresee(edge, name),
      after: (name, input, output) => edge && observe(edge, nouns.live, name, input, output),
    },
  });
  const backend = parsing(checked);
  const user = once(async () => (upstream ? session && whoIs(backend) : (await viewer()) && backend.user({})));

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
    t: await texts(),
    session,
    source,
    dismissals: readDismissals(dismissed),
    network,
    userAgent,
    secure,
    nonce: newSecret(16),
    now: () => now,
    defer: (work) => execution.waitUntil(work),
    answer,
    form: null,
    status: null,
    backend,
    checked,
    upstream,
    user,
    async consentDue() {
      if (upstream) return ((await user())?.consents_due.length ?? 0) > 0;
      const found = await viewer();
      return found !== null && consentsDue({ domain, country }, found.account).length > 0;
    },
    memberId: async () => (upstream ? (await user())?.profile.id : (await viewer())?.id) ?? null,
    lostSession: once(async () => {
      if (!session || (await user())) return false;
      carryOut({ session: { ended: readDevice(request) } }, { answer, secure });
      return true;
    }),
    sessionEnds: async () => (await viewer())?.expiresAt ?? null,
  };
  return edge;
}

/** Global Privacy Control (W3C), or the older Do Not Track: then where somebody comes from is nobody's to keep. */
function asksNotToBeTracked({ headers }: Request): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

/** Whether the way in to this domain depends on where one comes from: then a source is what the visitor came with for. */
function lettingIn({ network, invite }: Source, { trafficSources }: Domain): boolean {
  return invite !== undefined || trafficSources.includes(network ?? "");
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
