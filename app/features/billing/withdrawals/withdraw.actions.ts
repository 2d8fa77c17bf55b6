"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";

const stated = ({ name, contract, email }: Record<string, string>) => ({ name, contract, email });

/** Checks the statement only: the next step confirms it. */
export async function checkStatement(data: FormData): Promise<void> {
  await submitForm("withdrawal", data, async () => {
    await edge().backend.withdraw({ ...stated(fieldsOf(data)), confirmed: false });
  });
}

/** Redirects to the receipt. The URL holds reference and time, never the statement. */
export async function confirmStatement(data: FormData): Promise<void> {
  await submitForm("withdrawal", data, async () => {
    const fields = fieldsOf(data);
    throw received(await edge().backend.withdraw({ ...stated(fields), confirmed: true, withdrawal_key: fields.withdrawal_key }));
  });
}

export async function withdrawOwn(data: FormData): Promise<void> {
  await submitForm("withdrawal-own", data, async () => {
    const { withdrawal_key } = fieldsOf(data);
    throw received(await edge().backend.withdraw({ orders: ordersIn(data), confirmed: true, withdrawal_key }), "&own");
  });
}

export async function release(data: FormData): Promise<void> {
  await submitForm("withdrawal-release", data, async () => {
    const { token = "" } = fieldsOf(data);
    await edge().backend.releaseWithdrawal({ token, orders: ordersIn(data) });
    throw redirect(`/withdraw?token=${encodeURIComponent(token)}&done`);
  });
}

/** Each field is `<payment> <amount>`: the amount that was shown. */
function ordersIn(data: FormData): { payment: string; amount: number }[] {
  return data.getAll("order").flatMap((value) => {
    const [payment = "", amount = ""] = String(value).split(" ");
    return /^\d+$/.test(amount) ? [{ payment, amount: Number(amount) }] : [];
  });
}

function received({ reference, receipt, at }: { reference: string | null; receipt: boolean; at: string }, own = "") {
  return redirect(`/withdraw?reference=${reference}&at=${Date.parse(at).toString(36)}${receipt ? "&mail" : ""}${own}`);
}
