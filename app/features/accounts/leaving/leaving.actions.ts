"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { orUsed } from "#app/request/pressed-again.ts";
import { invalid } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { isReason } from "./reasons.ts";

/** Validates a step of the deletion. The next form carries its values; nothing is stored. */
export async function goOn(data: FormData): Promise<void> {
  await submitForm("leaving", data, async () => {
    if (!isReason(String(data.get("reason") ?? ""))) throw invalid({ field: "reason", code: "required" });
    await edge().backend.offerToStay({});
  });
}

/** Stays on the last step, which shows what is left after it. */
export async function giveBackFirst(data: FormData): Promise<void> {
  await submitForm("leaving", data, async () => {
    const { payment = "", amount = "" } = fieldsOf(data);
    await edge().backend.refundPayment({ payment, amount: Number(amount) });
  });
}

export async function deleteAccount(data: FormData): Promise<void> {
  await submitForm("leaving", data, async () => {
    const reason = String(data.get("reason") ?? "");
    if (!isReason(reason)) throw invalid({ field: "reason", code: "required" });
    await edge().backend.deleteAccount({
      password: String(data.get("password") ?? ""),
      reason,
      text: String(data.get("text") ?? ""),
    });
    throw redirect("/account-deleted");
  });
}

/** Requires a button press: mail scanners open links. */
export async function comeBack(data: FormData): Promise<void> {
  await submitForm("reactivation", data, async () => {
    const { backend } = edge();
    const token = String(data.get("token") ?? "");
    const back = await orUsed(backend.reactivate({ token }), () => backend.reactivationLink({ token }));
    if (back) throw redirect("/reactivate?done");
  });
}

export async function requestReactivation(data: FormData): Promise<void> {
  await submitForm("reactivation-mail", data, async () => {
    await edge().backend.requestReactivation({ email: String(data.get("email") ?? "") });
    throw redirect("/reactivate?sent");
  });
}

export async function requestData(data: FormData): Promise<void> {
  await submitForm("data", data, async () => {
    await edge().backend.requestExport({ password: String(data.get("password") ?? "") });
    throw redirect("/settings/data");
  });
}

forEveryone(comeBack, requestReactivation);
