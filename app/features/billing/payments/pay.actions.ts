"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";
import type { PaymentMethod } from "#worker/sites/domains/methods.vocabulary.ts";

/** Orders the package and goes to the payment's page, which sends the buyer on to the provider. */
export async function pay(data: FormData): Promise<void> {
  await submitForm("pay", data, async () => {
    const { package: id = "", method, discountcode, stored, expected, key } = fieldsOf(data);
    const { payment, redirect: provider } = await edge().backend.startPayment({
      package: id,
      method: method as PaymentMethod,
      discountcode: discountcode || undefined,
      stored: stored || undefined,
      expected: Number(expected),
      key,
    });
    throw redirect(`/transactions/${payment.id}${provider === null ? "" : "?go"}`);
  });
}
