import { connect } from "#db/client.ts";
import { createAccountsStore } from "./accounts/accounts.store.ts";
import { createIdempotencyStore } from "./api/idempotency.store.ts";
import type { CallName, CheckedBackend } from "./calls.ts";
import { CALLS } from "./calls.ts";
import type { Context, MemberContext } from "./context.ts";
import { createDomains } from "./domains/domains.ts";
import { createDomainsStore } from "./domains/domains.store.ts";
import { regionsOf } from "./domains/regions.ts";
import { domainLanguage } from "./edge/language.ts";
import { AppError } from "./lib/errors.ts";
import { createLikes } from "./likes/likes.ts";
import { createLikesStore } from "./likes/likes.store.ts";
import { setLiveHooks } from "./live/hooks.ts";
import { createLive } from "./live/objects.ts";
import { createMembers } from "./members/members.ts";
import { createMembersStore } from "./members/members.store.ts";
import { createSearchStore } from "./members/search.store.ts";

/** The rules of every noun over their stores: made once an isolate, told of each request by its context. */
function createNouns(env: Env) {
  const db = connect(env.DB);
  const live = createLive(env);
  return {
    domainsStore: createDomainsStore(db),
    accountsStore: createAccountsStore(db),
    idempotencyStore: createIdempotencyStore(db),
    live,
    domains: createDomains({ regionsOf, languageOf: domainLanguage }),
    members: createMembers({
      store: createMembersStore(db),
      search: createSearchStore(db),
      live,
      regionsOf: (country) => regionsOf(country).map(({ code }) => code),
    }),
    likes: createLikes({ store: createLikesStore(db), live }),
  };
}
type Nouns = ReturnType<typeof createNouns>;

let made: { env: Env; nouns: Nouns } | undefined;

/** The nouns of this isolate. */
export function nounsOf(env: Env): Nouns {
  if (made?.env.DB !== env.DB) made = { env, nouns: createNouns(env) };
  return made.nouns;
}

/** A call's answer, and what it does to this browser's session. */
type Answer = { session?: string };

type Handlers = {
  [N in CallName]?: (ctx: MemberContext, input: never) => unknown;
};

/** Which rule answers which call. */
function handlers(nouns: Nouns): Handlers {
  const { domains, members, likes } = nouns;
  return {
    settings: (ctx) => domains.settings(ctx),
    companyinfo: (ctx) => domains.companyinfo(ctx),
    regions: (ctx, input) => domains.regions(ctx, input),
    interests: (ctx) => domains.interests(ctx),

    members: (ctx, input) => members.members(ctx, input),
    member: (ctx, input) => members.member(ctx, input),

    like: (ctx, input) => likes.like(ctx, input),
    unlike: (ctx, input) => likes.unlike(ctx, input),
    likes: (ctx, input) => likes.likes(ctx, input),
  };
}

/**
 * The calls answered here, over D1, for one request. `context` is asked for only when a call is made.
 * @throws AppError: `authentication_required` and `not_confirmed` as the call's access says, and whatever the rule refuses.
 */
export function createLocalBackend(env: Env, context: () => Promise<Context>): CheckedBackend {
  const table = handlers(nounsOf(env));
  const bound = {} as Record<string, (input: unknown) => Promise<unknown>>;
  for (const name of Object.keys(CALLS) as CallName[]) {
    bound[name] = async (input) => {
      const call = CALLS[name];
      const handler = table[name];
      if (!handler) throw new AppError("not_found");
      const ctx = await context();
      if (call.access !== "anyone" && !ctx.viewer) throw new AppError("authentication_required");
      if (call.access === "confirmed" && ctx.viewer?.account.status !== "active") throw new AppError("not_confirmed");
      return handler(ctx as MemberContext, input as never);
    };
  }
  return bound as unknown as CheckedBackend;
}
export type { Answer };

setLiveHooks({
  counters: (env, memberId) => nounsOf(env).accountsStore.counters(memberId),
  partnerOf: async () => null,
  read: async () => {},
});
