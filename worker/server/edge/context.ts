import type { Translate } from "#locales/index.ts";
import type { Language } from "#locales/languages.ts";
import type { Context, WriteIdentity } from "#worker/people/identity/context.ts";
import type { SessionToken } from "#worker/people/identity/session-token.ts";
import { parseSessionToken } from "#worker/people/identity/session-token.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import type { Effects } from "#worker/platform/answer.ts";
import type { CallInput } from "#worker/server/calls.ts";
import type { Domain } from "#worker/sites/domains/domain-file.ts";
import type { Facts } from "./facts.ts";
import type { ViewerLookup } from "./viewer.ts";

type CachedCall = { [N in "sendMessage" | "saveDraft"]: { name: N; input: CallInput<N> } }["sendMessage" | "saveDraft"];

export interface Current {
  session: SessionToken | null;
  draft: string | null;
  language: Language;
  texts(): Promise<Translate>;
  write: WriteIdentity | null;
  /** Queries to run with the look-up of the session, by call and input. */
  prefetches: Map<string, object[]>;
  prefetched: Context["prefetched"];
  /** The call that may run on cached facts. A message's queries are built only if none are. */
  cachedCall: CachedCall | null;
  /** Sums changed by a call; they override those of the viewer read before. */
  counters: NonNullable<Effects["counters"]>;
}

export interface Contexts {
  now(): Promise<Context>;
  /** For calls whose contract says `cachedFacts`. Null without an entry, or if the viewer was read already. */
  cached(): Promise<Context | null>;
  apply(effects: Effects): void;
}

interface Deps {
  viewers: ViewerLookup<Viewer>;
  homeOf(viewer: Viewer): Promise<Domain>;
  imageFor(session: SessionToken | null): Context["image"];
  ageOf(viewer: Viewer, home: Domain): Promise<Context["age"]>;
}

export function createContexts(facts: Facts, current: Current, { viewers, homeOf, imageFor, ageOf }: Deps): Contexts {
  let made: Promise<Context> | undefined;

  async function make(found: Viewer | null): Promise<Context> {
    const viewer = found && counted(found, current.counters);
    const { domain, country, region, network, userAgent, prefetch, secure, device, source, storedCode, origin, pageOrigin } =
      facts;
    const { session, draft, language } = current;
    const home = viewer ? await homeOf(viewer) : domain;
    return {
      domain,
      home,
      country,
      region,
      age: viewer && (await ageOf(viewer, home)),
      now: facts.at,
      network,
      userAgent,
      prefetch,
      secure,
      session,
      device,
      draft,
      source,
      storedCode,
      language,
      t: await current.texts(),
      origin,
      pageOrigin,
      viewer,
      write: null,
      prefetched: current.prefetched,
      // A session without a viewer has ended; its links are those of a visitor.
      image: imageFor(viewer ? session : null),
    };
  }

  return {
    async now() {
      if (viewers.recheck()) made = undefined;
      made ??= viewers.current().then(make);
      return { ...(await made), write: current.write };
    },
    async cached() {
      const found = await viewers.cached();
      return found && { ...(await make(found)), prefetched: null, cachedFacts: true };
    },
    apply({ session, draft, counters }) {
      if (session) {
        current.session = "started" in session ? parseSessionToken(session.started) : null;
        viewers.forget();
        // These rows were prefetched with the session before.
        Object.assign(current, { prefetches: new Map(), prefetched: null, cachedCall: null });
      }
      if (draft !== undefined) current.draft = draft;
      current.counters = { ...current.counters, ...counters };
      made = undefined;
    },
  };
}

function counted(viewer: Viewer, { unread_messages, new_likes }: NonNullable<Effects["counters"]>): Viewer {
  const { unread, newLikes } = viewer.account;
  return { ...viewer, account: { ...viewer.account, unread: unread_messages ?? unread, newLikes: new_likes ?? newLikes } };
}
