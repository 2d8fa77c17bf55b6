import { BlockForm } from "#app/features/blocks/block-form.tsx";
import { LikedPartView } from "#app/features/likes/liked-part.tsx";
import { formState } from "#app/request/forms.ts";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { Refusal } from "#app/request/refusal.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { newId } from "#worker/lib/ids.ts";
import { removeChat, sendMessage } from "./chat.actions.ts";
import { chatTexts } from "./chat-texts.ts";
import { ChatThread } from "./chat-thread.client.tsx";
import { Icebreakers, icebreakerLine } from "./icebreaker.tsx";
import css from "./open-chat.module.css";

export function OpenChat({ chat, selfId }: { chat: CallOutput<"chat">; selfId: string }) {
  const { t, reader, now, domain, settings } = edge();
  const { profile, conversation, price } = chat;
  const sent = formState("message", { profile: profile.id });
  const badge = profile.fictional && <Badge>{settings.fictional_singular ?? t("members.fictional")}</Badge>;
  return (
    <ChatThread
      action={sendMessage}
      confirm={asksFirst(chat, selfId) && <KnowsFictional name={profile.name} price={price} />}
      clientId={sent.values.client_id ?? newId()}
      draft={sent.values.text ?? icebreakerLine() ?? chat.draft ?? ""}
      error={sent.fields.text ?? sent.fields.fictional_known ?? sent.message}
      giftHref={domain.features.gifts && chat.refusal !== "deleted" ? `/members/${profile.id}/gift` : null}
      header={{
        avatar: profile.main_image && settings.cdn_prefix + profile.main_image.thumb_filename,
        back: { href: "/chats", label: t("chat.back") },
        badge,
        menu: <ChatMenu conversation={conversation?.id} name={profile.name} profile={profile.id} />,
        name: profile.name,
        profileHref: `/members/${profile.id}`,
      }}
      icebreakers={
        // Paying a fictional profile needs consent first, so no press pays at once.
        chat.icebreaker_price !== null &&
        !chat.refusal &&
        !(profile.fictional && chat.icebreaker_price > 0) && (
          <Icebreakers
            price={chat.icebreaker_price > 0 ? t("wallet.price", { count: chat.icebreaker_price }) : t("wallet.free")}
            profile={profile.id}
          />
        )
      }
      initial={chat}
      key={profile.id}
      notConfirmed={<NotConfirmed tone={sent.message ? "error" : "warning"} />}
      reader={reader}
      now={now()}
      price={price > 0 ? t("wallet.price", { count: price }) : t("wallet.free")}
      removal={
        <>
          <Refusal form={formState("remove-chat")} />
          {chat.liked.map(({ own, part }) => (
            <LikedPartView key={own ? "own" : "other"} own={own} part={part} />
          ))}
        </>
      }
      selfId={selfId}
      texts={chatTexts(t, profile.name, chat.message_length, domain.features)}
    />
  );
}

/** A first paid message to a fictional profile requires consent that the profile is fictional. */
function asksFirst({ profile, price, messages, older }: CallOutput<"chat">, selfId: string): boolean {
  return profile.fictional && price > 0 && !older && messages.every(({ sender }) => sender !== selfId);
}

function KnowsFictional({ name, price }: { name: string; price: number }) {
  const { t } = edge();
  return (
    <>
      <input name="fictional" type="hidden" value="1" />
      <Checkbox
        label={t("chat.fictionalKnown", { name, price: t("wallet.price", { count: price }) })}
        name="fictional_known"
        required
      />
    </>
  );
}

interface ChatMenuProps {
  /** Undefined before the first message; then there is nothing to remove. */
  conversation: string | undefined;
  name: string;
  profile: string;
}

/** Removal, report and block. Each asks for confirmation, also without JavaScript. */
function ChatMenu({ conversation, name, profile }: ChatMenuProps) {
  const { t } = edge();
  return (
    <Menu className={css.menu} id="chat-menu" label={t("chat.more")} trigger={<Icon name="more" />}>
      {conversation && (
        <Disclosure className={css.item} name="chat-menu" summary={t("chat.menu")}>
          <form action={removeChat} className={css.form} data-removes="">
            <input name="conversation" type="hidden" value={conversation} />
            <p>{t("chat.remove.text", { name })}</p>
            <Button icon="trash" variant="danger" wide>
              {t("chat.remove.confirm")}
            </Button>
          </form>
        </Disclosure>
      )}
      <Disclosure className={css.item} name="chat-menu" summary={t("blocks.menu", { name })}>
        <BlockForm name={name} profile={profile} />
      </Disclosure>
    </Menu>
  );
}
