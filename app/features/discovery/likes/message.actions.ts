"use server";
import { redirect } from "react-router";
import { knowsFictional } from "#app/features/billing/wallet/knows-fictional.ts";
import { fieldsOf, submitForm } from "#app/request/forms.ts";
import { pathOf } from "#app/request/path.ts";
import { ICEBREAKERS } from "#worker/discovery/members/icebreakers.vocabulary.ts";
import type { RawInput } from "#worker/platform/call.ts";
import { AppError } from "#worker/platform/errors.ts";
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
    const { profile, conversation, text, icebreaker, client_id = "", draft_version: version, price, ...fields } = fieldsOf(data);
    const to = conversation ? { conversation } : { profile };
    const told = { draft_version: version ? Number(version) : undefined, price: price ? Number(price) : undefined };
    const about = { client_id, ...told, ...knowsFictional(fields) };
    const words = isReady(icebreaker, text) ? { icebreaker } : { text };
    // Its button carries its own name: what is typed waits for the payment.
    if ("pay" in fields) return leadToPay({ profile, conversation, text, client_id });
    try {
      const { message } = await edge().backend.sendMessage({ ...to, ...words, ...about });
      throw redirect(`/chats/${message.conversation}`);
    } catch (error) {
      // The page of the proof leads back to the chat, where the text waits.
      if (error instanceof AppError && error.code === "age_proof_required")
        await keepText({ profile, conversation, text, client_id });
      const lacks = error instanceof AppError && error.code === "not_enough_credits";
      // Elsewhere the text stays in its form, beside what it is about.
      if (!lacks || !edge().domain.features.payments || !/^\/(?:chats\/|members\/[^/]+\/chat)/.test(pathOf())) throw error;
      return leadToPay({ profile, conversation, text, client_id });
    }
  });
}

type Typed = Record<"profile" | "conversation" | "text", string | undefined> & { client_id: string };

/** As a draft of the chat; nothing where the chat is closed too. */
async function keepText({ profile, conversation, text, client_id }: Typed): Promise<void> {
  const to =
    profile ??
    (conversation &&
      (
        await edge()
          .backend.chat({ conversation })
          .catch(() => null)
      )?.profile.id);
  if (to && text)
    await edge()
      .backend.saveDraft({ profile: to, text, client_id })
      .catch(() => null);
}

/** The chat with the sheet that pays, and the text as a draft. */
async function leadToPay({ profile, conversation, text = "", client_id }: Typed): Promise<never> {
  if (profile && text) await edge().backend.saveDraft({ profile, text, client_id });
  throw redirect(`${conversation ? `/chats/${conversation}` : `/members/${profile}/chat`}?pay`);
}

/** A ready line without a change. With a change it is an ordinary message. */
function isReady(line: string | undefined, text: string | undefined): line is Line {
  const code = ICEBREAKERS.find((one) => one === line);
  return code !== undefined && cleanText(text ?? "") === edge().t(`chat.icebreaker.lines.${code}`);
}
