"use server";
import { redirect } from "react-router";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** Idempotent by client id: a double press sends one gift. */
export async function sendGift(data: FormData): Promise<void> {
  await submitForm("gift", data, async () => {
    const { profile = "", gift = "", note, client_id = "", price, ...fields } = fieldsOf(data);
    const { message } = await edge().backend.sendGift({
      ...{ profile, gift, note, client_id, price: price ? Number(price) : undefined },
      ...knowsFictional(fields),
    });
    throw redirect(`/chats/${message.conversation}`);
  });
}

export async function showGift(data: FormData): Promise<void> {
  await submitForm("show-gift", data, async () => {
    const { id = "", shown } = fieldsOf(data);
    await edge().backend.showGift({ id, shown: shown === "yes" });
    throw redirect("/profile");
  });
}
