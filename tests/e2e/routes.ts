export type Visitor = "logged out" | "free" | "premium";
type Layout = "default" | "chat" | "lander" | "empty";

export interface Route {
  path: string;
  layout: Layout;
  /** Redirect target for this kind of visitor. */
  leads?: Partial<Record<Visitor, RegExp>>;
  /** Status, if not 200. */
  status?: Partial<Record<Visitor, number>>;
  /** No JavaScript, even for members. Other pages send none to visitors. */
  plain?: true;
  /** JavaScript for visitors too. */
  scripts?: true;
}

/** The page sends this visitor no JavaScript. */
export function isSilent({ scripts, plain }: Route, kind: Visitor): boolean {
  return (kind === "logged out" && !scripts) || plain === true;
}

const LOG_IN = { "logged out": /^\/login\?next=/ };
const HOME = { free: /^\/members/, premium: /^\/members/ };
// Home by a page between: a test sees the first redirect or the last.
const BETWEEN = /^\/(?:members|proof-of-age\?next=|$)/;
const HOME_LATER = { free: BETWEEN, premium: BETWEEN };
const LANDERS = [
  "alonetonight",
  "collagelanding",
  "gallery",
  "iconslanding",
  "maplanding",
  "socialnetwork",
  "transitionsvideolanding",
  "video",
];
const LEGAL = ["accessibility", "ban", "cookies", "faq", "imprint", "privacy", "return-policy", "service", "terms"];

/** Every path of the specification (section 2), with existing ids. */
export function routes({ member, conversation }: { member: string; conversation: string }): Route[] {
  return [
    { path: "/", layout: "default", leads: HOME, plain: true },
    { path: "/login", layout: "default", leads: HOME, plain: true },
    { path: "/signup", layout: "empty", leads: HOME, plain: true },
    { path: "/signup-matches", layout: "empty", leads: { "logged out": /^\/signup/ } },
    { path: "/complete-signup", layout: "empty", leads: { "logged out": /^\/signup/ } },
    { path: "/proof-of-age", layout: "default", leads: LOG_IN },
    { path: "/proof-of-age/person", layout: "default", leads: { ...LOG_IN, ...HOME_LATER } },
    { path: "/proof-of-age/done", layout: "default", plain: true },
    { path: "/proof-of-age/return", layout: "default", plain: true },
    { path: "/consent", layout: "default", leads: { ...LOG_IN, ...HOME } },
    { path: "/settings/invites", layout: "default", leads: LOG_IN },
    { path: "/reset-password", layout: "empty", plain: true },
    { path: "/reset-password/do", layout: "empty", plain: true },
    { path: "/mail-change/do", layout: "empty", plain: true },
    { path: "/account-deleted", layout: "default", leads: HOME, plain: true },
    // Only for a member activated just now.
    { path: "/activate/done", layout: "default", leads: { ...LOG_IN, ...HOME } },
    { path: "/activate/address", layout: "default", leads: { ...LOG_IN, free: /^\/settings/, premium: /^\/settings/ } },
    { path: "/activate/error", layout: "default" },
    { path: "/members", layout: "default" },
    { path: `/members/${member}`, layout: "default" },
    { path: `/members/${member}/gift`, layout: "default", leads: LOG_IN },
    { path: `/members/${member}/unlock`, layout: "default", leads: LOG_IN },
    { path: `/likes/m/${member}`, layout: "default" },
    // An existing conversation redirects.
    { path: `/members/${member}/chat`, layout: "chat", leads: { free: /^\/chats\// } },
    { path: `/members/${member}/landing`, layout: "lander", leads: HOME, plain: true },
    { path: `/members/${member}/landing2/summer`, layout: "lander", leads: HOME, plain: true },
    { path: `/members/${member}/landing3/summer`, layout: "lander", leads: HOME, plain: true },
    { path: `/members/${member}/signup`, layout: "lander", leads: HOME, plain: true },
    { path: "/chats", layout: "default", leads: LOG_IN },
    { path: "/chats/requests", layout: "default", leads: LOG_IN },
    { path: `/chats/${conversation}`, layout: "chat", leads: LOG_IN, status: { premium: 404 } },
    { path: `/chats/${conversation}/call`, layout: "chat", leads: LOG_IN, status: { free: 404, premium: 404 } },
    { path: "/likes", layout: "default", leads: LOG_IN },
    { path: "/likes/received", layout: "default", leads: LOG_IN },
    { path: "/likes/sent", layout: "default", leads: LOG_IN },
    { path: "/likes/matches", layout: "default", leads: LOG_IN },
    { path: "/visitors", layout: "default", leads: LOG_IN },
    { path: "/events", layout: "default", leads: LOG_IN },
    { path: "/events/none", layout: "default", leads: LOG_IN, status: { free: 404, premium: 404 } },
    { path: "/searches", layout: "default", leads: LOG_IN },
    { path: "/profile", layout: "default", leads: LOG_IN },
    { path: "/notifications", layout: "default", leads: LOG_IN },
    { path: "/premium", layout: "default", leads: LOG_IN },
    { path: "/pricing", layout: "default" },
    { path: "/credits", layout: "default", leads: LOG_IN },
    { path: "/credits/repeat-order", layout: "default", leads: LOG_IN },
    { path: "/directdebit", layout: "default", leads: LOG_IN },
    { path: "/transactions", layout: "default", leads: LOG_IN },
    { path: "/match-finder", layout: "default", leads: LOG_IN },
    { path: "/swipe-game", layout: "default", leads: LOG_IN },
    { path: "/lang-config", layout: "default", plain: true },
    { path: "/objection", layout: "default", status: { "logged out": 410, free: 410, premium: 410 } },
    { path: `/report?kind=profile&object=${member}`, layout: "default", leads: LOG_IN },
    { path: "/complaints", layout: "default", plain: true },
    { path: "/withdraw", layout: "default", plain: true },
    { path: "/settings", layout: "default", leads: LOG_IN },
    { path: "/settings/mails", layout: "default", leads: LOG_IN },
    { path: "/settings/notifications", layout: "default", leads: LOG_IN },
    { path: "/settings/privacy", layout: "default", leads: LOG_IN },
    { path: "/settings/trips", layout: "default", leads: LOG_IN },
    { path: "/settings/acquaintances", layout: "default", leads: LOG_IN },
    { path: "/settings/blocked", layout: "default", leads: LOG_IN },
    { path: "/settings/reports", layout: "default", leads: LOG_IN },
    { path: "/profile/voice/laugh", layout: "default", leads: LOG_IN, status: { free: 404, premium: 404 } },
    { path: "/settings/gender", layout: "default", leads: LOG_IN },
    { path: "/settings/wishes", layout: "default", leads: LOG_IN },
    { path: "/settings/photo-access", layout: "default", leads: LOG_IN },
    { path: "/settings/verification", layout: "default", leads: LOG_IN },
    { path: "/settings/spending", layout: "default", leads: LOG_IN },
    { path: "/settings/password", layout: "default", leads: LOG_IN },
    { path: "/settings/passkeys", layout: "default", leads: LOG_IN },
    { path: "/login/passkey", layout: "default", leads: HOME, scripts: true },
    { path: "/settings/devices", layout: "default", leads: LOG_IN },
    { path: "/settings/email", layout: "default", leads: LOG_IN },
    { path: "/settings/consents", layout: "default", leads: LOG_IN },
    { path: "/settings/data", layout: "default", leads: LOG_IN },
    { path: "/settings/delete", layout: "default", leads: LOG_IN },
    { path: "/reactivate", layout: "empty", plain: true },
    { path: "/offline", layout: "empty", plain: true },
    { path: "/closed", layout: "empty", leads: { "logged out": /^\/$/, ...HOME_LATER } },
    { path: "/landers/tinderswipe", layout: "lander", leads: HOME, plain: true },
    ...LANDERS.map((name): Route => ({ path: `/landers/${name}`, layout: "lander", leads: HOME, plain: true })),
    ...LEGAL.map((name): Route => ({ path: `/${name}`, layout: "default", plain: true })),
    { path: "/no/such/page", layout: "lander", status: { "logged out": 404, free: 404, premium: 404 }, plain: true },
  ];
}

/** States of pages with their own URL: notices, refusals and steps. */
export function states(): Route[] {
  const secret = "A".repeat(43);
  return [
    { path: "/signup?sent", layout: "empty", leads: HOME, plain: true },
    { path: "/reset-password?sent", layout: "empty", plain: true },
    { path: `/l${secret}`, layout: "default", plain: true },
    { path: `/reset-password/do?token=r${secret}`, layout: "empty", plain: true },
    { path: "/mail-change/do?done", layout: "empty", plain: true },
    { path: `/mail-change/do?token=m${secret}`, layout: "empty", plain: true },
    { path: "/complaints?kind=intimate", layout: "default", plain: true },
    { path: "/complaints?kind=intimate&upload", layout: "default", plain: true },
    { path: "/complaints?reference=7K3M9-QX4TD", layout: "default", plain: true },
    { path: "/withdraw?reference=7K3M9-QX4TD", layout: "default", plain: true },
    { path: `/withdraw?token=${secret}`, layout: "default", plain: true },
    { path: "/members?country=NL&hair=white&max_age=22", layout: "default" },
    { path: "/match-finder?edit", layout: "default", leads: LOG_IN },
    { path: "/credits/c60", layout: "default", leads: LOG_IN },
    { path: "/credits/c60/card", layout: "default", leads: LOG_IN },
  ];
}
