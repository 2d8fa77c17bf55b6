"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Idempotent: given back once, nothing is left to give. */
export async function giveBack(data: FormData): Promise<void> {
  await submitForm("refund", data, async () => {
    const { payment = "", amount = "" } = fieldsOf(data);
    await edge().backend.refundPayment({ payment, amount: Number(amount) });
    throw redirect(`/transactions/${payment}#top`);
  });
}
