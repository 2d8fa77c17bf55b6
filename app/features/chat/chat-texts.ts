import { giftWords } from "#app/features/gifts/gift-names.ts";
import type { Translate } from "#locales/index.ts";
import type { Features } from "#worker/domains/features.vocabulary.ts";

/** All texts of the conversation's browser components, translated. */
export function chatTexts(t: Translate, name: string, longest: number, { payments }: Pick<Features, "payments">) {
  return {
    log: t("chat.log", { name }),
    you: t("chat.you"),
    write: t("chat.write", { name }),
    send: t("chat.send"),
    older: t("chat.older"),
    olderFailed: t("chat.olderFailed"),
    historyLimited: t("chat.historyLimited"),
    typing: t("chat.typing", { name }),
    typingShort: t("chat.typingShort"),
    online: t("members.online"),
    newBelow: t.forms("chat.newBelow"),
    toLatest: t("chat.toLatest"),
    balance: t.forms("chat.balance"),
    left: t("chat.left", { count: "{{count}}" }),
    retry: t("chat.retry"),
    discard: t("chat.discard"),
    failed: t("chat.failed"),
    waiting: t("chat.waiting"),
    tooLong: t("errors.field.too_long", { max: longest }),
    today: t("chat.today"),
    yesterday: t("chat.yesterday"),
    empty: t("chat.empty", { name }),
    gift: { send: t("gifts.send"), unnamed: t("gifts.gift"), ...giftWords(t) },
    states: {
      sending: t("chat.states.sending"),
      sent: t("chat.states.sent"),
      delivered: t("chat.states.delivered"),
      read: t("chat.states.read"),
      error: t("chat.states.error"),
    },
    refusals: {
      blocked: t("errors.blocked", { name }),
      premium_required: t("errors.premium_required"),
      not_enough_credits: t("errors.not_enough_credits", { name }),
      deleted: t("chat.deleted"),
    },
    /** Null without payments: the refusal then shows the text in `unsold`. */
    getCredits: payments ? t("chat.getCredits") : null,
    getPremium: payments ? t("nav.premium") : null,
    unsold: { not_enough_credits: t("chat.unsold.credits"), premium_required: t("chat.unsold.premium") },
  };
}
export type ChatTexts = ReturnType<typeof chatTexts>;
