import { CALLS, type CallName, type CallOf, type CheckedBackend, everyCall } from "./calls.ts";
import type { Context, ContextOf } from "./context.ts";
import { termsOf } from "./domains/domains.ts";
import type { Domain, ProxyApi } from "./domains/settings.ts";
import { handlers } from "./handlers.ts";
import { Answer, type Effects } from "./lib/answer.ts";
import type { Call } from "./lib/call.ts";
import { AppError } from "./lib/errors.ts";
import { setLiveHooks } from "./live/hooks.ts";
import { consentsDue } from "./signup/consents.ts";
import { type CallObserver, createUpstreamCalls } from "./upstream/client.ts";
import type { Upstream } from "./upstream/upstream.ts";
import { servicesOf } from "./wiring/index.ts";

/** The calls of one request, and the question who may make them. */
interface Answering {
  checked: CheckedBackend;
  /**
   * Counts the call where a limit counts it before it is made. To be asked before the input is read, once a call.
   * @throws AppError for a caller who may not make the call, whatever the input is.
   */
  admit(name: CallName): Promise<void>;
}

/**
 * The calls answered here, over D1, for one request. `context` is asked for only when a call is made; what a call
 * changes in the browser goes to `carryOut`.
 * @throws AppError: `authentication_required` and `not_confirmed` as the call's access says, and whatever the rule refuses.
 */
function createLocalBackend(env: Env, context: () => Promise<Context>, carryOut: (effects: Effects) => void): Answering {
  const services = servicesOf(env);
  const table = handlers(services);
  /** Calls of this request that were admitted and so counted by the `before` rows, and not made yet. */
  const admitted = new Set<CallName>();
  const count = (name: CallName, ctx: Context, only?: "before" | "after") =>
    services.callLimits.admit(name, { member: ctx.viewer?.id ?? null, network: ctx.network }, ctx.now, only);

  async function contextFor<N extends CallName>(name: N): Promise<ContextOf<CallOf<N>>> {
    const ctx = await context();
    const call: CallOf<N> = CALLS[name];
    if (!hasViewerFor(call, ctx)) throw new AppError("authentication_required");
    if (call.access === "confirmed" && ctx.viewer?.account.status !== "active") throw new AppError("not_confirmed");
    if (ctx.viewer && needsConsent(call) && consentsDue(termsOf(ctx), ctx.viewer.account).length > 0)
      throw new AppError("consent_required");
    return ctx;
  }

  return {
    checked: everyCall((name) => async (input) => {
      const ctx = await contextFor(name);
      await count(name, ctx, admitted.delete(name) ? "after" : undefined);
      const answer = await table[name](ctx, input);
      if (!(answer instanceof Answer)) return answer;
      carryOut(answer.effects);
      return answer.value;
    }),
    async admit(name) {
      const ctx = await contextFor(name);
      // A large input costs even where it comes to nothing.
      if (name === "addPhoto") await services.photos.mayAdd(await contextFor(name));
      await count(name, ctx, "before");
      admitted.add(name);
    },
  };
}

/** Narrows a context to the one that the access level of a call promises. */
function hasViewerFor<C extends Call>({ access }: C, ctx: Context): ctx is ContextOf<C> {
  return access === "anyone" || ctx.viewer !== null;
}

/**
 * Whether a call needs that the member agreed to the texts as they are now: what reaches other members, and what hands in
 * more about oneself, does. Reading, leaving, taking back and protecting oneself never depend on it.
 */
function needsConsent(call: Call): boolean {
  return call.access === "confirmed" || call.needsConsent === true;
}

/** The two who may answer, and what each would need to. */
interface Sides {
  context(): Promise<Context>;
  carryOut(effects: Effects): void;
  reach(api: ProxyApi): Upstream;
  observer: CallObserver;
  requestId: string;
  /** Whether the browser shows a session, valid or not. */
  hasSession(): boolean;
}

/** Decides, once a request and by the domain's settings, who answers: this server or an upstream. */
export function createBackend(env: Env, domain: Domain, sides: Sides): Answering & { upstream: Upstream | null } {
  if (domain.api.mode === "local") return { ...createLocalBackend(env, sides.context, sides.carryOut), upstream: null };
  const upstream = sides.reach(domain.api);
  return {
    checked: createUpstreamCalls(upstream, sides.requestId, sides.observer),
    // Whether the session is good the upstream knows, which reads the input itself.
    async admit(name) {
      if (CALLS[name].access !== "anyone" && !sides.hasSession()) throw new AppError("authentication_required");
    },
    upstream,
  };
}

setLiveHooks({
  counters: (env, memberId) => servicesOf(env).accountsStore.counters(memberId),
  partnerOf: (env, memberId, conversation) => servicesOf(env).chat.partnerOf(memberId, conversation),
  read: (env, memberId, conversation, seq) => servicesOf(env).chat.read(memberId, conversation, seq, Date.now()),
});
