import type { Language, Translate } from "#locales/index.ts";
import type { Context, WriteIdentity } from "../context.ts";
import type { Domain } from "../domains/settings.ts";
import type { Viewer } from "../identity/viewer.ts";
import type { Effects } from "../lib/answer.ts";
import { parseSessionToken } from "../sessions/session-token.ts";
import type { Facts } from "./facts.ts";
import type { SessionToken } from "./session.ts";
import type { ViewerLookup } from "./viewer.ts";

/** What the calls of one request change for the calls and the page after them. */
export interface Current {
  session: SessionToken | null;
  draft: string | null;
  language: Language;
  texts(): Promise<Translate>;
  write: WriteIdentity | null;
  /** Sums that a call has just changed; they replace those of a viewer read before. */
  counters: NonNullable<Effects["counters"]>;
}

export interface Contexts {
  /** The context for a call that is made now. */
  now(): Promise<Context>;
  /** Lets later calls of this request see what a call changed. */
  apply(effects: Effects): void;
}

interface Deps {
  viewers: ViewerLookup<Viewer>;
  homeOf(viewer: Viewer): Promise<Domain>;
  /** Links to photos for the session or, with null, for a visitor. */
  imageFor(session: SessionToken | null): Context["image"];
}

/** The rules' contexts of one request: its facts, its viewer and what its calls have changed. */
export function createContexts(facts: Facts, current: Current, { viewers, homeOf, imageFor }: Deps): Contexts {
  let made: Promise<Context> | undefined;

  async function make(): Promise<Context> {
    const found = await viewers.current();
    const viewer = found && counted(found, current.counters);
    const { domain, country, network, userAgent, secure, device, source, origin, pageOrigin } = facts;
    const { session, draft, language } = current;
    return {
      domain,
      home: viewer ? await homeOf(viewer) : domain,
      country,
      now: facts.at,
      network,
      userAgent,
      secure,
      session,
      device,
      draft,
      source,
      language,
      t: await current.texts(),
      origin,
      pageOrigin,
      viewer,
      write: null,
      // A session without a viewer is over: its links are those of a visitor.
      image: imageFor(viewer ? session : null),
    };
  }

  return {
    async now() {
      if (viewers.recheck()) made = undefined;
      made ??= make();
      return { ...(await made), write: current.write };
    },
    apply({ session, draft, counters }) {
      if (session) {
        current.session = "started" in session ? parseSessionToken(session.started) : null;
        viewers.forget();
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
