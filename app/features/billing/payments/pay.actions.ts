"use server";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { orderOf, toPayment } from "./order-fields.ts";

/** Orders the package and goes to the payment's page, which sends the buyer on to the provider. */
export async function pay(data: FormData): Promise<void> {
  await submitForm("pay", data, async () => {
    throw toPayment(await edge().backend.startPayment(orderOf(fieldsOf(data))));
  });
}
