"use server";
import { redirect } from "react-router";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Line = RawInput<typeof CALLS.sendMessage>["icebreaker"];

/** Without JavaScript, and for every icebreaker. Idempotent by client id: a double submit sends one message. */
export async function sendMessage(data: FormData): Promise<void> {
  await submitForm("message", data, async () => {
    const { profile, conversation, text, icebreaker, client_id = "", draft_version: version, ...fields } = fieldsOf(data);
    const to = conversation ? { conversation } : { profile };
    const about = { client_id, draft_version: version ? Number(version) : undefined, ...knowsFictional(fields) };
    const { message } = await edge().backend.sendMessage({ ...to, text, icebreaker: icebreaker as Line, ...about });
    throw redirect(`/chats/${message.conversation}`);
  });
}

export async function sendPhoto(data: FormData): Promise<void> {
  await submitForm("chat-photo", data, async () => {
    const { conversation = "", client_id = "" } = fieldsOf(data);
    // Without a file the backend answers that one is required.
    await edge().backend.sendPhoto({ conversation, client_id, file: data.get("file") as File });
    throw redirect(`/chats/${conversation}`);
  });
}

export async function muteChat(data: FormData): Promise<void> {
  await submitForm("mute-chat", data, async () => {
    const { conversation = "", muted } = fieldsOf(data);
    await unlessGone(edge().backend.muteChat({ conversation, muted: muted === "1" }));
    throw redirect(conversation ? `/chats/${conversation}` : "/chats");
  });
}

export async function removeChat(data: FormData): Promise<void> {
  await submitForm("remove-chat", data, async () => {
    await unlessGone(edge().backend.removeChat({ conversation: String(data.get("conversation") ?? "") }));
    throw redirect("/chats");
  });
}
