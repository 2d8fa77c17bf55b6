import { voiceTexts } from "#app/features/delivery/voices/voice-texts.ts";
import { giftWords } from "#app/features/messaging/gifts/gift-names.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { callLineTexts } from "./call-line-texts.ts";

function fixed() {
  const {
    t,
    domain: { features },
  } = edge();
  return {
    you: t("chat.you"),
    byStaff: t("chat.byStaff.mark"),
    send: t("chat.send"),
    sendFor: t("chat.sendFor", { price: "{{price}}" }),
    lines: t("chat.icebreaker.text"),
    otherLines: t("chat.firstLines.others"),
    older: t("chat.older"),
    olderFailed: t("chat.olderFailed"),
    historyLimited: t("chat.historyLimited"),
    typingShort: t("chat.typingShort"),
    online: t("members.online"),
    newBelow: t.forms("chat.newBelow"),
    toLatest: t("chat.toLatest"),
    balance: t.forms("chat.balance"),
    left: t.forms("chat.left"),
    over: t.forms("chat.over"),
    retry: t("chat.retry"),
    discard: t("chat.discard"),
    failed: t("chat.failed"),
    otherDraft: { title: t("chat.otherDraft.title"), use: t("chat.otherDraft.use"), keep: t("chat.otherDraft.keep") },
    waiting: t("chat.waiting"),
    muted: t("chat.mute.done"),
    unmuted: t("chat.mute.undone"),
    newHere: t("chat.newHere"),
    today: t("chat.today"),
    yesterday: t("chat.yesterday"),
    photo: {
      word: t("chat.photo.word"),
      more: t("chat.photo.more"),
      send: t("chat.photo.send"),
      caption: t("chat.photo.caption"),
      unanswered: t("errors.not_answered"),
      unreadable: t("errors.field.not_a_picture"),
      sending: t("photos.own.sending"),
      inspection: t("chat.photo.inspection"),
      awaited: t("chat.photo.awaited"),
      rejected: t("chat.photo.rejected"),
      back: t("chat.photo.back"),
      refused: t("chat.photo.refused"),
      gone: t("chat.photo.gone"),
      show: t("chat.photo.show"),
      large: t("chat.photo.large"),
      close: t("notices.close"),
    },
    call: callLineTexts(),
    voice: voiceTexts(),
    gift: { send: t("gifts.send"), unnamed: t("gifts.gift"), ...giftWords() },
    states: {
      sending: t("chat.states.sending"),
      sent: t("chat.states.sent"),
      delivered: t("chat.states.delivered"),
      read: t("chat.states.read"),
      error: t("chat.states.error"),
    },
    actions: {
      menu: t("chat.actions.menu"),
      reply: t("chat.actions.reply"),
      copy: t("chat.actions.copy"),
      copied: t("chat.actions.copied"),
      report: t("reports.links.message"),
      reportGift: t("reports.links.gift"),
      copyFailed: t("chat.actions.copyFailed"),
      edit: t("chat.actions.edit"),
      edited: t("chat.actions.edited"),
      over: t("errors.edit_over"),
      editing: t("chat.actions.editing"),
      delete: t("chat.actions.delete"),
      deleteConfirm: t("chat.actions.deleteConfirm"),
      replyOwn: t("chat.actions.replyOwn"),
      cancel: t("chat.actions.cancel"),
      gone: t("chat.actions.gone"),
      react: t("chat.actions.react", { what: "{{what}}" }),
      mine: t("chat.actions.mine", { what: "{{what}}" }),
      failed: t("chat.actions.failed"),
      save: t("chat.actions.save"),
    },
    reactions: {
      heart: t("chat.reactions.heart"),
      kiss: t("chat.reactions.kiss"),
      laugh: t("chat.reactions.laugh"),
      wow: t("chat.reactions.wow"),
      fire: t("chat.reactions.fire"),
      thumbs_up: t("chat.reactions.thumbs_up"),
    },
    refusals: {
      premium_required: t("errors.premium_required"),
      deleted: t("chat.deleted"),
      goodbye: t("errors.goodbye"),
    },
    /** Null without payments: the refusal then shows the text in `unsold`. */
    getCredits: features.payments ? t("chat.getCredits") : null,
    getPremium: features.payments ? t("nav.premium") : null,
    unsold: { not_enough_credits: t("chat.unsold.credits"), premium_required: t("chat.unsold.premium") },
  };
}

export function chatTexts(name: string, longest: number) {
  const { t } = edge();
  const { actions, refusals, ...texts } = fixed();
  return {
    ...texts,
    log: t("chat.log", { name }),
    write: t("chat.write", { name }),
    typing: t("chat.typing", { name }),
    tooLong: t("errors.field.too_long", { max: longest }),
    empty: t("chat.empty", { name }),
    caution: {
      own: { money: t("chat.caution.own.money", { name }), contact: t("chat.caution.own.contact", { name }) },
      theirs: { money: t("chat.caution.theirs.money"), contact: t("chat.caution.theirs.contact") },
    },
    actions: {
      ...actions,
      deleteText: t("chat.actions.deleteText", { name }),
      replyTo: t("chat.actions.replyTo", { name }),
      theirs: t("chat.actions.theirs", { name, what: "{{what}}" }),
    },
    refusals: {
      ...refusals,
      blocked: t("errors.blocked", { name }),
      not_enough_credits: t("errors.not_enough_credits", { name }),
      first_message_refused: t("errors.first_message_refused", { name }),
    },
  };
}
export type ChatTexts = ReturnType<typeof chatTexts>;
