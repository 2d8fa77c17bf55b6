import type { Translate } from "#locales/index.ts";

/** Every word that the conversation needs in the browser, in the reader's language. */
export function chatTexts(t: Translate, name: string) {
  return {
    log: t("chat.log", { name }),
    you: t("chat.you"),
    write: t("chat.write", { name }),
    send: t("chat.send"),
    older: t("chat.older"),
    historyLimited: t("chat.historyLimited"),
    typing: t("chat.typing", { name }),
    left: t("chat.left", { count: "{{count}}" }),
    retry: t("chat.retry"),
    discard: t("chat.discard"),
    failed: t("chat.failed"),
    today: t("chat.today"),
    yesterday: t("chat.yesterday"),
    empty: t("chat.empty", { name }),
    states: {
      sending: t("chat.states.sending"),
      sent: t("chat.states.sent"),
      delivered: t("chat.states.delivered"),
      read: t("chat.states.read"),
      error: t("chat.states.error"),
    },
    refusals: {
      blocked: t("errors.blocked", { name }),
      not_confirmed: t("chat.notConfirmed"),
      premium_required: t("errors.premium_required"),
      not_enough_credits: t("errors.not_enough_credits", { name }),
      deleted: t("chat.deleted"),
    },
    confirm: t("activation.confirm"),
    getCredits: t("chat.getCredits"),
    getPremium: t("nav.premium"),
  };
}
export type ChatTexts = ReturnType<typeof chatTexts>;
