import type { Message } from "#worker/messaging/chat/chat.contract.ts";

/** A text as the `chat` call answers it. */
export function textMessage(given: Partial<Message> = {}): Message {
  return {
    id: "1",
    conversation: "c",
    seq: 1,
    client_id: "1",
    sender: "me",
    type: "text",
    gift: null,
    photo: null,
    voice: null,
    call: null,
    text: "Hello",
    price: 1,
    created_at: "2026-11-21T00:00:00Z",
    delivered_at: null,
    read_at: null,
    state: "sent",
    reply_to: null,
    edited_at: null,
    reaction: null,
    partner_reaction: null,
    hidden: false,
    by_staff: false,
    caution: null,
    version: 0,
    ...given,
  };
}
