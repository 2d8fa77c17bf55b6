import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { FirstMessageForm, type FirstMessageFormProps, type SentMessage } from "./first-message-form.client.tsx";
import { sendMessage } from "./message.actions.ts";
import { linesOf } from "./ready-lines.ts";

/** Ready lines and a field below a match; for members who already write, a link to their chat. A refused text stays. */
export function FirstMessage({ chat }: { chat: CallOutput<"chat"> }) {
  const { t } = edge();
  const { profile, price, conversation, refusal, asks_fictional: asks } = chat;
  const { id, name } = profile;
  const first = firstMessage("match", id);
  if ((conversation || refusal) && first.sent.text === undefined) {
    return (
      <ButtonLink href={`/members/${id}/chat`} icon="message" size="l" wide>
        {conversation ? t("likes.newMatch.goOn") : t("likes.newMatch.write", { name })}
      </ButtonLink>
    );
  }
  const cost = price > 0 ? t("wallet.price", { count: price }) : t("wallet.nothing");
  return (
    <>
      {firstMessageSheet()}
      <FirstMessageForm
        {...first}
        lines={messageLines(chat)}
        price={chat.takes_price ? price : null}
        profile={id}
        texts={{
          lines: t("chat.icebreaker.text"),
          otherLines: t("chat.firstLines.others"),
          field: t("chat.write", { name }),
          consent: profile.fictional && (price > 0 || asks) ? t("chat.fictionalKnown", { name, price: cost }) : null,
          send: price > 0 ? t("chat.sendFor", { price: cost }) : t("chat.send"),
        }}
      />
    </>
  );
}

export function firstMessageSheet() {
  return import.meta.viteRsc.loadCss("./first-message-form.client.tsx");
}

/** Action and refused text of a form at `place`; of any profile if none is given. */
export function firstMessage(
  place: FirstMessageFormProps["place"],
  profile?: string,
): Pick<FirstMessageFormProps, "action" | "maxLength" | "place"> & { sent: SentMessage } {
  const form = formState("message", { place, ...(profile !== undefined && { profile }) });
  const { values, fields } = form;
  const beside = ["text", "fictional_known"];
  return {
    action: sendMessage,
    maxLength: edge().settings.message_length,
    place,
    sent: {
      profile: values.profile,
      clientId: values.client_id ?? newId(),
      text: values.text,
      knowsFictional: values.fictional_known !== undefined,
      errors: fields,
      refusal: form.code !== null && !beside.some((field) => fields[field]) && <Refusal form={form} />,
    },
  };
}

/** This form sends messages: a line with a price of its own is for the chat. */
function messageLines(chat: CallOutput<"chat">) {
  return linesOf(chat).filter(({ icebreaker }) => !icebreaker);
}

export function refusedMatch() {
  const { code, message, values } = formState("message", { place: "match" });
  return code === null ? null : { profile: values.profile ?? "", text: values.text ?? "", message };
}
