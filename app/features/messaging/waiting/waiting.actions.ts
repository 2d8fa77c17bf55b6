"use server";
import { redirect } from "react-router";
import { orderOf, toPayment } from "#app/features/billing/payments/order-fields.ts";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { withoutSheet } from "./sheet.ts";

/** Orders the package; what waits is sent once the buyer is back. An upstream that only sells leaves it a draft. */
export async function payAndSend(data: FormData): Promise<void> {
  await submitForm("pay", data, async () => {
    const { backend } = edge();
    const fields = fieldsOf(data);
    const { waits, profile = "", kind, item, text, price, client_id = "", reply_to } = fields;
    const order = orderOf(fields);
    if (!waits) throw toPayment(await backend.startPayment(order));
    const started = await backend.payToSend({
      ...order,
      ...knowsFictional(fields),
      profile,
      kind: kind as CallInput<"payToSend">["kind"],
      item,
      text,
      price: Number(price),
      client_id,
      reply_to: reply_to ? Number(reply_to) : undefined,
    });
    throw toPayment(started);
  });
}

export async function closePaySheet(): Promise<void> {
  throw redirect(withoutSheet());
}
