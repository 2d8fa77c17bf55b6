import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { Reader } from "#worker/platform/dates.ts";
import { formatOf } from "./formats.client.ts";

export interface DayOptions {
  reader: Reader;
  /** Ms since the epoch. */
  now: number;
  today: string;
  yesterday: string;
}

/** Groups messages by calendar day in the viewer's time zone, with a label per day. */
export function daysOf(messages: readonly Message[], { reader, now, today, yesterday }: DayOptions) {
  const { locale, zone } = reader;
  const iso = formatOf("sv", { dateStyle: "short", timeZone: zone });
  const long = formatOf(locale, { dateStyle: "full", timeZone: zone });
  const words = new Map([
    [iso.format(now - 24 * 3600 * 1000), yesterday],
    [iso.format(now), today],
  ]);
  const days: { date: string; label: string; messages: Message[] }[] = [];
  for (const message of messages) {
    const at = new Date(message.created_at);
    const date = iso.format(at);
    const last = days.at(-1);
    if (last?.date === date) last.messages.push(message);
    else days.push({ date, label: words.get(date) ?? long.format(at), messages: [message] });
  }
  return days;
}
