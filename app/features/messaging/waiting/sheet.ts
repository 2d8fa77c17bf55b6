import { type Buying, buying } from "#app/features/billing/payments/buying.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { pathOf } from "#app/request/path.ts";
import type { Waiting } from "#worker/messaging/waiting/waiting.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Query names: the package, and the payment method. Without a value the last or the usual choice. */
const PACKAGE = "pay";
const METHOD = "by";

/** The page's address with its sheet. */
export function sheetPath(id = "", method?: string): string {
  const query = new URLSearchParams(edge().url.searchParams);
  query.set(PACKAGE, id);
  if (method) query.set(METHOD, method);
  return `${pathOf()}?${query}`;
}

export function withoutSheet(): string {
  const query = new URLSearchParams(edge().url.searchParams);
  query.delete(PACKAGE);
  query.delete(METHOD);
  return query.size > 0 ? `${pathOf()}?${query}` : pathOf();
}

/** The order of the sheet that the address opens; null for none. `lacks`: in credits, what the order must bring. */
export async function sheetOrder(lacks: number): Promise<Buying | null> {
  const { url, domain, backend } = edge();
  if (!url.searchParams.has(PACKAGE) || !domain.features.payments || lacks <= 0) return null;
  const prices = await orThrow(backend.packages({}));
  const enough = prices.packages.filter(({ credits }) => credits >= lacks);
  const packages = enough.length > 0 ? enough : prices.packages;
  const [id, by] = [url.searchParams.get(PACKAGE), url.searchParams.get(METHOD)];
  const method = prices.payment_methods.find((one) => one === by);
  const order = await buying({ ...prices, packages }, { id: id || undefined, method });
  return order.chosen && order;
}

/** Where what was paid for is, or waits with everything chosen. */
export function placeOf({ kind, item, profile: { id }, conversation, state }: Waiting, payment: string): string {
  if (kind === "photos") return state === "sent" ? `/members/${id}` : `/members/${id}/unlock?waiting=${payment}`;
  if (kind === "gift" && state !== "sent")
    return `/members/${id}/gift?${new URLSearchParams({ gift: item, chat: "", waiting: payment })}`;
  return conversation ? `/chats/${conversation}` : `/members/${id}/chat`;
}
