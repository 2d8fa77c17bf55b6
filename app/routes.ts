import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

// As in vite.config.ts: what shows the parts of the product is no part of it.
const local = process.env.LIAISON_TARGET === "local";

/** Every URL of the product, in the layout it stands in. */
const routes = [
  ...(local ? [route("dev/ui", "routes/dev/ui.tsx")] : []),
  layout("layouts/default.tsx", [
    index("routes/index/index.tsx"),

    // Of an account.
    route("account-deleted", "routes/account/deleted.tsx"),
    route("notifications", "routes/notifications/notifications.tsx"),
    route("match-finder", "routes/games/match-finder.tsx"),
    route("swipe-game", "routes/games/swipe-game.tsx"),
    route("lang-config", "routes/account/language.tsx"),

    route("login", "routes/login/login.tsx"),
    route("consent", "routes/consent/consent.tsx"),
    route("settings/invites", "routes/settings/invites.tsx"),
    route("activate", "routes/activation/confirm.tsx"),
    route("activate/address", "routes/activation/address.tsx"),
    route("activate/done", "routes/activation/done.tsx"),
    route("activate/error", "routes/activation/error.tsx"),

    // Leaving and coming back.
    route("settings/data", "routes/settings/data.tsx"),
    route("settings/delete", "routes/settings/delete.tsx"),

    route("credits", "routes/wallet/credits.tsx"),
    route("credits/repeat-order", "routes/wallet/repeat-order.tsx"),
    route("credits/:id/:paymentmethod?", "routes/wallet/order.tsx"),
    route("premium", "routes/wallet/premium.tsx"),
    route("pricing", "routes/wallet/pricing.tsx"),
    route("directdebit", "routes/wallet/direct-debit.tsx"),
    route("transactions", "routes/wallet/transactions.tsx"),
    route("transactions/:id", "routes/wallet/transaction.tsx"),
    route("settings", "routes/settings/settings.tsx"),
    route("settings/notifications", "routes/settings/notifications.tsx"),
    route("settings/consents", "routes/settings/consents.tsx"),
    route("settings/privacy", "routes/settings/privacy.tsx"),
    route("settings/blocked", "routes/settings/blocked.tsx"),
    route("settings/spending", "routes/settings/spending.tsx"),
    route("settings/passkeys", "routes/settings/passkeys.tsx"),
    route("login/passkey", "routes/login/passkey.tsx"),
    route("settings/devices", "routes/settings/devices.tsx"),
    route("members", "routes/members/members.tsx"),
    route("members/:id", "routes/members/member.tsx", { id: "members-id" }),
    route("profile", "routes/members/own.tsx"),
    route("likes/:type?", "routes/likes/likes.tsx"),
    route("likes/m/:id", "routes/members/member.tsx", { id: "likes-m-id" }),
    route("chats", "routes/chats/chats.tsx"),

    // Getting back in, and changing what one gets in by.
    route("settings/email", "routes/settings/email.tsx"),
    route("settings/mails", "routes/settings/mails.tsx"),
    route("settings/password", "routes/settings/password.tsx"),

    // Legal and help texts: one page for all of them.
    route("ban", "routes/legal/page.tsx", { id: "ban" }),
    route("cookies", "routes/legal/page.tsx", { id: "cookies" }),
    route("faq", "routes/legal/page.tsx", { id: "faq" }),
    route("privacy", "routes/legal/page.tsx", { id: "privacy" }),
    route("return-policy", "routes/legal/page.tsx", { id: "return-policy" }),
    route("service", "routes/legal/page.tsx", { id: "service" }),
    route("terms", "routes/legal/page.tsx", { id: "terms" }),
    route("complaints", "routes/legal/complaints.tsx"),

    route(":token", "routes/activation/one-time-link.tsx"),
  ]),
  layout("layouts/empty.tsx", [
    route("signup", "routes/signup/signup.tsx"),
    route("goodbye", "routes/goodbye/goodbye.tsx"),
    route("offline", "routes/offline/offline.tsx"),
    route("reset-password", "routes/password/reset.tsx"),
    route("reactivate", "routes/leaving/reactivate.tsx"),
    route("reset-password/do", "routes/password/do.tsx"),
    route("mail-change/do", "routes/account/mail-change.tsx"),
    route("signup-matches", "routes/signup/matches.tsx"),
    route("complete-signup", "routes/signup/complete.tsx"),
  ]),
  layout("layouts/lander.tsx", [
    route("landers/alonetonight/:slug?", "routes/landers/alonetonight.tsx"),
    route("landers/collagelanding/:slug?", "routes/landers/collagelanding.tsx"),
    route("landers/gallery/:slug?", "routes/landers/gallery.tsx"),
    route("landers/iconslanding/:slug?", "routes/landers/iconslanding.tsx"),
    route("landers/maplanding/:slug?", "routes/landers/maplanding.tsx"),
    route("landers/socialnetwork/:slug?", "routes/landers/socialnetwork.tsx"),
    route("landers/tinderswipe", "routes/landers/tinderswipe.tsx"),
    route("landers/transitionsvideolanding/:slug?", "routes/landers/transitionsvideolanding.tsx"),
    route("landers/video/:slug?", "routes/landers/video.tsx"),
    route("members/:id/landing", "routes/member-landings/landing.tsx"),
    route("members/:id/landing2/:slug?", "routes/member-landings/landing2.tsx"),
    route("members/:id/landing3/:slug?", "routes/member-landings/landing3.tsx"),
    route("members/:id/signup", "routes/member-landings/signup.tsx"),
  ]),
  layout("layouts/chat.tsx", [
    route("chats/:id", "routes/chats/chat.tsx", { id: "chats-id" }),
    route("members/:id/chat", "routes/chats/chat.tsx", { id: "members-id-chat" }),
  ]),
] satisfies RouteConfig;

/** A page has one spelling: code that compares paths would not know `/SETTINGS` for what it is. */
function inOneSpelling(entry: RouteConfigEntry): RouteConfigEntry {
  return { ...entry, caseSensitive: true, ...(entry.children && { children: entry.children.map(inOneSpelling) }) };
}

export default routes.map(inOneSpelling) satisfies RouteConfig;
