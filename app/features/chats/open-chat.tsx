import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { newId } from "#worker/lib/ids.ts";
import { BlockMenu } from "../blocks/block-menu.tsx";
import { formState } from "../forms/forms.ts";
import { ChatThread } from "./chat-thread.client.tsx";
import { chatTexts } from "./chat-texts.ts";
import { removeChat, sendMessage } from "./chats.actions.ts";
import { ConversationHeader } from "./conversation.tsx";
import { icebreakerLine } from "./icebreaker.tsx";

/** A conversation as the page shows it: complete from the server, live where there is JavaScript. */
export function OpenChat({ chat, selfId }: { chat: CallOutput<"chat">; selfId: string }) {
  const { t, language, now, settings } = edge();
  const { profile, conversation, price } = chat;
  const sent = formState("message");
  const badge = profile.fictional && <Badge>{settings.fictional_singular ?? t("members.fictional")}</Badge>;
  return (
    <ChatThread
      action={sendMessage}
      clientId={sent.values.client_id ?? newId()}
      draft={sent.values.text ?? icebreakerLine() ?? chat.draft ?? ""}
      error={sent.fields.text ?? sent.message}
      header={
        <ConversationHeader
          avatar={profile.main_image && settings.cdn_prefix + profile.main_image.thumb_filename}
          back={{ href: "/chats", label: t("chat.back") }}
          badge={badge}
          menu={
            <>
              {conversation && <RemoveMenu conversation={conversation.id} name={profile.name} />}
              <BlockMenu name={profile.name} profile={profile.id} />
            </>
          }
          name={profile.name}
          online={profile.online && t("members.online")}
          profileHref={`/members/${profile.id}`}
          status={profile.online ? t("members.online") : undefined}
        />
      }
      initial={chat}
      key={profile.id}
      language={language}
      now={now()}
      price={price > 0 ? t("wallet.price", { count: price }) : t("wallet.free")}
      selfId={selfId}
      texts={chatTexts(t, profile.name)}
    />
  );
}

/** Asks before it removes: opened and answered without script. */
function RemoveMenu({ conversation, name }: { conversation: string; name: string }) {
  const { t } = edge();
  return (
    <Menu id="chat-menu" label={t("chat.menu")} trigger={t("chat.remove.short")}>
      <form action={removeChat}>
        <input name="conversation" type="hidden" value={conversation} />
        <p>{t("chat.remove.text", { name })}</p>
        <Button icon="trash" size="s" variant="danger">
          {t("chat.remove.confirm")}
        </Button>
      </form>
    </Menu>
  );
}
