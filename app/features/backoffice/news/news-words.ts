import type { SITE_MAIL_STATUSES } from "#db/schema/notice-kinds.ts";

/** Texts of the page of news by mail, in English only: docs/decisions/0054. */
export const NEWS_WORDS = {
  title: "News by mail",
  intro:
    "A mail to the members of a site who agreed to news, which nobody does by default. A second operator sends it; each member gets it once, in the own language or not at all. Maintenance and changed terms are no news: they have notices and mails of their own.",
  none: "No news were sent yet.",
  head: ["Site", "State", "Sent", "By", "Mail", ""],
  states: {
    ...{
      proposed: "waits for a second operator",
      sending: "is being sent",
      sent: "sent",
      stopped: "stopped",
      refused: "refused",
    },
  } satisfies Record<(typeof SITE_MAIL_STATUSES)[number], string>,
  sent: (sent: number, perDay: number) => `${sent}, at most ${perDay} a day`,
  by: (by: string, decider: string | null) => (decider ? `${by}; decided by ${decider}` : by),
  preview: (language: string, receivers: number) => `${language}: ${receivers} ${receivers === 1 ? "member" : "members"}`,
  send: "Send it",
  refuse: "Refuse it",
  withdraw: "Withdraw it",
  stop: "Stop it",
  notYou: "You are no second person for it: you have proposed it, or your account was made by its author, or after it.",
  add: (site: string) => `Propose news of ${site}`,
  site: "Site",
  choose: "Choose this site",
  receivers: (count: number) => (count === 1 ? "1 member agreed to news." : `${count} members agreed to news.`),
  language: (language: string, count: number) => `${language} (${count} agreed)`,
  others: (languages: string[]) => `Other languages: ${languages.join(", ")}`,
  othersHint: "Members of a language that you leave empty get no mail.",
  subject: (language: string) => `Subject in ${language}`,
  text: (language: string) => `Text in ${language}`,
  textHint:
    "At most 3,000 characters. An empty line begins a paragraph. Greeting, link to the site and the link that takes the consent back are added.",
  perDay: "Mails a day at most",
  perDayHint: "The rest follows on the next days (UTC).",
  submit: "Propose it",
  refusals: {
    conflict: "It was decided meanwhile, so nothing was changed.",
    forbidden: "You are no second person for it.",
    not_found: "That has ended already.",
  },
};
