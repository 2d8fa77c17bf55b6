import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Scene } from "#app/ui/scene.tsx";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { ChatRows } from "./chat-rows.client.tsx";
import { listTexts } from "./list-texts.ts";

export type ChatsListProps = {
  list: CallOutput<"chats">;
  member: string;
  current?: string;
  /** The searched beginning of a name. */
  name?: string;
};

export function ChatsList({ list, member, current, name = "" }: ChatsListProps) {
  const { t, settings, reader, now } = edge();
  const { chats, cursor, unread_messages: unread, last_chat_opened_profile: last } = list;
  if (chats.length === 0 && !name) {
    return (
      <EmptyState
        action={<ButtonLink href="/members">{t("nav.search")}</ButtonLink>}
        scene={<Scene name="table" />}
        title={t("chat.none.title")}
      >
        {t("chat.none.text")}
      </EmptyState>
    );
  }
  return (
    <ChatRows
      cdn={settings.cdn_prefix}
      current={current}
      first={{ chats, cursor }}
      last={last}
      member={member}
      name={name}
      now={now()}
      reader={reader}
      texts={listTexts()}
      unread={unread}
    />
  );
}
