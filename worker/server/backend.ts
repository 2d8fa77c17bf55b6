import { isClosed, isClosedToVisitors } from "#worker/people/identity/age-gate.ts";
import { consentsDue } from "#worker/people/identity/consents-due.ts";
import type { Context, ContextOf, MemberContext } from "#worker/people/identity/context.ts";
import type { Viewer } from "#worker/people/identity/viewer.ts";
import { Answer, type Effects } from "#worker/platform/answer.ts";
import type { Call } from "#worker/platform/call.ts";
import { inSession } from "#worker/platform/d1-session.ts";
import { idIn, keyIn } from "#worker/platform/databases.ts";
import { AppError } from "#worker/platform/errors.ts";
import { termsOf } from "#worker/sites/domains/domains.ts";
import { AGE_REACH } from "./age-reach.ts";
import { CALLS, type CallName, type CallOf, everyCall } from "./calls.ts";
import { handlers } from "./handlers.ts";
import { BEFORE_UPLOAD } from "./sides/before-upload.ts";
import { createOptimistic } from "./sides/optimistic.ts";
import type { Side } from "./sides/side.ts";
import { type Services, servicesOf } from "./wiring/index.ts";

interface Deps {
  contexts: Parameters<typeof createOptimistic<Context>>[0];
  bookmark?: string | null;
  /** Replaces the check of accepted texts. */
  consentDue?(): Promise<boolean>;
  apply(effects: Effects): void;
}

const tables = new WeakMap<Services, ReturnType<typeof handlers>>();

/** Made once per isolate: all calls for each request would cost more than most calls. */
function tableOf(services: Services): ReturnType<typeof handlers> {
  const table = tables.get(services) ?? handlers(services);
  tables.set(services, table);
  return table;
}

/** @throws authentication_required, not_confirmed, age_proof_required, consent_required, too_many_requests, and codes of the rules */
export function createLocalCalls(env: Env, { contexts, bookmark, consentDue, apply }: Deps): Pick<Side, "calls" | "admit"> {
  const services = servicesOf(env);
  const table = tableOf(services);
  const optimistic = createOptimistic(contexts);
  /** Admitted calls whose `before` limits are counted already. */
  const admitted = new Set<CallName>();
  const count = (name: CallName, ctx: Context, only?: "before" | "after") =>
    services.callLimits.admit(name, { member: ctx.viewer?.id ?? null, network: ctx.network }, ctx.now, only);

  const contextFor = <N extends CallName>(name: N): Promise<ContextOf<CallOf<N>>> =>
    optimistic.context(CALLS[name], (ctx) => allowed(name, ctx));

  async function allowed<N extends CallName>(name: N, ctx: Context): Promise<ContextOf<CallOf<N>>> {
    const call: CallOf<N> = CALLS[name];
    if (!hasViewerFor(call, ctx)) throw new AppError("authentication_required");
    if (call.access === "confirmed" && ctx.viewer?.account.status !== "active") throw new AppError("not_confirmed");
    const reach = AGE_REACH[name];
    if (isClosed(ctx.age, reach)) throw new AppError("age_proof_required");
    if (!ctx.viewer && reach === "members" && isClosedToVisitors(ctx.domain.settings, ctx)) {
      services.age.visitorRefused(ctx);
      throw new AppError("authentication_required");
    }
    if (ctx.viewer && needsConsent(call) && (await isDue(ctx, ctx.viewer))) throw new AppError("consent_required");
    return ctx;
  }

  async function isDue(ctx: Context, { account }: Viewer): Promise<boolean> {
    return consentDue ? consentDue() : consentsDue(termsOf(ctx), account).length > 0;
  }

  return {
    calls: everyCall((name) => async (input) => {
      const ctx = await contextFor(name);
      await count(name, ctx, admitted.delete(name) ? "after" : undefined);
      const session = sessionFor(env, CALLS[name], bookmark);
      const rule = async (by: typeof ctx) => {
        const run = async () => table[name](by, input);
        return session ? inSession(env.DB, session, run) : run();
      };
      try {
        const answer = await optimistic.run(ctx, rule, (other) => allowed(name, other));
        if (!(answer instanceof Answer)) return answer;
        apply(answer.effects);
        return answer.value;
      } catch (error) {
        if (error instanceof AppError) apply(error.effects);
        throw error;
      } finally {
        const written = isWrite(CALLS[name]) && CALLS[name].access !== "anyone" && session?.getBookmark();
        if (written) apply({ bookmark: keyIn(env, written) });
      }
    }),
    async admit(name) {
      const ctx = await contextFor(name);
      if (ctx.viewer) await BEFORE_UPLOAD[name]?.(services, ctx as MemberContext);
      await count(name, ctx, "before");
      admitted.add(name);
    },
  };
}

/** Null for a call whose queries all go to the primary. */
function sessionFor(env: Env, call: Call, bookmark: string | null = null): D1DatabaseSession | null {
  if (isWrite(call)) return env.DB.withSession("first-primary");
  // Another database would wait for a state that never comes.
  const here = bookmark && idIn(env, bookmark);
  return call.mayBeStale ? env.DB.withSession(here ?? "first-unconstrained") : null;
}

function isWrite({ method, changesState }: Call): boolean {
  return method !== "GET" || changesState === true;
}

function hasViewerFor<C extends Call>({ access }: C, ctx: Context): ctx is ContextOf<C> {
  return access === "anyone" || ctx.viewer !== null;
}

/** Reading, leaving and protecting oneself never need consent. */
function needsConsent(call: Call): boolean {
  return call.access === "confirmed" || call.needsConsent === true;
}
