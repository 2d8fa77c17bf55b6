"use client";
import { PAY_FORM } from "#app/features/messaging/waiting/pay-form.shared.ts";
import type { FirstLine } from "./first-lines.client.ts";
import type { ThreadParts } from "./thread-props.ts";

export function Hidden({ clientId, initial, line, state: { conversation } }: ThreadParts & { line: FirstLine["icebreaker"] }) {
  return (
    <>
      <input name="client_id" type="hidden" value={clientId} />
      <input name="draft_version" type="hidden" value={initial.draft_version ?? 0} />
      <input name="profile" type="hidden" value={initial.profile.id} />
      {line && <input name="icebreaker" type="hidden" value={line.code} />}
      {initial.takes_price && <input name="price" type="hidden" value={line?.price ?? initial.price} />}
      {conversation && <input name="conversation" type="hidden" value={conversation} />}
    </>
  );
}

interface WaitingProps extends ThreadParts {
  clientId: string;
  icebreaker: FirstLine["icebreaker"];
  replyTo: number | null;
  text: string;
}

/** Fields of the sheet's form: the message as it stands here at the moment of the press. */
export function Waiting({ clientId, icebreaker, replyTo, text, initial }: WaitingProps) {
  const line = text ? icebreaker : null;
  const fields = {
    profile: initial.profile.id,
    kind: line ? "icebreaker" : text ? "text" : "nothing",
    item: line?.code ?? "",
    text,
    price: line?.price ?? initial.price,
    client_id: clientId,
    reply_to: replyTo ?? "",
  };
  return Object.entries(fields).map(([name, value]) => (
    <input form={PAY_FORM} key={name} name={name} type="hidden" value={value} />
  ));
}
