"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { edge } from "#worker/server/edge/edge.ts";

export async function allowCalls(data: FormData): Promise<void> {
  await submitForm("allow-calls", data, async () => {
    const { conversation = "", allow } = fieldsOf(data);
    await edge().backend.callPermission({ conversation, allow: allow === "1" });
    throw redirect(`/chats/${conversation}`);
  });
}
