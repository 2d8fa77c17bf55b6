import { giftWords } from "#app/features/messaging/gifts/gift-names.ts";
import { fictionalWord } from "#app/features/people/identity/fictional-word.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { callLineTexts } from "./call-line-texts.ts";

export function listTexts() {
  const { t } = edge();
  return {
    title: t("chat.title"),
    find: t("chat.find.label"),
    placeholder: t("chat.find.short"),
    submit: t("chat.find.submit"),
    clear: t("chat.find.clear"),
    found: t.forms("chat.find.found"),
    findFailed: t("chat.find.failed"),
    noneTitle: t("chat.find.none.title"),
    noneText: t("chat.find.none.text", { name: "{{name}}" }),
    more: t("chat.moreChats"),
    moreFailed: t("chat.chatsFailed"),
    added: t.forms("chat.chatsAdded"),
    own: t("chat.own", { text: "{{text}}" }),
    byStaff: t("chat.byStaff.listed", { text: "{{text}}" }),
    turn: t("today.turn"),
    goodbye: t("chat.goodbye.listed"),
    draft: t("chat.draft", { text: "{{text}}" }),
    muted: t("chat.mute.done"),
    online: t("members.online"),
    fictional: fictionalWord(),
    unread: t.forms("nav.unread"),
    photo: t("chat.photo.word"),
    voice: t("chat.voice.word"),
    call: callLineTexts(),
    gift: t("gifts.listed", { name: "{{name}}" }),
    gifts: giftWords(),
  };
}

/** `log` and `write` with `{{name}}`. */
export function newestTexts() {
  const { t } = edge();
  const name = { name: "{{name}}" };
  return {
    log: t("chat.log", name),
    write: t("chat.write", name),
    unread: t.forms("nav.unread"),
    you: t("chat.you"),
    today: t("chat.today"),
    yesterday: t("chat.yesterday"),
    edited: t("chat.actions.edited"),
    byStaff: t("chat.byStaff.mark"),
    photo: t("chat.photo.word"),
    voice: t("chat.voice.word"),
    call: callLineTexts(),
    gift: t("gifts.gift"),
    gifts: giftWords(),
    online: t("members.online"),
    fictional: fictionalWord(),
    empty: t("chat.empty"),
  };
}
export type NewestTexts = ReturnType<typeof newestTexts>;
export type ListTexts = ReturnType<typeof listTexts>;
