/** Texts of the links of partners, in English only: docs/decisions/0054. */
export const PARTNER_WORDS = {
  title: "Partner links",
  intro:
    "A partner sees what a network, or one ref of it, brought: sums of complete weeks, no member and no other source. Weeks with fewer than five sign-ups wait and are added to later ones, and so does money until five members have paid. Who has the link sees the page.",
  none: "No link works.",
  head: ["Source", "Site", "Figures from", "Made by", "Works until", ""],
  over: "over",
  allRefs: "all refs",
  end: (source: string) => `End the link of ${source}`,
  shownTitle: "The link is made",
  link: "Link for the partner",
  linkHint: "It is shown once. Send it to the partner; nobody can read it here again.",
  add: "Make a link",
  site: "Site",
  network: "Network",
  networkHint: "As the partner's links say it, such as blog.",
  ref: "Ref",
  refHint: "Empty for all refs of the network.",
  from: "Figures from",
  fromHint: "At most 366 days ago; 30 days ago if empty.",
  days: "Days",
  daysHint: "The link ends after so many days, 366 at most.",
  submit: "Make the link",
  refusals: {
    conflict: "Nothing was made: 500 links work already. End some first.",
    not_found: "This link has ended already.",
  },
};
