import type { Prices } from "#app/features/billing/wallet/package-list.tsx";
import { orThrow } from "#app/request/or-throw.ts";
import type { Quote } from "#worker/billing/payments/payments.contract.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";
import type { TypedCode } from "./checkout.tsx";
import { quoteFor } from "./quote.ts";

export interface Buying {
  prices: Prices;
  /** The address names the method: other packages keep it. */
  named: boolean;
  /** Null where nothing is sold, or by no method. */
  chosen: { id: string; method: PaymentMethod; quote: Quote; typed: TypedCode | null } | null;
}

interface Wanted {
  id?: string;
  method?: PaymentMethod;
}

/** The page to buy. What the address leaves open is as it was bought last; else the middle package and the first method. */
export async function buying(prices: Prices, { id, method }: Wanted): Promise<Buying> {
  const { packages, payment_methods: methods } = prices;
  if (packages.length === 0 || methods.length === 0) return { prices, named: false, chosen: null };
  const { last } = id && method ? { last: null } : await orThrow(edge().backend.orders({}));
  const wanted = packages.find((one) => one.id === (id ?? last?.package)) ?? middleOf(packages);
  const by = methods.find((one) => one === (method ?? last?.method)) ?? methods[0];
  const named = method !== undefined;
  if (!wanted || !by) return { prices, named, chosen: null };
  return { prices, named, chosen: { id: wanted.id, method: by, ...(await quoteFor(wanted.id, by)) } };
}

function middleOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor((list.length - 1) / 2)];
}
