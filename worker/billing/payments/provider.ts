import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";

/** Amounts are in the currency's smallest unit (ISO 4217). */
export type ProviderState = "pending" | "completed" | "failed" | "cancelled" | "expired" | "refunded" | "chargeback";

export interface ProviderOrder {
  /** Ours; also the provider's reference of the merchant. */
  id: string;
  currency: string;
  amount: number;
  method: PaymentMethod;
  /** ISO 3166-1. */
  country: string;
  language: string;
  /** Shown on the provider's page and on statements: discreet. */
  description: string;
  email: string;
  /** Shows the state only; a browser may call it with anything. */
  returnUrl: string;
  noticeUrl: string;
  /** Token of a stored method, to pay without the provider's page. */
  token: string | null;
}

export interface Started {
  /** The provider's page; null where the provider decided at once. */
  redirect: string | null;
  reference: string | null;
  state: "pending" | "completed" | "failed";
}

export interface Statement {
  /** Equal for repetitions of one notice. */
  notice: string;
  payment: string;
  reference: string | null;
  state: ProviderState;
  /** Null where the provider does not say. A known sum must equal the order's. */
  amount: number | null;
  currency: string | null;
  /** A method that the buyer allowed to keep. */
  stored: { token: string; label: string } | null;
}

export interface PaymentRef {
  id: string;
  reference: string | null;
  amount: number;
  currency: string;
  method: PaymentMethod;
}

export function refOf(
  payment: Omit<PaymentRef, "reference" | "method"> & { providerRef: string | null; method: string },
): PaymentRef {
  const { id, providerRef, amount, currency, method } = payment;
  return { id, reference: providerRef, amount, currency, method: method as PaymentMethod };
}

export interface Notice {
  url: URL;
  method: string;
  headers: Headers;
  body: string;
}

export interface PaymentProvider {
  id: string;
  methods(country: string, currency: string): readonly PaymentMethod[];
  /** Without a token `start` asks and stores nothing. It may run before the order is written, and for one that never is. */
  startsAlone: boolean;
  /** @throws upstream_failed if the provider cannot be reached */
  start(order: ProviderOrder): Promise<Started>;
  /** Null if the provider does not know the payment. */
  query(payment: PaymentRef): Promise<Statement | null>;
  /** Idempotent by `refund.id`; never called twice at once for one payment. `earlier`: refunds of it that are done. */
  refund(payment: PaymentRef, refund: { id: string; amount: number; earlier: number }): Promise<"done" | "pending" | "refused">;
  /** Null for a forged or unreadable notice. */
  verify(notice: Notice): Promise<Statement | null>;
  /** The body of the answer to an accepted notice. */
  acknowledgement: string;
}
