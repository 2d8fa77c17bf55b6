import { partnerOf } from "#worker/messaging/chat/message-view.ts";
import type { Partner } from "#worker/messaging/chat/partner.sql.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input } from "#worker/platform/call.ts";
import type { CallView, contract } from "./calls.contract.ts";
import type { CallRow } from "./calls.store.ts";
import { EARLY, MINUTE_OF_CALL, RELAY_FOR } from "./calls.vocabulary.ts";

export function sideOf(row: Pick<CallRow, "callerId" | "calleeId">, member: string) {
  return row.callerId === member
    ? ({ role: "caller", other: row.calleeId } as const)
    : ({ role: "callee", other: row.callerId } as const);
}

export function stateOf({ endedAt, answeredAt }: Pick<CallRow, "endedAt" | "answeredAt">): CallView["state"] {
  return endedAt !== null ? "ended" : answeredAt !== null ? "active" : "ringing";
}

/** Without a partner, whom a block or a departure took, the other member stays unnamed. */
export function viewOf(row: CallRow, partner: Partner, ctx: MemberContext): CallView {
  const { role } = sideOf(row, ctx.viewer.id);
  const isGone = partner.blockedMe || partner.blockedByMe;
  return {
    id: row.id,
    conversation: row.conversationId,
    profile: partnerOf(isGone ? { card: partner.card, status: "deleted" } : partner, ctx),
    role,
    kind: row.kind,
    state: stateOf(row),
    ending: row.ending,
    asked_at: new Date(row.askedAt).toISOString(),
    answered_at: row.answeredAt === null ? null : new Date(row.answeredAt).toISOString(),
    seconds: row.answeredAt === null ? 0 : Math.max(0, Math.round(((row.endedAt ?? ctx.now) - row.answeredAt) / 1000)),
    price: { per: row.pricePer, credits: row.price },
    paid_minutes: role === "caller" ? row.paid : null,
    credits: role === "caller" ? row.credits : null,
    direct: isDirect(row),
    first: row.first === 1,
  };
}

export function isDirect({ callerDirect, calleeDirect }: CallRow): boolean {
  return callerDirect === 1 && calleeDirect === 1;
}

/** What a page says is an ending only where it can be true. */
export function endingOf(
  row: Pick<CallRow, "answeredAt" | "calleeId">,
  member: string,
  said: Input<typeof contract.endCall>["ending"],
) {
  if (row.answeredAt !== null) return said === "failed" ? said : "hung_up";
  if (row.calleeId === member) return said === "failed" ? said : "declined";
  return said === "missed" || said === "failed" ? said : "cancelled";
}

/** End of the paid time (ms); null for a call that is not paid by the minute. */
export function paidUntil({ pricePer, answeredAt, paid }: CallRow): number | null {
  return pricePer === "minute" && answeredAt !== null ? answeredAt + paid * MINUTE_OF_CALL : null;
}

/** End of credentials that are made now (ms): two minutes at most, and little more than what is paid. */
export function credentialsUntil(row: CallRow, now: number): number {
  const paid = paidUntil(row);
  const longest = now + RELAY_FOR * 1000;
  return paid === null ? longest : Math.min(longest, paid + EARLY);
}
