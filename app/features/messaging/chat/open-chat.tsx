import type { ReactNode } from "react";
import { BlockForm } from "#app/features/discovery/blocks/block-form.tsx";
import { sendMessage } from "#app/features/discovery/likes/message.actions.ts";
import { CallLink, CallPermission } from "#app/features/messaging/calls/call-permission.tsx";
import { SENT } from "#app/features/messaging/waiting/returned.ts";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { ReportDialog } from "#app/features/people/reports/report-dialog.tsx";
import { ReportLink } from "#app/features/people/reports/report-menu.tsx";
import { hasFlash } from "#app/request/flash.ts";
import { formState } from "#app/request/forms.ts";
import { NotConfirmed } from "#app/request/not-confirmed.tsx";
import { Refusal } from "#app/request/refusal.tsx";
import { wasTooLarge } from "#app/request/too-large.ts";
import { Alert } from "#app/ui/alert.tsx";
import { FictionalBadge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { sheetsOf } from "#app/ui/later-sheets.tsx";
import { Menu, MenuButton } from "#app/ui/menu.tsx";
import { PICTURE_LIMITS } from "#worker/discovery/photos/photos.vocabulary.ts";
import { newId } from "#worker/platform/ids.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { dearGifts } from "#worker/sites/domains/gifts.vocabulary.ts";
import { muteChat, removeChat, sendPhoto } from "./chat.actions.ts";
import { chatTexts } from "./chat-texts.ts";
import { ChatThread } from "./chat-thread.client.tsx";
import { Goodbye } from "./goodbye.tsx";
import { firstLines, icebreakerLine, linesPage, priceText } from "./icebreaker.tsx";
import { KnowsFictional } from "./knows-fictional.tsx";
import { Liked } from "./liked.tsx";
import css from "./open-chat.module.css";
import { ReadyLines } from "./ready-lines.client.tsx";
import { RequestBox } from "./request-box.tsx";

function photoSheets() {
  return sheetsOf(import.meta.viteRsc.loadCss("./photo-message.client.tsx"));
}

interface OpenChatProps {
  chat: CallOutput<"chat">;
  selfId: string;
  /** The sheet that pays is open. */
  paying: boolean;
  /** Why a paid message was not sent. */
  unsent: ReactNode;
}

export function OpenChat({ chat, selfId, paying, unsent }: OpenChatProps) {
  const { t, reader, now, domain, settings } = edge();
  const { profile, conversation, price } = chat;
  const texts = textsOf(chat);
  const lines = conversation || isClosed(chat) ? [] : firstLines(chat);
  const sent = formState("message", { profile: profile.id });
  const badge = profile.fictional ? (
    <FictionalBadge>{fictionalWord()}</FictionalBadge>
  ) : (
    profile.verified && <Icon className={css.verified} label={t("verifications.mark")} name="verified" size="s" />
  );
  return (
    <ChatThread
      action={sendMessage}
      confirm={paying ? null : tickOf({ chat, selfId })}
      clientId={sent.values.client_id ?? newId()}
      draft={sent.values.text ?? icebreakerLine() ?? chat.draft ?? ""}
      error={sent.fields.text ?? (sent.fields.fictional_known ? null : sent.message)}
      giftHref={domain.features.gifts && chat.refusal !== "deleted" ? `/members/${profile.id}/gift?chat` : null}
      goodbye={
        <>
          {unsent}
          <RequestBox chat={chat} />
          <Goodbye chat={chat} />
        </>
      }
      header={{
        avatar: profile.main_image && settings.cdn_prefix + profile.main_image.thumb_filename,
        back: { href: "/chats", label: t("chat.back") },
        badge,
        menu: (
          <>
            <CallLink calls={chat.calls} conversation={conversation} name={profile.name} />
            <ChatMenu calls={chat.calls} conversation={conversation} name={profile.name} profile={profile.id} />
          </>
        ),
        muted: conversation?.muted && t("chat.mute.done"),
        name: profile.name,
        profileHref: `/members/${profile.id}`,
      }}
      cdn={settings.cdn_prefix}
      dear={dearGifts(settings)}
      initial={chat}
      paying={domain.features.payments ? paying : null}
      lines={lines}
      readyLines={
        lines.length > 0 && (
          <ReadyLines
            chat={`/members/${profile.id}/chat`}
            first={linesPage()}
            lines={lines}
            texts={{ lines: texts.lines, otherLines: texts.otherLines }}
          />
        )
      }
      photoAction={sendPhoto}
      photoSheets={photoSheets()}
      key={profile.id}
      notConfirmed={<NotConfirmed tone={sent.message ? "error" : "warning"} />}
      reader={reader}
      now={now()}
      price={priceText(price)}
      removal={
        <>
          <Refusal form={formState("remove-chat")} />
          <Refusal form={formState("mute-chat")} />
          <Refusal form={formState("allow-calls")} />
          <PhotoRefusal />
          <ReportDialog />
          {chat.liked.length > 0 && <Liked liked={chat.liked} />}
        </>
      }
      said={hasFlash(SENT) ? t("payments.sheet.sent") : ""}
      selfId={selfId}
      texts={texts}
    />
  );
}

/** A line may cost less than a message, or be paid for with it in the field. */
function isClosed({ refusal }: CallOutput<"chat">): boolean {
  return refusal !== null && refusal !== "not_enough_credits";
}

function textsOf({ profile, message_length: length, removed_for_fraud: fraud, refusal }: CallOutput<"chat">) {
  const texts = chatTexts(profile.name, length);
  // Not beside the invitation to begin.
  if (refusal === "first_message_refused") return { ...texts, empty: "" };
  return fraud ? { ...texts, refusals: { ...texts.refusals, deleted: edge().t("chat.fraud") } } : texts;
}

/** The question in the sheet that pays. */
export function knowsFirst(of: Pick<OpenChatProps, "chat" | "selfId">): ReactNode {
  const tick = tickOf(of);
  return tick && <KnowsFictional error={formState("pay").fields.fictional_known} label={tick.label} />;
}

/** The question beside the message. */
function tickOf({ chat, selfId }: Pick<OpenChatProps, "chat" | "selfId">) {
  const { t } = edge();
  const { profile, price } = chat;
  if (!asksFirst(chat, selfId)) return null;
  return {
    label: t("chat.fictionalKnown", { name: profile.name, price: priceText(price) }),
    missing: t("errors.field.consent_required"),
    error: formState("message", { profile: profile.id }).fields.fictional_known,
  };
}

/** For the form without scripts. */
function PhotoRefusal() {
  const { t } = edge();
  const { fields, message, code } = formState("chat-photo");
  if (code === "not_confirmed") return <NotConfirmed tone="error" />;
  const error = wasTooLarge() ? t("errors.field.picture_too_large", { max: PICTURE_LIMITS.megabytes }) : (fields.file ?? message);
  return error && <Alert title={error} tone="error" />;
}

/** The rest is for an older upstream, which tells nothing. */
function asksFirst(chat: CallOutput<"chat">, selfId: string): boolean {
  const { profile, price, messages, older, asks_fictional, icebreaker_price: icebreaker } = chat;
  if (profile.fictional && (icebreaker ?? 0) > 0) return true;
  return asks_fictional || (profile.fictional && price > 0 && !older && messages.every(({ sender }) => sender !== selfId));
}

interface ChatMenuProps extends Pick<CallOutput<"chat">, "calls"> {
  /** Null before the first message; then there is nothing to mute or remove. */
  conversation: CallOutput<"chat">["conversation"];
  name: string;
  profile: string;
}

function ChatMenu({ calls, conversation, name, profile }: ChatMenuProps) {
  const { t } = edge();
  return (
    <Menu className={css.menu} id="chat-menu" label={t("chat.more")} trigger={<Icon name="more" />}>
      <CallPermission calls={calls} conversation={conversation} name={name} />
      {conversation && (
        <form action={muteChat} className={css.mute} data-closes="" noValidate>
          <input name="conversation" type="hidden" value={conversation.id} />
          <input name="muted" type="hidden" value={conversation.muted ? "" : "1"} />
          <MenuButton aria-describedby="mute-what" icon={conversation.muted ? "bell" : "bell-off"}>
            {t(conversation.muted ? "chat.mute.off" : "chat.mute.on")}
          </MenuButton>
          {!conversation.muted && (
            <p className={css.note} id="mute-what">
              {t("chat.mute.what")}
            </p>
          )}
        </form>
      )}
      <ReportLink kind="profile" object={profile} />
      {conversation && <ReportLink kind="chat" object={conversation.id} />}
      {conversation && (
        <Disclosure className={css.item} name="chat-menu" summary={t("chat.menu")}>
          <form action={removeChat} className={css.form} data-removes="" noValidate>
            <input name="conversation" type="hidden" value={conversation.id} />
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
