"use server";
import { submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { mailSentText } from "./mail-sent.ts";

export async function sendAgain(data: FormData): Promise<void> {
  await submitForm("activation-resend", data, async () => {
    const { backend, user } = edge();
    await backend.activation({});
    return mailSentText((await user())?.email ?? "");
  });
}
