import { mediaPaths, VISITOR } from "#worker/delivery/media/links.ts";
import { ageFactsOf, ageGateChangesAt, ageGateOf, isClosed } from "#worker/people/identity/age-gate.ts";
import { consentsDue } from "#worker/people/identity/consents-due.ts";
import type { Context } from "#worker/people/identity/context.ts";
import { TOUCH_EVERY } from "#worker/people/identity/online.vocabulary.ts";
import type { SessionToken } from "#worker/people/identity/session-token.ts";
import { opensDomain } from "#worker/people/identity/source.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { activityOf } from "#worker/people/preferences/preferences.vocabulary.ts";
import { hmac, sha256 } from "#worker/platform/crypto.ts";
import { utcDay } from "#worker/platform/durations.ts";
import { AppError } from "#worker/platform/errors.ts";
import { log } from "#worker/platform/log.ts";
import { prefetchKey } from "#worker/platform/prefetch.ts";
import { createLocalCalls } from "#worker/server/backend.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { createContexts } from "#worker/server/edge/context.ts";
import type { Facts } from "#worker/server/edge/facts.ts";
import { domainById } from "#worker/server/edge/host.ts";
import { readSession } from "#worker/server/edge/session.ts";
import { createViewerLookup } from "#worker/server/edge/viewer.ts";
import { archiveAnswer, loginFirst } from "#worker/server/endpoints/download.endpoint.ts";
import { answerMedia } from "#worker/server/endpoints/media.endpoint.ts";
import { isPoll } from "#worker/server/endpoints/polls.endpoint.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import { termsOf } from "#worker/sites/domains/domains.ts";
import { createForgedSessions } from "./forged-sessions.ts";
import { prefetchesOf } from "./prefetches.ts";
import { counting, lazily, type Mode, type Side, type Visit } from "./side.ts";

const forged = createForgedSessions();

export function localMode(env: Env, domain: Domain): Mode {
  return {
    read: {
      session: readSession,
      opens: (source, now) => opensDomain(source, domain, now, (text) => hmac(env.PASSWORD_PEPPER, text)),
    },
    serve: (visit) => createLocalSide(visit, { find: () => findAndTouch(visit), findCached: () => findCached(visit) }),
  };
}

export interface Who {
  find(): Promise<Viewer | null>;
  findCached?(): Promise<Viewer | null>;
  consentDue?(): Promise<boolean>;
  /** Replaces the rules of the domain file. */
  age?(): Promise<Context["age"]>;
}

export function createLocalSide(visit: Visit, who: Who): Side {
  const { env, facts } = visit;
  const services = servicesOf(env);
  const { accountsStore, callLimits, exports } = services;
  const known = prefetchesOf(services);
  const { calls, admit, viewer, cachedOrRead, homeOf, ageOf } = createAnswers(visit, who);
  const memberId = async () => (await viewer())?.id ?? null;
  /** A socket and the answers of polls outlive neither the session nor an open gate. */
  const endOf = (found: Viewer, home: Domain) =>
    Math.min(found.expiresAt, ageGateChangesAt({ current: facts.settings, home: home.settings }, found.account, facts.at));
  const terms = async () => {
    const found = await viewer();
    return termsOf({ ...facts, viewer: found, home: found ? await homeOf(found) : facts.domain });
  };
  return {
    calls,
    admit,
    prefetchRows(name, input) {
      const { session, prefetches } = visit.current;
      if (!session) return;
      const caller = { member: session.memberId, network: facts.network };
      if (forged.isFrom(facts.network, facts.at) || callLimits.isFull(name, caller, facts.at)) return;
      if (name === "sendMessage") {
        visit.current.cachedCall = { name, input: input as CallInput<"sendMessage"> };
        return;
      }
      if (name === "saveDraft") visit.current.cachedCall = { name, input: input as CallInput<"saveDraft"> };
      try {
        const found = known[name]?.(session.memberId, input as never, facts);
        if (found && found.queries.length > 0) prefetches.set(prefetchKey(name, found.wanted), found.queries);
      } catch (error) {
        // Refused again, and answered, by the call itself.
        if (!(error instanceof AppError)) throw error;
      }
    },
    pass: async () => null,
    user: lazily(async () => (await viewer()) && calls.user({})),
    memberId,
    isCertain: () => true,
    // A poll shows no text and must not pay for this query.
    accountLanguage: async () => (isPoll(facts.method, facts.url) ? null : ((await cachedOrRead())?.account.language ?? null)),
    async consentDue() {
      const found = await viewer();
      return found !== null && consentsDue(await terms(), found.account).length > 0;
    },
    async ageGate() {
      const found = await viewer();
      return found && ageOf(found, await homeOf(found));
    },
    terms,
    media: (request) => answerMedia(request, env, facts),
    async download(id) {
      const member = await memberId();
      return member ? archiveAnswer(await exports.file(member, id, facts.at), facts.at) : loginFirst();
    },
    uploader: async () => (await memberId()) ?? `of ${facts.network}`,
    live: {
      async handshake(tokenHash) {
        const found = await accountsStore.findViewer(tokenHash, facts.domain.id, facts.at);
        if (!found) return null;
        const home = await homeOf(found);
        // Events hold messages and likes.
        if (isClosed(await ageOf(found, home), "members")) throw new AppError("age_proof_required");
        const { unread: unread_messages, newLikes: new_likes } = found.account;
        const { id: memberId } = found;
        const expiresAt = endOf(found, home);
        return { memberId, tokenHash, expiresAt, connectedAt: facts.at, remote: false, counters: { unread_messages, new_likes } };
      },
      keepsPolls: true,
      async sessionEnds() {
        const found = await viewer();
        return found && endOf(found, await homeOf(found));
      },
    },
    takesMailReports: true,
  };
}

function createAnswers(visit: Visit, { find, findCached, consentDue, age }: Who) {
  const { env, facts, current } = visit;
  const { domainsStore, media } = servicesOf(env);
  const viewers = createViewerLookup(visit.request, find, findCached);
  const cachedOrRead = async () => (await viewers.cached()) ?? viewers.current();
  const homeOf = (viewer: Viewer) => homeDomain(viewer, facts, domainsStore.findById);
  const ageOf = async (viewer: Viewer, home: Domain) =>
    age ? age() : ageGateOf({ current: facts.settings, home: home.settings }, ageFactsOf(viewer), facts, facts.at);
  const contexts = createContexts(facts, current, { viewers, homeOf, imageFor, ageOf });

  function imageFor(session: SessionToken | null) {
    return ({ key, visibility }: Parameters<Context["image"]>[0], owner: string, token = session?.token ?? VISITOR) => {
      const shown = { key, owner };
      const cached = visibility === "private" ? undefined : media.allow(shown, token, facts.domain.id, facts.at);
      const { full, card, thumb } = mediaPaths(env.MEDIA_SECRET, shown, token, facts.at, cached);
      return { filename: full, card_filename: card, thumb_filename: thumb };
    };
  }

  const local = createLocalCalls(env, {
    contexts: { current: contexts.now, cached: contexts.cached },
    bookmark: facts.bookmark,
    consentDue,
    apply(effects) {
      visit.send(effects);
      contexts.apply(effects);
    },
  });
  return { admit: local.admit, calls: counting(local.calls, visit), viewer: viewers.current, cachedOrRead, homeOf, ageOf };
}

/** Defers the write of the member's activity. */
async function findAndTouch({ env, facts, current, defer }: Visit): Promise<Viewer | null> {
  if (!current.session) return null;
  const { accountsStore, answerTimes, chat } = servicesOf(env);
  const { prefetches, cachedCall, session } = current;
  const message = cachedCall?.name === "sendMessage" ? cachedCall.input : null;
  const reads = message ? chat.prefetchSend(session.memberId, message, facts) : [];
  if (reads.length > 0) prefetches.set(prefetchKey("sendMessage", message), reads);
  const of = [await sha256(session.token), facts.domain.id, facts.at] as const;
  const joint = prefetches.size > 0 ? await accountsStore.findViewerAnd(...of, prefetches) : null;
  const found = joint ? joint.viewer : await accountsStore.findViewer(...of);
  if (joint && !found) forged.note(facts.network, facts.at);
  current.prefetched = joint?.row ? { memberId: session.memberId, rows: joint.rows, viewerRow: joint.row } : null;
  if (!found || facts.pageHidden) return found;
  const active = activityOf(facts.at, found.preferences);
  const { lastActiveAt } = found.profile;
  if (Math.max(active - lastActiveAt, facts.at - found.seenAt) < TOUCH_EVERY) {
    if (found.profile.awayAt === null) return found;
    defer(accountsStore.resumeActivity(found.id));
    if (joint?.row) joint.row.awayAt = null;
    return found;
  }
  defer(accountsStore.touch(found.id, found.tokenHash, facts.at));
  if (utcDay(found.seenAt) < utcDay(facts.at)) defer(answerTimes.check(found, facts.at));
  // The row as it is after that write: the next message of this session compares it.
  if (joint?.row) Object.assign(joint.row, { seenAt: facts.at, lastActiveAt: Math.max(active, lastActiveAt), awayAt: null });
  return { ...found, seenAt: facts.at };
}

async function findCached({ env, facts, current: { session, cachedCall } }: Visit): Promise<Viewer | null> {
  if (!session || !cachedCall) return null;
  const { chat, drafts } = servicesOf(env);
  const hash = await sha256(session.token);
  const found =
    cachedCall.name === "sendMessage"
      ? chat.cachedFacts(hash, cachedCall.input, facts)
      : drafts.cachedFacts(hash, cachedCall.input, facts);
  return found?.viewer ?? null;
}

/** An unreadable home domain must not lock its members out of this one. */
async function homeDomain(
  { account: { domainId } }: Viewer,
  { domain, at }: Facts,
  read: (id: string) => Promise<Domain | null>,
): Promise<Domain> {
  if (domainId === domain.id) return domain;
  const home = await domainById(domain, domainId, at, read).catch((error: unknown) => {
    log("error", "domain not readable", { domain: domainId, error });
  });
  return home ?? domain;
}
