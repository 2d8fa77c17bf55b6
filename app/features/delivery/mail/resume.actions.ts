"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { CallInput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function resumeMails(data: FormData): Promise<void> {
  await submitForm("resume-mails", data, async () => {
    const { reason, type } = fieldsOf(data);
    await edge().backend.resumeMails({ reason, type: type || undefined } as CallInput<"resumeMails">);
    throw redirect(`/notifications?resumed=${reason === "bounce" ? "bounce" : "mails"}`);
  });
}
