import { spendRefusal } from "#worker/billing/wallet/spend.ts";
import type { Engagement } from "#worker/delivery/live/call-line.ts";
import { announced } from "#worker/delivery/live/live.ts";
import type { LiveObjects } from "#worker/delivery/live/objects.ts";
import { type PushJob, ringClosingJob, ringJob } from "#worker/delivery/push/jobs.ts";
import type { Partner, With } from "#worker/messaging/chat/partner.sql.ts";
import { callPriceOf, reachable, refuseMuted, takesCalls } from "#worker/messaging/chat/permission.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import type { Input, Output } from "#worker/platform/call.ts";
import { violationOf } from "#worker/platform/constraint.ts";
import { AppError, type ErrorCode } from "#worker/platform/errors.ts";
import { newId } from "#worker/platform/ids.ts";
import { refuseOver } from "#worker/platform/limits.ts";
import type { CallEnds } from "./call-ends.ts";
import { credentialsUntil, endingOf, isDirect, paidUntil, sideOf, stateOf, viewOf } from "./call-view.ts";
import type { contract } from "./calls.contract.ts";
import type { CallRow, CallsStore } from "./calls.store.ts";
import { LATE, RING_AT_MOST, SILENT_AT_MOST, UNTAKEN } from "./calls.vocabulary.ts";
import { credentialsOf, type RelaySettings } from "./relay.ts";

interface Deps {
  store: CallsStore;
  ends: CallEnds;
  target(ctx: MemberContext, by: With): Promise<Partner | null>;
  live: Pick<LiveObjects, "engage" | "expect" | "relay" | "tell">;
  relay: RelaySettings | null;
  after(work: Promise<unknown>): void;
}

export function createCalls({ store, ends, target, live, relay, after }: Deps) {
  return {
    /** Taking it back ends no call that runs. @throws not_found, blocked, forbidden, call_refused */
    async callPermission(
      ctx: MemberContext,
      { conversation, allow }: Input<typeof contract.callPermission>,
    ): Promise<Output<typeof contract.callPermission>> {
      const found = reachable(ctx, await target(ctx, { conversation }));
      if (!takesCalls(ctx, found)) throw new AppError("forbidden");
      const { wrote, partnerWrote, partnerMayCall } = found.conversation ?? {};
      if (allow && !(wrote && partnerWrote)) throw new AppError("call_refused");
      if (!(await store.permit(ctx.viewer.id, conversation, allow))) throw new AppError("not_found");
      const mutual = allow && partnerMayCall === true;
      // The partner's open page of the chat asks again: its buttons come or go.
      if (partnerMayCall) after(live.relay(found.card.id, { type: "changed", conversation, message: null }));
      return { allowed: allow, mutual };
    },

    /** Idempotent by client id. @throws the codes of the contract */
    async startCall(ctx: MemberContext, input: Input<typeof contract.startCall>): Promise<Output<typeof contract.startCall>> {
      const { conversation, kind, client_id: clientId, direct } = input;
      const self = ctx.viewer.id;
      const found = reachable(ctx, await target(ctx, { conversation }));
      if (!relay || !takesCalls(ctx, found)) throw new AppError("forbidden");
      const sent = await store.findSent(self, clientId);
      if (sent) {
        if (sent.conversationId !== conversation || sent.kind !== kind) throw new AppError("idempotency_conflict");
        // Whoever wrote the row may have been cut off before it rang.
        if (stateOf(sent) === "ringing") await ringBoth(sent, ctx);
        return { call: viewOf(sent, found, ctx) };
      }
      refuseMuted(ctx);
      if (found.conversation?.goodbye) throw new AppError("goodbye");
      const price = callPriceOf(ctx.domain.settings);
      if (price.credits > input.price || (price.credits > 0 && price.per !== input.per)) throw new AppError("price_changed");
      if (ctx.viewer.account.credits < price.credits) throw new AppError("not_enough_credits");
      const call = { id: newId(), caller: self, callee: found.card.id, domainId: ctx.domain.id, now: ctx.now };
      const { row, debt, untaken, oldest } = await begun(() =>
        store.start({ ...call, conversation, clientId, kind, price, direct }),
      );
      // The next ring is taken once the oldest of them counts no more.
      if (!row && untaken >= UNTAKEN.rings) refuseOver({ allowed: false, retryAfterMs: oldest + UNTAKEN.within - ctx.now });
      if (!row) throw new AppError(price.credits > 0 && debt > 0 ? "debt_open" : "call_refused");
      await ringBoth(row, ctx);
      return { call: viewOf(row, found, ctx) };
    },

    /** @throws not_found */
    async call(ctx: MemberContext, { id }: Input<typeof contract.call>): Promise<Output<typeof contract.call>> {
      const row = await store.find(ctx.viewer.id, id);
      if (row) return { call: await shown(ctx, row) };
      if (id !== undefined) throw new AppError("not_found");
      return { call: null };
    },

    /** Idempotent for the page that answered. @throws the codes of the contract */
    async answerCall(
      ctx: MemberContext,
      { id, device, direct }: Input<typeof contract.answerCall>,
    ): Promise<Output<typeof contract.answerCall>> {
      if (!relay || !ctx.domain.features.calls) throw new AppError("forbidden");
      let row = await own(ctx, id);
      if (row.calleeId !== ctx.viewer.id) throw new AppError("not_found");
      if (stateOf(row) === "ringing") {
        row = await answered(ctx, row, device, direct);
        // The ring on the lock screens of other devices.
        push(ringClosingJob(row.calleeId, row.id, row.conversationId));
      }
      if (row.endedAt !== null) throw new AppError("call_over");
      if (row.device !== device) throw new AppError("conflict");
      // Both know of it before this page sends its first signal.
      await Promise.all([row.calleeId, row.callerId].map((member) => live.engage(member, engagementOf(row, member, ctx.now))));
      return { call: await shown(ctx, row), relay: await relayFor(row, ctx) };
    },

    /** Idempotent: the first end stands. @throws not_found */
    async endCall(ctx: MemberContext, { id, ending }: Input<typeof contract.endCall>): Promise<Output<typeof contract.endCall>> {
      const row = await own(ctx, id);
      return { call: await shown(ctx, await ends.end(row, endingOf(row, ctx.viewer.id, ending), ctx.now)) };
    },

    /** Pays a minute once, and gives credentials for what is paid. @throws the codes of the contract */
    async renewCall(
      ctx: MemberContext,
      { id, minute }: Input<typeof contract.renewCall>,
    ): Promise<Output<typeof contract.renewCall>> {
      const row = await own(ctx, id);
      if (!relay || row.endedAt !== null) throw new AppError("call_over");
      if (!ctx.domain.features.calls) {
        await ends.end(row, "gone", ctx.now);
        throw new AppError("call_over");
      }
      // coturn refreshes what it has once allocated: nobody gets a relay for ringing.
      if (row.answeredAt === null) throw new AppError("conflict", { retryAfter: 1 });
      const isPayer = row.callerId === ctx.viewer.id && row.pricePer === "minute";
      const refusal = isPayer && minute === row.paid + 1 ? await paid(row, minute, ctx.now) : null;
      const touched = await store.touch(row, ctx.now);
      if (!touched) throw new AppError("not_found");
      if (touched.row.endedAt !== null) throw new AppError("call_over");
      if (!touched.may) {
        await ends.end(row, "gone", ctx.now);
        throw new AppError("call_over");
      }
      const until = paidUntil(touched.row);
      if (until !== null && until + LATE <= ctx.now) {
        await ends.end(row, "credits", ctx.now);
        throw new AppError("call_over");
      }
      if (refusal) throw new AppError(refusal);
      if (until !== null && until <= ctx.now) throw new AppError("conflict", { retryAfter: 1 });
      await live.engage(ctx.viewer.id, engagementOf(touched.row, ctx.viewer.id, ctx.now));
      return { call: await shown(ctx, touched.row), relay: await relayFor(touched.row, ctx) };
    },

    /** The member's end of a call that runs, as the member's object keeps it. */
    async engagementOf(memberId: string, id: string, now: number): Promise<Engagement | null> {
      const row = await store.find(memberId, id);
      return row && row.endedAt === null ? engagementOf(row, memberId, now) : null;
    },
  };

  /** By the caller. Repeats change nothing: the objects hold one ring, and the push is stored once. */
  async function ringBoth(row: CallRow, { viewer, now }: MemberContext): Promise<void> {
    const { id, callerId, calleeId, conversationId, kind, askedAt } = row;
    await live.engage(callerId, engagementOf(row, callerId, now));
    const ring = { profile: callerId, name: viewer.profile.name, kind, until: askedAt + RING_AT_MOST };
    await live.engage(calleeId, { ...engagementOf(row, calleeId, now), ring });
    push(ringJob(calleeId, id, conversationId));
  }

  /** Announced: a bare `tell` would end the announcement of another write. */
  function push(job: PushJob): void {
    after(announced(live, [job.to], () => live.tell(job.to, { events: [], changed: [], pushes: [job] })));
  }

  /** Pages of the caller show credits. */
  async function paying<T>({ callerId, price }: CallRow, write: () => Promise<T>): Promise<T> {
    if (price === 0) return write();
    const done = await announced(live, [callerId], write);
    await live.tell(callerId, { events: [], changed: ["user"] });
    return done;
  }

  async function own(ctx: MemberContext, id: string): Promise<CallRow> {
    const row = await store.find(ctx.viewer.id, id);
    if (!row) throw new AppError("not_found");
    return row;
  }

  async function shown(ctx: MemberContext, row: CallRow) {
    const partner = await target(ctx, { profile: sideOf(row, ctx.viewer.id).other });
    if (!partner) throw new AppError("not_found");
    return viewOf(row, partner, ctx);
  }

  /** @throws call_refused, call_over */
  async function answered(ctx: MemberContext, row: CallRow, device: string, direct: boolean): Promise<CallRow> {
    try {
      const taken = await paying(row, () => store.answer(row, device, direct, ctx.now));
      if (taken) return taken;
    } catch (error) {
      const violation = violationOf(error);
      if (!violation || !spendRefusal(violation)) throw error;
      // The caller could pay when it rang, and cannot any more.
      await ends.end(row, "credits", ctx.now);
      throw new AppError("call_refused");
    }
    const now = await own(ctx, row.id);
    if (now.answeredAt === null && now.endedAt === null) {
      await ends.end(row, "gone", ctx.now);
      throw new AppError("call_refused");
    }
    return now;
  }

  /** The refusal of a payment; null once it is paid. */
  async function paid(row: CallRow, minute: number, now: number): Promise<ErrorCode | null> {
    try {
      await paying(row, () => store.pay(row, minute, now));
      return null;
    } catch (error) {
      const violation = violationOf(error);
      const refusal = violation && spendRefusal(violation);
      // Another request of the same minute was first.
      if (violation?.kind === "unique") return null;
      if (!refusal) throw error;
      return refusal;
    }
  }

  async function relayFor(row: CallRow, { viewer, now }: MemberContext): Promise<Output<typeof contract.renewCall>["relay"]> {
    const until = credentialsUntil(row, now);
    const server = await credentialsOf(relay as RelaySettings, row.id, sideOf(row, viewer.id).role, until);
    return { ice_servers: [server], until: new Date(until).toISOString(), policy: isDirect(row) ? "all" : "relay" };
  }

  function engagementOf(row: CallRow, member: string, now: number): Engagement {
    const { role, other } = sideOf(row, member);
    return {
      ...{
        call: row.id,
        conversation: row.conversationId,
        member,
        peer: other,
        side: role,
        active: stateOf(row) === "active",
        device: role === "callee" ? row.device : null,
        ring: null,
      },
      until: now + SILENT_AT_MOST,
      rules: { direct: isDirect(row), relays: relay?.addresses ?? null },
    };
  }
}

/** One call at a time, for both. @throws call_busy */
async function begun<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const { name = "" } = violationOf(error) ?? {};
    if (name.startsWith("call_lines.")) throw new AppError("call_busy");
    if (name.startsWith("calls.")) throw new AppError("conflict", { retryAfter: 1 });
    throw error;
  }
}
