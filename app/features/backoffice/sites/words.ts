import type { Section } from "#worker/backoffice/sites/sections.vocabulary.ts";

/** Texts of the site pages, in English only: docs/decisions/0054. */
export const SITE_WORDS = {
  title: "Sites",
  intro:
    "What members see of each site: prices, texts, colours, rules. A change is live within 30 seconds, and each version can come back.",
  head: ["Site", "Hosts", "Pool", "Version"],
  version: (number: number, by: string) => `${number}, by ${by}`,
  facts: (hosts: string, pool: string) =>
    `On ${hosts}. Pool ${pool}. Hosts, pool, id and what guards against staff change in the file only.`,
  sections: {
    about: "Name and contact",
    prices: "Prices",
    offers: "Offers",
    members: "Members",
    profile: "Profiles",
    looks: "Looks",
    privacy: "Privacy",
    texts: "Own texts",
    more: "More",
  } satisfies Record<Section, string>,
  nav: "Parts of the site",
  unpulled:
    "The file of this site does not say the last changes yet. Before the next deployment somebody runs “npm run domain -- pull”; until then a file that differs is refused.",
  warnings: "Worth a look",
  warning: (setting: string, message: string) => `${setting} ${message}.`,
  saved: (number: string) => `Saved as version ${number}. It is live within 30 seconds.`,
  icon: "A drawn icon keeps the name and colour that it had until the next “npm run domain -- apply”.",
  shown: "The preview is there",
  shownText: (host: string) =>
    `${host} shows the form as you sent it, for a day. Nobody can sign up, log in or pay there. Nothing was saved.`,
  open: "Open the preview",
  add: "Add one",
  remove: (title: string) => (title ? `Remove ${title}` : "Remove"),
  perLine: "One in each line.",
  none: "None",
  meant: "I mean it",
  ends: "This ends something for members",
  problems: "Something is wrong in another part",
  save: "Save and apply",
  preview: "Preview",
  host: "Host of the preview",
  hostHint: "One that leads to the Worker and that no site has: a route, or the workers.dev address.",
  versions: "Versions",
  versionHead: ["Version", "When", "By", "Changed", "Restore"],
  browser: (name: string) => `${name}, in the browser`,
  first: "first",
  fields: (names: string[]) =>
    names.length > 6 ? `${names.slice(0, 6).join(", ")} and ${names.length - 6} more` : names.join(", "),
  current: "now",
  restore: (number: number) => `Restore ${number}`,
  refusals: {
    invalid: "Nothing was changed. Look at what is marked.",
    conflict:
      "Somebody has changed the site since you opened this page, so nothing was changed. Open it again to see the present values.",
  },
  /** Of a version that the check of files refuses beside what only the file says. */
  misfit: (names: string[]) => `Nothing was changed: that version does not fit the file of today in ${names.join(", ")}.`,
  restoreRefusals: {
    invalid: "Nothing was changed: that version ends something for members. Say that you mean it.",
    conflict: "Somebody has changed the site meanwhile, so nothing was restored.",
  },
};
