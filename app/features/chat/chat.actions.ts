"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import type { CALLS } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import type { RawInput } from "#worker/lib/call.ts";
import { invalid } from "#worker/lib/errors.ts";

type Line = RawInput<typeof CALLS.sendMessage>["icebreaker"];

/** Without JavaScript, and for every icebreaker. Idempotent by client id: a double submit sends one message. */
export async function sendMessage(data: FormData): Promise<void> {
  await submitForm("message", data, async () => {
    const { profile, conversation, text, icebreaker, client_id = "", fictional, fictional_known } = fieldsOf(data);
    if (fictional && !fictional_known) throw invalid({ field: "fictional_known", code: "required" });
    const to = conversation ? { conversation } : { profile };
    const { message } = await edge().backend.sendMessage({ ...to, text, icebreaker: icebreaker as Line, client_id });
    throw redirect(`/chats/${message.conversation}`);
  });
}

export async function removeChat(data: FormData): Promise<void> {
  await submitForm("remove-chat", data, async () => {
    await unlessGone(edge().backend.removeChat({ conversation: String(data.get("conversation") ?? "") }));
    throw redirect("/chats");
  });
}
