import type { StaffContext, StaffMemberContext } from "#worker/backoffice/staff/context.ts";
import { ROLES_OF, type StaffCall } from "#worker/backoffice/staff/staff-call.vocabulary.ts";
import type { Effects } from "#worker/platform/answer.ts";
import { Answer } from "#worker/platform/answer.ts";
import { AppError } from "#worker/platform/errors.ts";
import { parseInput } from "#worker/platform/parse.ts";
import { STAFF_CALLS, type StaffBackend, type StaffCallName } from "#worker/server/staff/calls.ts";
import { staffHandlers } from "#worker/server/staff/handlers.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";

/** @throws authentication_required forbidden */
export function requireAccess({ access }: Pick<StaffCall, "access">, { viewer }: Pick<StaffContext, "viewer">): void {
  if (access === "anyone") return;
  if (!viewer) throw new AppError("authentication_required");
  if (!ROLES_OF[access].includes(viewer.role)) throw new AppError("forbidden");
}

/** @throws authentication_required, forbidden, invalid, and codes of the rules */
export function createStaffBackend(env: Env, ctx: StaffContext, apply: (effects: Effects) => void): StaffBackend {
  const services = servicesOf(env);
  const table = staffHandlers(services) as Record<string, (ctx: StaffMemberContext, input: unknown) => unknown>;

  async function make(name: StaffCallName, input: unknown): Promise<unknown> {
    const call: StaffCall = STAFF_CALLS[name];
    requireAccess(call, ctx);
    const parsed = parseInput(call.input, input);
    const { leaves } = call;
    if ("read" in leaves) await services.staffReads.admit(memberOf(ctx), leaves.limit);
    const answer = await table[name]?.(ctx as StaffMemberContext, parsed);
    const { value, effects } = answer instanceof Answer ? answer : new Answer(answer, {});
    if ("read" in leaves)
      await services.staffReads.note(memberOf(ctx), call, effects.seen ?? leaves.of?.(parsed, value) ?? [{ id: null }]);
    apply(effects);
    return value;
  }

  const entries = (Object.keys(STAFF_CALLS) as StaffCallName[]).map((name) => [name, (input: unknown) => make(name, input)]);
  return Object.fromEntries(entries) as StaffBackend;
}

function memberOf(ctx: StaffContext): StaffMemberContext {
  if (!ctx.viewer) throw new AppError("authentication_required");
  return { ...ctx, viewer: ctx.viewer };
}
