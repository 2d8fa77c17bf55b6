import { DAY, HOUR } from "#worker/platform/durations.ts";
import { log } from "#worker/platform/log.ts";
import type { Found } from "./payments.sql.ts";
import type { PaymentsStore } from "./payments.store.ts";
import { refOf, type Statement } from "./provider.ts";
import type { Providers } from "./providers/index.ts";
import { GIVEN_UP_AFTER, POLLED_FOR, UNDECIDED_FOR } from "./questions.vocabulary.ts";

/** In ms: an order that the provider never heard of ends. Its page may stay payable. */
const UNKNOWN_AFTER = 24 * HOUR;
/** In ms: the pause between questions is the age of the order. */
const SOONEST = 5 * 60_000;
const RAREST = { open: 6 * HOUR, ended: DAY };
/** In ms: a page waits this long for the provider; the question goes on without it. */
const PAGE_WAITS = 2_000;

interface Deps {
  store: Pick<PaymentsStore, "findAny" | "due" | "askAgain" | "askNoMore">;
  begunWith: Providers["begunWith"];
  settle(ctx: { now: number }, said: Statement, provider: string, ours?: boolean): Promise<boolean>;
  atOnce: number;
}

function isOpen({ status }: Pick<Found, "status">): boolean {
  return status === "created" || status === "pending";
}

function isUnsaid({ status, saidAt }: Pick<Found, "status" | "saidAt">): boolean {
  return isOpen({ status }) || (saidAt === null && (status === "failed" || status === "cancelled" || status === "expired"));
}

export function mayBePaid(payment: Found): boolean {
  const { redirect, providerRef, storedMethodId } = payment;
  return isUnsaid(payment) && (redirect !== null || providerRef !== null || storedMethodId !== null);
}

/** Asks providers about payments until they say how these ended, however the order stands here. Decision 74. */
export function createQuestions({ store, begunWith, settle, atOnce }: Deps) {
  async function ask(id: string, now: number): Promise<void> {
    const found = await store.findAny(id);
    if (!found || !isUnsaid(found.payment)) return;
    const { payment } = found;
    const age = now - payment.createdAt;
    try {
      await answered(payment, now);
    } finally {
      const rarest = isOpen(payment) ? RAREST.open : RAREST.ended;
      await store.askAgain(id, now + Math.min(rarest, Math.max(SOONEST, age)));
    }
  }

  async function answered(payment: Found, now: number): Promise<void> {
    const age = now - payment.createdAt;
    const provider = begunWith(payment);
    if (!provider) log("error", "no secret of the provider", { payment: payment.id, provider: payment.provider });
    const said = (await provider?.query(refOf(payment))) ?? null;
    if (said) await settle({ now }, said, payment.provider);
    const undecided = said?.state === "pending" && age >= UNDECIDED_FOR;
    if (undecided || (!said && isOpen(payment) && age >= UNKNOWN_AFTER))
      await settle({ now }, expired(payment), payment.provider, true);
    if (provider && age >= POLLED_FOR && said?.state !== "pending") return store.askNoMore(payment.id, now);
    if (age < GIVEN_UP_AFTER) return;
    log("error", "payment never decided", { payment: payment.id, provider: payment.provider });
    await store.askNoMore(payment.id, now);
  }

  return {
    ask,

    async due(now: number): Promise<Promise<void>[]> {
      return (await store.due(now, atOnce)).map((id) => ask(id, now));
    },
  };
}

export async function awhile(question: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PAGE_WAITS);
  });
  await Promise.race([question, over]);
  clearTimeout(timer);
}

function expired({ id }: Found): Statement {
  return { notice: `expired:${id}`, payment: id, reference: null, state: "expired", amount: null, currency: null, stored: null };
}
