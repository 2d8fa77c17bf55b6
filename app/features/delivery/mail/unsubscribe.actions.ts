"use server";
import { redirect } from "react-router";
import { forEveryone } from "#app/request/author.ts";
import { submitForm } from "#app/request/forms.ts";
import { isUnsubscribeLink } from "#worker/delivery/mail/unsubscribe.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function stopMails(data: FormData): Promise<void> {
  await submitForm("unsubscribe", data, async () => {
    const token = String(data.get("token") ?? "");
    await edge().backend.unsubscribe({ token, all: data.get("all") === "1" });
    throw redirect(isUnsubscribeLink(token) ? `/${token}` : "/");
  });
}

forEveryone(stopMails);
