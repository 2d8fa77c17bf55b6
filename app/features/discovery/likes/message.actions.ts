"use server";
import { redirect } from "react-router";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import type { RawInput } from "#worker/platform/call.ts";
import { cleanText } from "#worker/platform/text.ts";
import type { CALLS } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

type Line = NonNullable<RawInput<typeof CALLS.sendMessage>["icebreaker"]>;

/**
 * Without JavaScript. Idempotent by client id: a double submit sends one message. It lies below the chat
 * because matches and profiles offer a first message too.
 */
export async function sendMessage(data: FormData): Promise<void> {
  await submitForm("message", data, async () => {
    const { profile, conversation, text, icebreaker, client_id = "", draft_version: version, ...fields } = fieldsOf(data);
    const to = conversation ? { conversation } : { profile };
    const about = { client_id, draft_version: version ? Number(version) : undefined, ...knowsFictional(fields) };
    const words = isReady(icebreaker, text) ? { icebreaker } : { text };
    const { message } = await edge().backend.sendMessage({ ...to, ...words, ...about });
    throw redirect(`/chats/${message.conversation}`);
  });
}

/** A ready line without a change. With a change it is an ordinary message. */
function isReady(line: string | undefined, text: string | undefined): line is Line {
  const code = ICEBREAKERS.find((one) => one === line);
  return code !== undefined && cleanText(text ?? "") === edge().t(`chat.icebreaker.lines.${code}`);
}
