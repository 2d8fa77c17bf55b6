/** Groups of paths by what a client does; `nouns` are the names of the paths `/api/<noun>.php`. */
const TAGS = [
  {
    name: "Joining",
    description: "Sign-up, the confirmation of the address, invitations, consents and the proof of age.",
    nouns: "signup signup-draft activation activate invite invites consents intention name age-proof age-answer age-check",
  },
  {
    name: "Sessions",
    description: "Log-in by password, passkey or a link in a mail; the member's devices.",
    nouns: "user logout login-link sessions passkeys passkey-options passkey-challenge passkey-login",
  },
  {
    name: "Recovery",
    description: "A forgotten password, another password, another address.",
    nouns: "reset-password password mail-change pending-mail-change",
  },
  {
    name: "Profile",
    description: "The own profile, its photos and who may see the private ones.",
    nouns: "profile voice-answer photo photo-access verification geocode interests unlock",
  },
  {
    name: "Members",
    description: "Search, saved searches, profiles, visitors, the match finder and the swipe game.",
    nouns: "members member similar searches visitors match-finder swipe wishes trips",
  },
  { name: "Likes", description: "Likes and matches.", nouns: "like likes pending-like auto-like" },
  {
    name: "Events",
    description: "Meetings of a site, and who goes.",
    nouns: "events event event-people attendance",
  },
  {
    name: "Chat",
    description: "Conversations. What happens meanwhile comes by the socket `/api/live.php`; polling is enough without it.",
    nouns:
      "chat chats chat-photo chat-voice chat-played chat-read chat-mute chat-draft chat-message chat-reaction chat-goodbye call call-permission call-answer call-end call-relay call-report requests first-contacts live page-hidden",
  },
  { name: "Gifts", description: "The catalogue, and gifts sent and received.", nouns: "gifts gift" },
  {
    name: "Credits",
    description: "Packages, discounts, payments, direct debits, refunds, and limits to spending.",
    nouns:
      "packages quote discountcode payment pay-to-send waiting orders directdebit transactions refund withdrawal withdrawal-release exclusion purchase-pause",
  },
  {
    name: "Safety",
    description: "Blocks, people whom the member knows, reports, complaints, and decisions about them with their objections.",
    nouns: "block acquaintances report complaint picture-notice decision objection",
  },
  {
    name: "Notifications",
    description: "What the member is told of, and how; push devices and mails.",
    nouns: "today preferences push mails unsubscribe",
  },
  {
    name: "Leaving",
    description: "All own data as an archive, deletion, and coming back.",
    nouns: "export departure reactivation reactivate download",
  },
  {
    name: "Site",
    description: "What a site offers, where, and which company runs it.",
    nouns: "settings companyinfo regions media",
  },
  {
    name: "Providers",
    description: "Signed notices of providers of mail and payments. No client calls them.",
    nouns: "mail-report payment-webhook",
  },
  {
    name: "Operators",
    description: "Ids, states, sums and counters for the operator's own programs, on the host of the staff pages, with a token.",
    nouns: "v1",
  },
].map(({ nouns, ...tag }) => ({ ...tag, nouns: nouns.split(" ") }));

export const TAG_LIST = TAGS.map(({ name, description }) => ({ name, description }));

/** @throws Error for a path without a group. */
export function tagOf(pathname: string): string {
  const noun = /^\/(?:api\/)?([\w-]+)/.exec(pathname)?.[1] ?? "";
  const tag = TAGS.find(({ nouns }) => nouns.includes(noun));
  if (!tag) throw new Error(`${pathname} belongs to no group of worker/server/api/openapi-tags.ts`);
  return tag.name;
}
