import { redirect } from "react-router";
import type { CallInput, CallOutput } from "#worker/server/calls.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";

/** The order of a form with `OrderFields`. */
export function orderOf(fields: Record<string, string>): CallInput<"startPayment"> {
  const { package: id = "", method, discountcode, stored, expected, key } = fields;
  return {
    package: id,
    method: method as PaymentMethod,
    discountcode: discountcode || undefined,
    stored: stored || undefined,
    expected: Number(expected),
    key,
  };
}

/** The payment's page, which sends the buyer on to the provider. */
export function toPayment({ payment, redirect: provider }: CallOutput<"startPayment">): Response {
  return redirect(`/transactions/${payment.id}${provider === null ? "" : "?go"}`);
}
