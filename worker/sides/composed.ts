import { type CallName, everyCall } from "#worker/calls.ts";
import type { Domain, ProxyApi } from "#worker/domains/domain-file.ts";
import type { User } from "#worker/identity/accounts.contract.ts";
import type { Contract } from "#worker/lib/call.ts";
import { sha256 } from "#worker/lib/crypto.ts";
import { SESSION_MAX_AGE } from "#worker/sessions/session-token.ts";
import { callAt } from "#worker/upstream/pass-through.ts";
import { servicesOf } from "#worker/wiring/index.ts";
import { createLocalSide, type Who } from "./local.ts";
import { lazily, type Mode, type Side, type Visit } from "./side.ts";
import { upstreamMode } from "./upstream.ts";

/** Fields of `user` that another call's noun decides. */
const DECIDED_BY = { new_likes: "likes", unread_messages: "chats" } as const satisfies { [F in keyof User]?: CallName };

/** This server answers the nouns `here`, the upstream all others. Both know a member by the same id. */
export function composedMode(domain: Domain, api: ProxyApi, here: Contract[]): Mode {
  const upstream = upstreamMode(domain, api, (memberId) => memberId);
  const isHere = namesOf(here);
  return {
    read: upstream.read,
    serve(visit) {
      const rest = upstream.serve(visit);
      return composeSides(visit, { own: createLocalSide(visit, memberOf(visit, rest)), rest, isHere });
    },
  };
}

interface Parts {
  own: Side;
  rest: Side;
  isHere(name: CallName): boolean;
}

function composeSides({ request: { method }, facts }: Visit, { own, rest, isHere }: Parts): Side {
  const sideOf = (name: CallName) => (isHere(name) ? own : rest);
  const user = lazily(async () => {
    const found = await rest.user();
    return found && withOwn(found, await own.user());
  });

  function withOwn(found: User, ours: User | null): User {
    const decided = Object.entries(DECIDED_BY).filter(([, name]) => isHere(name));
    return { ...found, ...Object.fromEntries(decided.map(([field]) => [field, ours?.[field as keyof typeof DECIDED_BY] ?? 0])) };
  }

  const calls = everyCall((name) => sideOf(name).calls[name]);
  return {
    ...rest,
    user,
    calls: { ...calls, user: async (input) => withOwn(await rest.calls.user(input), await own.user()) },
    admit: (name) => sideOf(name).admit(name),
    async pass(request) {
      const name = callAt(method, facts.url);
      return name && (name === "user" || isHere(name)) ? null : rest.pass(request);
    },
    // Only links signed here are found here.
    async media(request) {
      const picture = await own.media(request);
      return picture.status === 404 ? rest.media(request) : picture;
    },
    download: (id) => sideOf("requestExport").download(id),
    live: {
      ...rest.live,
      async handshake(tokenHash) {
        const [made, found] = await Promise.all([rest.live.handshake(tokenHash), user()]);
        if (!made || !found) return null;
        const { unread_messages, new_likes } = found;
        return { ...made, counters: { unread_messages, new_likes } };
      },
    },
    takesMailReports: sideOf("mails").takesMailReports,
  };
}

function namesOf(here: Contract[]): (name: CallName) => boolean {
  const names = new Set(here.flatMap((contract) => Object.keys(contract)));
  return (name) => names.has(name);
}

/** The upstream knows the session; the rows are of this server. */
function memberOf({ env, facts, current }: Visit, rest: Side): Who {
  return {
    consentDue: rest.consentDue,
    async find() {
      const [id, { session }] = [await rest.memberId(), current];
      if (!id || !session) return null;
      const member = await servicesOf(env).accountsStore.findLogin(facts.domain.pool, { id });
      const expiresAt = facts.at + SESSION_MAX_AGE * 1000;
      return member && { ...member, tokenHash: await sha256(session.token), expiresAt, seenAt: facts.at };
    },
  };
}
