"use server";
import { redirect } from "react-router";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import type { RawInput } from "#worker/platform/call.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Line = RawInput<typeof CALLS.sendMessage>["icebreaker"];

/**
 * Without JavaScript, and for every icebreaker. Idempotent by client id: a double submit sends one message. It lies below the chat
 * because matches and profiles offer a first message too.
 */
export async function sendMessage(data: FormData): Promise<void> {
  await submitForm("message", data, async () => {
    const { profile, conversation, text, icebreaker, client_id = "", draft_version: version, ...fields } = fieldsOf(data);
    const to = conversation ? { conversation } : { profile };
    const about = { client_id, draft_version: version ? Number(version) : undefined, ...knowsFictional(fields) };
    const { message } = await edge().backend.sendMessage({ ...to, text, icebreaker: icebreaker as Line, ...about });
    throw redirect(`/chats/${message.conversation}`);
  });
}
