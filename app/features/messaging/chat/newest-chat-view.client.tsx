"use client";
import { giftName } from "#app/features/messaging/gifts/gift-name.shared.ts";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { counted } from "#app/ui/counted.ts";
import type { Message } from "#worker/messaging/chat/chat.contract.ts";
import type { Reader } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { Bubble, DayDivider } from "./bubble.client.tsx";
import { callWords } from "./call-words.client.ts";
import { Conversation, ConversationHeader } from "./conversation.shared.tsx";
import { daysOf } from "./days.client.ts";
import { formatOf } from "./formats.client.ts";
import { isGroup } from "./groups.client.ts";
import type { NewestTexts } from "./list-texts.ts";
import css from "./newest-chat-view.module.css";

export interface NewestChatViewProps {
  chat: CallOutput<"chat">;
  member: string;
  reader: Reader;
  now: number;
  cdn: string;
  texts: NewestTexts;
}

const SHOWN = 30;

/** The chat as it was left: what is unread is counted, not shown, since showing it would read it. */
export function NewestChatView({ chat, member, reader, now, cdn, texts }: NewestChatViewProps) {
  const { profile, conversation, messages } = chat;
  const href = `/chats/${conversation?.id}`;
  const name = (text: string) => text.replaceAll("{{name}}", () => profile.name);
  const unread = conversation?.unread ?? 0;
  const seen = readMessages(chat, member).slice(-SHOWN);
  const toUnread = unread > 0 && (
    <ButtonLink href={href} size="s">
      {counted(texts.unread, unread, reader.locale)}
    </ButtonLink>
  );
  return (
    <div className={css.newest}>
      <Conversation
        composer={
          <div className={css.bottom}>
            {seen.length > 0 && toUnread}
            <a className={css.field} href={href}>
              {name(texts.write)}
            </a>
          </div>
        }
        header={
          <ConversationHeader
            avatar={profile.main_image && cdn + profile.main_image.thumb_filename}
            badge={profile.fictional && <FictionalBadge>{texts.fictional}</FictionalBadge>}
            heading="h2"
            name={profile.name}
            online={profile.online && texts.online}
            profileHref={`/members/${profile.id}`}
            status={profile.online ? texts.online : undefined}
          />
        }
        label={name(texts.log)}
      >
        {daysOf(seen, { reader, now, today: texts.today, yesterday: texts.yesterday }).flatMap(
          ({ date, label, messages: day }) => [
            <DayDivider dateTime={date} key={date} label={label} />,
            ...day.map((message, index) => (
              <Said
                key={message.client_id}
                message={message}
                {...{ member, reader, texts }}
                author={message.sender === member ? texts.you : profile.name}
                ends={!isGroup(message, day[index + 1])}
                follows={isGroup(day[index - 1], message)}
              />
            )),
          ],
        )}
        {seen.length === 0 && <div className={css.alone}>{toUnread || (messages.length === 0 && <p>{texts.empty}</p>)}</div>}
      </Conversation>
    </div>
  );
}

/** Up to the first message of the partner that the member has not read. */
function readMessages({ messages, conversation }: CallOutput<"chat">, member: string): Message[] {
  const until = messages.find(({ seq, sender }) => sender !== member && seq > (conversation?.read_seq ?? 0))?.seq ?? Infinity;
  return messages.filter(({ seq, hidden }) => !hidden && seq < until);
}

type SaidProps = Pick<NewestChatViewProps, "member" | "reader" | "texts"> & {
  message: Message;
  author: string;
  follows: boolean;
  ends: boolean;
};

function Said({ message, author, follows, ends, member, reader, texts }: SaidProps) {
  const { type, text, gift, created_at: at, sender, edited_at: edited } = message;
  const { zone: timeZone, hourCycle, locale } = reader;
  const time = formatOf(locale, { hour: "2-digit", minute: "2-digit", hourCycle, timeZone });
  return (
    <Bubble
      author={author}
      dateTime={at}
      edited={edited !== null && texts.edited}
      follows={follows}
      kind={type === "photo" || type === "voice" ? "text" : type}
      mark={message.by_staff && texts.byStaff}
      own={sender === member}
      text={
        message.call ? callWords(message.call, texts.call) : type === "photo" || type === "voice" ? text || texts[type] : text
      }
      time={ends ? time.format(new Date(at)) : undefined}
      {...(type === "gift" && { title: gift ? giftName(gift, texts.gifts) : texts.gift })}
    />
  );
}
