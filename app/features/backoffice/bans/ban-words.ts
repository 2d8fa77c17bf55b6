/** Texts of the page of sign-up bans, in English only: docs/decisions/0054. */
export const BAN_WORDS = {
  title: "Sign-up bans",
  intro:
    "Nobody signs up from these networks, or with addresses of these mail domains, until the ban ends. Members who are here already stay. Disposable addresses are refused by a list that comes with the product, where the site's setting says so.",
  none: "No ban stands.",
  head: ["What", "Sites", "Why", "By", "Until", ""],
  kinds: { network: "Network", mail_domain: "Mail domain" },
  all: "all sites",
  over: "over",
  end: (value: string) => `End the ban of ${value}`,
  add: "Ban a network or a mail domain",
  kind: "Kind",
  value: "Network or mail domain",
  valueHint:
    "An address such as 192.0.2.7, a network such as 192.0.2.0/24 or 2001:db8:1::/48, or a domain such as mail.example with all below it. The large mail services are not taken.",
  site: "Site",
  reason: "Reason, for other operators",
  reasonHint: "Name no member.",
  days: "Days",
  daysHint: "180 at most for a network, 730 for a mail domain.",
  submit: "Ban it",
  refusals: {
    conflict: "Nothing was changed: this ban stands already, or 500 stand.",
    not_found: "This ban has ended already.",
  },
};
