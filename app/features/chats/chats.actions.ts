"use server";
import { redirect } from "react-router";
import { edge } from "#worker/edge/edge.ts";
import { fieldsOf, submitForm } from "../forms/forms.ts";

/** Sends a message without JavaScript: the page comes back with it, and a double press sends it once. */
export async function sendMessage(data: FormData): Promise<void> {
  await submitForm("message", data, async () => {
    const { profile, conversation, text = "", client_id = "" } = fieldsOf(data);
    const to = conversation ? { conversation } : { profile };
    const { message } = await edge().backend.sendMessage({ ...to, text, client_id });
    throw redirect(`/chats/${message.conversation}`);
  });
}

export async function removeChat(data: FormData): Promise<void> {
  await submitForm("remove-chat", data, async () => {
    await edge().backend.removeChat({ conversation: String(data.get("conversation") ?? "") });
    throw redirect("/chats");
  });
}
