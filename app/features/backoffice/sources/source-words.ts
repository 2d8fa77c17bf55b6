import type { SourceCount, SourceGroup } from "#worker/backoffice/sources/sources.vocabulary.ts";

/** Texts of the figures by source, in English only: docs/decisions/0054. */
export const SOURCE_WORDS = {
  title: "Sources",
  intro:
    "Where members came from: the network and ref of the link they followed, the landing page, the country. Days in UTC. A name stands for what somebody wrote into a link.",
  by: "Group by",
  groups: {
    network: "Network",
    ref: "Network and ref",
    lander: "Landing page",
    country: "Country",
    day: "Day",
  } satisfies Record<SourceGroup, string>,
  network: "Network",
  ref: "Ref",
  every: "all",
  counts: {
    signups: "Sign-ups",
    members: "Confirmed",
    writers: "First messages",
    buyers: "First payments",
    payers: "Paying members",
  } satisfies Record<SourceCount, string>,
  orders: (currency: string) => `Orders ${currency}`,
  revenue: (currency: string) => `Revenue ${currency}`,
  refunds: (currency: string) => `Refunds ${currency}`,
  chargebacks: (currency: string) => `Chargebacks ${currency}`,
  net: (currency: string) => `Left ${currency}`,
  all: "In all",
  before: "Change",
  none: "Nothing was counted in these days. Counting began with the version that brought this page.",
  more: (count: number) => `${count.toLocaleString("en-GB")} more with fewer sign-ups are in the file and in the sum.`,
  download: "Download as CSV",
  direct: "no link",
  noRef: "no ref",
  noLander: "no landing page",
  noCountry: "unknown",
  rests: ["", "all other refs", "all other networks", "names erased"],
  compared: (before: string) => `Change against ${before}, as many days before.`,
  scroll: "Figures by source",
  paying: "Paying members count once a calendar month.",
};
