import type { Message } from "#worker/messaging/chat/chat.contract.ts";

export type Gift = NonNullable<Message["gift"]>;

export interface GiftWords {
  language: string;
  ours: Record<string, string>;
}

/** A gift's own name comes first, in the reader's language, else in English, else in any. */
export function giftName({ id, names }: Gift, { language, ours }: GiftWords): string {
  return names?.[language] ?? (names === null ? undefined : (names.en ?? Object.values(names)[0])) ?? ours[id] ?? id;
}
