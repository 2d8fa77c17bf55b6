import { env, exports } from "cloudflare:workers";
import type { ProviderState } from "#worker/billing/payments/provider.ts";
import { createSandboxStore, noticeOf } from "#worker/billing/payments/providers/sandbox.ts";
import type { MemberContext } from "#worker/people/identity/context.ts";
import { servicesOf } from "#worker/server/wiring/index.ts";
import { addAccount, contextAs, openSession } from "./accounts.ts";
import type { Circumstances } from "./context.ts";

const sandbox = createSandboxStore(env.VISITORS);

/** A member without credits and without a discount of the first days. */
export async function addBuyer(now: number, more: Circumstances = {}): Promise<MemberContext> {
  const account = await addAccount({ credits: 0 });
  await env.DB.prepare("UPDATE accounts SET created_at = 1, activated_at = 1 WHERE id = ?").bind(account.id).run();
  return contextAs(await openSession(account, "localhost", now), { now, country: "NL", ...more });
}

type Wanted = Parameters<ReturnType<typeof servicesOf>["payments"]["startOrder"]>[1];

/** Answers the payment's id. */
export async function orderOf(ctx: MemberContext, wanted: string, more: Partial<Wanted> = {}): Promise<string> {
  return (await servicesOf(env).payments.startOrder(ctx, { package: wanted, method: "card", ...more })).payment.id;
}

/** The buyer does something at the sandbox, which sends its notice. Answers the notice's status. */
export async function paidBy(
  id: string,
  { state = "completed", notify = true, now = Date.now() }: { state?: ProviderState; notify?: boolean; now?: number } = {},
): Promise<number | null> {
  const account = await sandbox.find(id);
  if (!account) throw new Error("unknown payment");
  await sandbox.put({ ...account, state });
  if (!notify) return null;
  return (await exports.default.fetch(await noticeOf(env.MEDIA_SECRET, { ...account, state }, state, now))).status;
}

/** Read past the question that a look at the payment asks. */
export const statusOf = (id: string) =>
  env.DB.prepare("SELECT status FROM payments WHERE id = ?").bind(id).first<string>("status");
