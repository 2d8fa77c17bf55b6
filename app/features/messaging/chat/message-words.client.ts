import { giftName } from "#app/features/messaging/gifts/gift-name.shared.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import { callWords } from "./call-words.client.ts";
import type { ChatTexts } from "./chat-texts.ts";

type Said = Pick<Message, "type" | "gift" | "text"> & Partial<Pick<Message, "call">>;

export function wordsOf({ type, gift, text, call }: Said, texts: ChatTexts): string {
  if (call) return callWords(call, texts.call);
  if (gift) return giftName(gift, texts.gift);
  return (type === "photo" || type === "voice") && !text ? texts[type].word : text;
}

/** For a screen reader: also the note of a gift, and the words of a photo or recording. */
export function spokenOf({ type, gift, text, call }: Said, texts: ChatTexts): string {
  if (call) return callWords(call, texts.call);
  const things: Partial<Record<Message["type"], string>> = {
    gift: gift ? giftName(gift, texts.gift) : texts.gift.unnamed,
    photo: texts.photo.word,
    voice: texts.voice.word,
  };
  return [things[type], text].filter(Boolean).join(": ");
}
