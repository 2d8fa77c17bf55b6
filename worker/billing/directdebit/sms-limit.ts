import { rangeOf } from "#worker/billing/directdebit/mobile.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { HOUR } from "#worker/platform/durations.ts";
import { hitAll, type Limits, type Rule, refuseOver } from "#worker/platform/limits.ts";
import { limitOf } from "#worker/platform/limits-table.ts";
import { log } from "#worker/platform/log.ts";

export type SmsLimit = ReturnType<typeof createSmsLimit>;

/** Counts SMS by things that a fraudster cannot multiply. Each message costs the operator money. Decision 73. */
export function createSmsLimit(limits: Limits) {
  /** Only the member's own limit tells its end. All others answer alike. @throws too_many_requests */
  return async function countSms(ctx: MemberContext, number: string): Promise<void> {
    const { viewer, network, now } = ctx;
    const own = limitOf("smsOfMember", { member: viewer.id });
    refuseOver(await limits.check(...own, now));
    const all = ofDomain(ctx);
    const shared = [limitOf("smsToNumber", { number }), limitOf("smsToRange", { range: rangeOf(number) })];
    const { allowed } = await hitAll(limits, [own, ...shared, limitOf("smsOfNetwork", { network }), all], now);
    if (allowed) return;
    await alarm(ctx, all);
    refuseOver({ allowed, retryAfterMs: HOUR });
  };

  async function alarm({ domain: { id }, now }: MemberContext, all: Rule): Promise<void> {
    const over = !(await limits.check(...all, now)).allowed;
    const event = over ? "sms limit of the day reached" : "sms refused";
    const { allowed } = await limits.hit(...limitOf("smsAlarms", { event, domain: id }), now);
    if (allowed) log(over ? "error" : "warn", event, { domain: id });
  }
}

function ofDomain({ domain: { id, smsPerDay } }: MemberContext): Rule {
  const [key, windows] = limitOf("smsOfDomain", { domain: id });
  return [key, windows.map((day) => ({ ...day, limit: smsPerDay }))];
}
