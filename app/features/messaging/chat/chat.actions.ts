"use server";
import { redirect } from "react-router";
import { fieldsOf, submitForm, unlessGone } from "#app/request/forms.ts";
import { savedPath } from "#app/request/saved.tsx";
import type { GOODBYES } from "#db/schema/attributes.ts";
import { invalid } from "#worker/platform/errors.ts";
import { edge } from "#worker/server/edge/edge.ts";

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

export async function sayGoodbye(data: FormData): Promise<void> {
  await submitForm("goodbye", data, async () => {
    const { conversation = "", line = "" } = fieldsOf(data);
    await edge().backend.sayGoodbye({ conversation, line: line as (typeof GOODBYES)[number] });
    throw redirect(`/chats/${conversation}`);
  });
}

export async function answerRequest(data: FormData): Promise<void> {
  await submitForm("request", data, async () => {
    const { conversation = "", answer = "" } = fieldsOf(data);
    // A form without the value of its button decides nothing.
    if (answer !== "accept" && answer !== "decline") throw invalid({ field: "answer", code: "required" });
    await unlessGone(edge().backend.answerRequest({ conversation, answer }));
    throw redirect(answer === "accept" ? `/chats/${conversation}` : savedPath("/chats/requests", "declined"));
  });
}
