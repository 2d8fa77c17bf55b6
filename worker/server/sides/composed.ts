import { z } from "zod";
import { type User, userSchema } from "#worker/accounts/user/user.contract.ts";
import type { AgeGate } from "#worker/people/identity/age-gate.ts";
import { SESSION_MAX_AGE } from "#worker/people/identity/session-token.ts";
import type { Call, Contract } from "#worker/platform/call.ts";
import { sha256 } from "#worker/platform/crypto.ts";
import { CALLS, type CallInput, type CallName, type CallOutput, everyCall } from "#worker/server/calls.ts";
import { callAt } from "#worker/server/upstream/pass-through.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import type { Domain, ProxyApi } from "#worker/sites/domains/domain-file.ts";
import { createLocalSide, type Who } from "./local.ts";
import { lazily, type Mode, type Side, type Visit } from "./side.ts";
import { upstreamMode, whoIs } from "./upstream.ts";

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

function composeSides({ env, request: { method }, facts }: Visit, { own, rest, isHere }: Parts): Side {
  const sideOf = (name: CallName) => (isHere(name) ? own : rest);
  const user = lazily(async () => withOwnSums(await rest.user()));

  /** Uses the member id of the answer: a log-in's request has no session, or another member's. */
  async function withOwnSums<T>(answer: T): Promise<T> {
    if (!isUser(answer)) return answer;
    const found = await servicesOf(env).accountsStore.counters(answer.profile.id);
    const ours = found ?? { new_likes: 0, unread_messages: 0 };
    const decided = Object.entries(ours).filter(([field]) => isHere(DECIDED_BY[field as keyof typeof DECIDED_BY]));
    return { ...answer, ...Object.fromEntries(decided) };
  }

  /** Likes and matches of the relation are rows of this server. The own profile has none. */
  async function withOwnRelation<T>(answer: T): Promise<T> {
    if (!isHere("like") || !isMember(answer) || !answer.relation) return answer;
    // A member without a row here can neither like nor be liked.
    const found = await own.calls.member({ id: answer.profile.id }).catch(() => null);
    if (!found?.relation) return answer;
    const { liked, likes_me, match, part, liked_part } = found.relation;
    return { ...answer, relation: { ...answer.relation, liked, likes_me, match, part, liked_part } };
  }

  const calls = everyCall(<N extends CallName>(name: N) => {
    if (name === "member") return async (input: CallInput<N>) => withOwnRelation(await rest.calls[name](input));
    if (!answersUser(name)) return sideOf(name).calls[name];
    const side = name === "user" ? rest : sideOf(name);
    return async (input: CallInput<N>) => withOwnSums(await side.calls[name](input));
  });
  return {
    ...rest,
    user,
    calls,
    admit: (name) => sideOf(name).admit(name),
    prefetchRows: (name, input) => sideOf(name).prefetchRows(name, input),
    async pass(request) {
      const name = callAt(method, facts.url);
      if (name && (name === "user" || isHere(name))) return null;
      const answer = await rest.pass(request);
      if (!name || !answer?.ok) return answer;
      if (name === "member") return new Response(JSON.stringify(await withOwnRelation(await answer.json())), answer);
      if (!answersUser(name)) return answer;
      return new Response(JSON.stringify(await withOwnSums(await answer.json())), answer);
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

/** The upstream decides, which may know nothing of it. */
function gateOf(user: User | null): AgeGate | null {
  return user?.age_proof ? { ...user.age_proof, country: "" } : null;
}

function namesOf(here: Contract[]): (name: CallName) => boolean {
  const names = new Set(here.flatMap((contract) => Object.keys(contract)));
  return (name) => names.has(name);
}

function answersUser(name: CallName): boolean {
  const { output }: Call = CALLS[name];
  return output === userSchema || (output instanceof z.ZodUnion && output.options.includes(userSchema));
}

function isUser(answer: unknown): answer is User {
  return typeof answer === "object" && answer !== null && "profile" in answer && "new_likes" in answer;
}

function isMember(answer: unknown): answer is CallOutput<"member"> {
  return typeof answer === "object" && answer !== null && "profile" in answer && "relation" in answer;
}

/** The upstream knows the session; the rows are of this server. */
function memberOf({ env, facts, current }: Visit, rest: Side): Who {
  let asked = false;
  /** Later calls ask the upstream again: the session may have ended since. */
  async function memberId(): Promise<string | null> {
    if (asked) return (await whoIs(rest.calls))?.profile.id ?? null;
    asked = true;
    return rest.memberId();
  }
  return {
    consentDue: rest.consentDue,
    age: async () => gateOf(await rest.user()),
    async find() {
      const [id, { session }] = [await memberId(), current];
      if (!id || !session) return null;
      const member = await servicesOf(env).accountsStore.findLogin(facts.domain.pool, { id });
      const expiresAt = facts.at + SESSION_MAX_AGE * 1000;
      // The upstream holds the chats, and so the pushes.
      const push = { subscribed: false, earned: false };
      return member && { ...member, push, tokenHash: await sha256(session.token), expiresAt, seenAt: facts.at };
    },
  };
}
