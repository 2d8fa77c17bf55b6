import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

// The same condition as in vite.config.ts: deployed builds exclude development pages.
const local = process.env.LIAISON_TARGET === "local";

const routes = [
  ...(local ? [route("dev/ui", "routes/dev/ui.tsx")] : []),
  layout("layouts/default.tsx", [
    index("routes/landers/index.tsx"),

    route("account-deleted", "routes/leaving/deleted.tsx"),
    route("notifications", "routes/notifications/notifications.tsx"),
    route("match-finder", "routes/match/match-finder.tsx"),
    route("swipe-game", "routes/swipe/swipe-game.tsx"),
    route("lang-config", "routes/settings/language.tsx"),

    route("login", "routes/sessions/login.tsx"),
    route("other-member", "routes/sessions/other-member.tsx"),
    route("consent", "routes/signup/consent.tsx"),
    route("settings/invites", "routes/signup/invites.tsx"),
    route("activate", "routes/signup/activate.tsx"),
    route("activate/address", "routes/signup/activate-address.tsx"),
    route("activate/done", "routes/signup/activate-done.tsx"),
    route("activate/error", "routes/signup/activate-error.tsx"),

    route("settings/data", "routes/leaving/data.tsx"),
    route("settings/delete", "routes/leaving/delete.tsx"),

    route("credits", "routes/wallet/credits.tsx"),
    route("credits/repeat-order", "routes/payments/repeat-order.tsx"),
    route("credits/:id/:paymentmethod?", "routes/payments/order.tsx"),
    route("premium", "routes/wallet/premium.tsx"),
    route("pricing", "routes/wallet/pricing.tsx"),
    route("directdebit", "routes/directdebit/directdebit.tsx"),
    route("transactions", "routes/wallet/transactions.tsx"),
    route("transactions/:id", "routes/wallet/transaction.tsx"),
    route("transactions/:id/receipt", "routes/payments/receipt.tsx"),
    route("settings", "routes/settings/settings.tsx"),
    route("settings/notifications", "routes/notifications/preferences.tsx"),
    route("settings/consents", "routes/signup/consents.tsx"),
    route("settings/privacy", "routes/notifications/privacy.tsx"),
    route("settings/blocked", "routes/blocks/blocked.tsx"),
    route("settings/reports", "routes/reports/reports.tsx"),
    route("settings/photo-access", "routes/photos/photo-access.tsx"),
    route("settings/verification", "routes/verifications/verification.tsx"),
    route("settings/spending", "routes/notifications/spending.tsx"),
    route("settings/passkeys", "routes/sessions/passkeys.tsx"),
    route("login/passkey", "routes/sessions/passkey-login.tsx"),
    route("settings/devices", "routes/sessions/devices.tsx"),
    route("members", "routes/members/members.tsx"),
    route("members/:id", "routes/members/member.tsx", { id: "members-id" }),
    route("members/:id/gift", "routes/gifts/gift.tsx"),
    route("members/:id/unlock", "routes/members/unlock.tsx"),
    route("searches", "routes/searches/searches.tsx"),
    route("profile", "routes/members/own.tsx"),
    route("likes/:type?", "routes/likes/likes.tsx"),
    route("likes/m/:id", "routes/members/member.tsx", { id: "likes-m-id" }),
    route("visitors", "routes/visits/visitors.tsx"),
    route("chats", "routes/chat/chats.tsx"),

    route("settings/email", "routes/recovery/email.tsx"),
    route("settings/mails", "routes/mail/mails.tsx"),
    route("settings/password", "routes/recovery/password.tsx"),

    route("ban", "routes/exclusions/ban.tsx"),
    route("cookies", "routes/legal/page.tsx", { id: "cookies" }),
    route("faq", "routes/legal/page.tsx", { id: "faq" }),
    route("privacy", "routes/legal/page.tsx", { id: "privacy" }),
    route("return-policy", "routes/legal/page.tsx", { id: "return-policy" }),
    route("service", "routes/legal/page.tsx", { id: "service" }),
    route("terms", "routes/legal/page.tsx", { id: "terms" }),
    route("objection", "routes/decisions/objection.tsx"),
    route("report", "routes/reports/report.tsx"),
    route("complaints", "routes/complaints/complaints.tsx"),

    route(":token", "routes/links/one-time-link.tsx"),
  ]),
  layout("layouts/empty.tsx", [
    route("signup", "routes/signup/signup.tsx"),
    route("goodbye", "routes/notices/goodbye.tsx"),
    route("offline", "routes/pwa/offline.tsx"),
    route("signup-matches", "routes/signup/matches.tsx"),
    route("complete-signup", "routes/signup/complete.tsx"),
  ]),
  layout("layouts/signup-offer.tsx", [
    route("reset-password", "routes/recovery/reset.tsx"),
    route("reactivate", "routes/leaving/reactivate.tsx"),
    route("reset-password/do", "routes/recovery/new-password.tsx"),
    route("mail-change/do", "routes/recovery/mail-change.tsx"),
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
    route("members/:id/landing", "routes/landers/member-landing.tsx"),
    route("members/:id/landing2/:slug?", "routes/landers/member-landing2.tsx"),
    route("members/:id/landing3/:slug?", "routes/landers/member-landing3.tsx"),
    route("members/:id/signup", "routes/landers/member-signup.tsx"),
  ]),
  layout("layouts/chat.tsx", [
    route("chats/:id", "routes/chat/chat.tsx", { id: "chats-id" }),
    route("members/:id/chat", "routes/chat/chat.tsx", { id: "members-id-chat" }),
  ]),
  // Answered at the staff host only: worker/server/api/staff.ts.
  route("staff", "layouts/staff.tsx", [
    index("routes/staff/work.tsx"),
    route("login", "routes/staff/login.tsx"),
    route("login/passkey", "routes/staff/passkey-login.tsx"),
    route("setup", "routes/staff/setup.tsx"),
    route("photos", "routes/staff/photos.tsx"),
    route("reports", "routes/staff/reports.tsx"),
    route("objections", "routes/staff/objections.tsx"),
    route("texts", "routes/staff/texts.tsx"),
    route("verifications", "routes/staff/verifications.tsx"),
    route("complaints", "routes/staff/complaints.tsx", { id: "staff-complaints" }),
    route("refunds", "routes/staff/refunds.tsx", { id: "staff-refunds" }),
    route("members", "routes/staff/members.tsx", { id: "staff-members" }),
    route("members/:id", "routes/staff/member.tsx", { id: "staff-member" }),
    route("figures", "routes/staff/figures.tsx"),
    route("status", "routes/staff/status.tsx"),
    route("people", "routes/staff/people.tsx"),
    route("account", "routes/staff/account.tsx"),
    route("audit", "routes/staff/audit.tsx"),
  ]),
] satisfies RouteConfig;

/** Case-sensitive: code that compares paths would not recognise `/SETTINGS`. */
function inOneSpelling(entry: RouteConfigEntry): RouteConfigEntry {
  return { ...entry, caseSensitive: true, ...(entry.children && { children: entry.children.map(inOneSpelling) }) };
}

export default routes.map(inOneSpelling) satisfies RouteConfig;
