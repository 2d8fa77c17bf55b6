import { nameOfGift } from "#app/features/gifts/gift-names.ts";
import { CountBadge } from "#app/ui/badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import type { ChatRow as Row } from "#worker/chat/chat.contract.ts";
import { edge } from "#worker/edge/edge.ts";
import { ChatList, ChatRow } from "./chat-row.tsx";
import { whenShort } from "./short-time.ts";

export type ChatsListProps = {
  chats: readonly Row[];
  current?: string;
  /** Opaque; null on the last page. */
  cursor: string | null;
};

export function ChatsList({ chats, current, cursor }: ChatsListProps) {
  const { t, settings } = edge();
  if (chats.length === 0) {
    return (
      <EmptyState action={<ButtonLink href="/members">{t("nav.search")}</ButtonLink>} icon="message" title={t("chat.none.title")}>
        {t("chat.none.text")}
      </EmptyState>
    );
  }
  return (
    <>
      <ChatList label={t("chat.title")}>
        {chats.map(({ conversation, profile, num_unread_messages: unread, last_message: last }) => (
          <ChatRow
            avatar={profile.main_image && settings.cdn_prefix + profile.main_image.thumb_filename}
            current={conversation.id === current}
            dateTime={last?.created_at}
            fictional={profile.fictional && (settings.fictional_singular ?? t("members.fictional"))}
            href={`/chats/${conversation.id}`}
            key={conversation.id}
            name={profile.name}
            online={profile.online && t("members.online")}
            text={lastLine(last)}
            time={last ? whenShort(last.created_at) : undefined}
            unread={<CountBadge count={unread} label={t("nav.unread", { count: unread })} />}
          />
        ))}
      </ChatList>
      {cursor && (
        <ButtonLink href={`/chats?cursor=${encodeURIComponent(cursor)}`} variant="secondary" wide>
          {t("chat.moreChats")}
        </ButtonLink>
      )}
    </>
  );
}

function lastLine(last: Row["last_message"]): string {
  const { t } = edge();
  if (!last) return "";
  const text = last.gift ? t("gifts.listed", { name: nameOfGift(last.gift) }) : last.text;
  return last.own ? t("chat.own", { text }) : text;
}
