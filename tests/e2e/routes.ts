import type { BrowserContext } from "playwright-core";
import { DEMO_PASSWORD } from "../../db/seed/logins.ts";
import { at, person } from "./browser.ts";
import { post } from "./steps.ts";

export type Visitor = "logged out" | "free" | "premium";
type Layout = "default" | "chat" | "lander" | "empty";

export interface Route {
  path: string;
  layout: Layout;
  /** Where a visitor of this kind is led instead; the log-in for `logged out` where the page is a member's. */
  leads?: Partial<Record<Visitor, RegExp>>;
  /** Status of the page where it is not 200. */
  status?: Partial<Record<Visitor, number>>;
  /** Landers, legal, help and error pages: nobody gets JavaScript. All others send none to a visitor. */
  plain?: true;
  /** Visitors get JavaScript too: the page is about what only a script can do. */
  scripts?: true;
}

const LOG_IN = { "logged out": /^\/login\?next=/ };
const HOME = { free: /^\/members/, premium: /^\/members/ };
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
const LEGAL = ["ban", "cookies", "faq", "privacy", "return-policy", "service", "terms"];

/** Every path of the spec's table (section 2), with ids that exist: what each kind of visitor finds there. */
export function routes({ member, conversation }: { member: string; conversation: string }): Route[] {
  return [
    { path: "/", layout: "default", leads: HOME, plain: true },
    { path: "/login", layout: "default", leads: HOME, plain: true },
    { path: "/signup", layout: "empty", leads: HOME, plain: true },
    { path: "/signup-matches", layout: "empty", leads: { "logged out": /^\/signup/ } },
    { path: "/complete-signup", layout: "empty", leads: { "logged out": /^\/signup/ } },
    { path: "/consent", layout: "default", leads: { ...LOG_IN, ...HOME } },
    { path: "/settings/invites", layout: "default", leads: LOG_IN },
    { path: "/reset-password", layout: "empty", plain: true },
    { path: "/reset-password/do", layout: "empty", plain: true },
    { path: "/mail-change/do", layout: "empty", plain: true },
    { path: "/account-deleted", layout: "default", leads: HOME, plain: true },
    // Only for who has just confirmed.
    { path: "/activate/done", layout: "default", leads: { ...LOG_IN, ...HOME } },
    { path: "/activate/address", layout: "default", leads: { ...LOG_IN, free: /^\/settings/, premium: /^\/settings/ } },
    { path: "/activate/error", layout: "default" },
    { path: "/members", layout: "default" },
    { path: `/members/${member}`, layout: "default" },
    { path: `/likes/m/${member}`, layout: "default" },
    // Who has written to this member before is led to the conversation.
    { path: `/members/${member}/chat`, layout: "chat", leads: { free: /^\/chats\// } },
    { path: `/members/${member}/landing`, layout: "lander", leads: HOME, plain: true },
    { path: `/members/${member}/landing2/summer`, layout: "lander", leads: HOME, plain: true },
    { path: `/members/${member}/landing3/summer`, layout: "lander", leads: HOME, plain: true },
    { path: `/members/${member}/signup`, layout: "lander", leads: HOME, plain: true },
    { path: "/chats", layout: "default", leads: LOG_IN },
    { path: `/chats/${conversation}`, layout: "chat", leads: LOG_IN, status: { premium: 404 } },
    { path: "/likes", layout: "default", leads: LOG_IN },
    { path: "/likes/received", layout: "default", leads: LOG_IN },
    { path: "/likes/sent", layout: "default", leads: LOG_IN },
    { path: "/likes/matches", layout: "default", leads: LOG_IN },
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
    { path: "/complaints", layout: "default", plain: true },
    { path: "/settings", layout: "default", leads: LOG_IN },
    { path: "/settings/mails", layout: "default", leads: LOG_IN },
    { path: "/settings/notifications", layout: "default", leads: LOG_IN },
    { path: "/settings/privacy", layout: "default", leads: LOG_IN },
    { path: "/settings/blocked", layout: "default", leads: LOG_IN },
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
    { path: "/landers/tinderswipe", layout: "lander", leads: HOME, plain: true },
    ...LANDERS.map((name): Route => ({ path: `/landers/${name}`, layout: "lander", leads: HOME, plain: true })),
    ...LEGAL.map((name): Route => ({ path: `/${name}`, layout: "default", plain: true })),
    { path: "/no/such/page", layout: "lander", status: { "logged out": 404, free: 404, premium: 404 }, plain: true },
  ];
}

/** Each kind of visitor with a browser of their own, the members logged in; and ids for the paths. */
export async function visitors(): Promise<{ contexts: Record<Visitor, BrowserContext>; ids: Parameters<typeof routes>[0] }> {
  const contexts = {} as Record<Visitor, BrowserContext>;
  contexts["logged out"] = (await person()).context;
  for (const [kind, email] of [
    ["free", "anna@demo.example"],
    ["premium", "ben@demo.example"],
  ] as const) {
    const { context, page } = await person();
    await page.goto(at("/login"));
    await post(page, "/api/user.php", { email, password: DEMO_PASSWORD });
    await page.close();
    contexts[kind] = context;
  }
  const page = await contexts.free.newPage();
  await page.goto(at("/lang-config"));
  const { results } = await (await page.context().request.get(at("/api/members.php?country=NL"))).json();
  const member = results.find(({ fictional }: { fictional: boolean }) => fictional).id as string;
  const sent = await post(page, "/api/chat.php", {
    profile: member,
    text: "A message for the rounds",
    client_id: "rounds-of-anna",
  });
  const conversation = (await sent.json()).message.conversation as string;
  await page.close();
  return { contexts, ids: { member, conversation } };
}
