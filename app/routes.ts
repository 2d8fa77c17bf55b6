import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";

// The same condition as in vite.config.ts: deployed builds exclude development pages.
const local = process.env.LIAISON_TARGET === "local";

const routes = [
  ...(local ? [route("dev/ui", "routes/server/dev/ui.tsx")] : []),
  layout("layouts/default.tsx", [
    index("routes/accounts/landers/index.tsx"),

    route("account-deleted", "routes/accounts/leaving/deleted.tsx"),
    route("notifications", "routes/delivery/notifications/notifications.tsx"),
    route("match-finder", "routes/discovery/match/match-finder.tsx"),
    route("swipe-game", "routes/discovery/swipe/swipe-game.tsx"),
    route("lang-config", "routes/accounts/settings/language.tsx"),

    route("login", "routes/accounts/sessions/login.tsx"),
    route("other-member", "routes/accounts/sessions/other-member.tsx"),
    route("consent", "routes/accounts/signup/consent.tsx"),
    route("settings/invites", "routes/accounts/signup/invites.tsx"),
    route("activate", "routes/accounts/signup/activate.tsx"),
    route("activate/address", "routes/accounts/signup/activate-address.tsx"),
    route("activate/done", "routes/accounts/signup/activate-done.tsx"),
    route("activate/error", "routes/accounts/signup/activate-error.tsx"),

    route("settings/data", "routes/accounts/leaving/data.tsx"),
    route("settings/delete", "routes/accounts/leaving/delete.tsx"),

    route("credits", "routes/billing/wallet/credits.tsx"),
    route("credits/repeat-order", "routes/billing/payments/repeat-order.tsx"),
    route("credits/:id/:paymentmethod?", "routes/billing/payments/order.tsx"),
    route("premium", "routes/billing/wallet/premium.tsx"),
    route("pricing", "routes/billing/wallet/pricing.tsx"),
    route("directdebit", "routes/billing/directdebit/directdebit.tsx"),
    route("transactions", "routes/billing/wallet/transactions.tsx"),
    route("transactions/:id", "routes/billing/wallet/transaction.tsx"),
    route("transactions/:id/receipt", "routes/billing/payments/receipt.tsx"),
    route("settings", "routes/accounts/settings/settings.tsx"),
    route("settings/notifications", "routes/delivery/notifications/preferences.tsx"),
    route("settings/consents", "routes/accounts/signup/consents.tsx"),
    route("settings/privacy", "routes/delivery/notifications/privacy.tsx"),
    route("settings/blocked", "routes/discovery/blocks/blocked.tsx"),
    route("settings/reports", "routes/people/reports/reports.tsx"),
    route("settings/wishes", "routes/discovery/wishes/wishes.tsx"),
    route("settings/photo-access", "routes/discovery/photos/photo-access.tsx"),
    route("settings/verification", "routes/discovery/verifications/verification.tsx"),
    route("settings/spending", "routes/delivery/notifications/spending.tsx"),
    route("settings/passkeys", "routes/accounts/sessions/passkeys.tsx"),
    route("login/passkey", "routes/accounts/sessions/passkey-login.tsx"),
    route("settings/devices", "routes/accounts/sessions/devices.tsx"),
    route("members", "routes/discovery/members/members.tsx"),
    route("members/:id", "routes/discovery/members/member.tsx", { id: "members-id" }),
    route("members/:id/gift", "routes/messaging/gifts/gift.tsx"),
    route("members/:id/unlock", "routes/discovery/members/unlock.tsx"),
    route("searches", "routes/discovery/searches/searches.tsx"),
    route("profile", "routes/discovery/members/own.tsx"),
    route("likes/:type?", "routes/discovery/likes/likes.tsx"),
    route("likes/m/:id", "routes/discovery/members/member.tsx", { id: "likes-m-id" }),
    route("visitors", "routes/discovery/visits/visitors.tsx"),
    route("chats", "routes/messaging/chat/chats.tsx"),

    route("settings/email", "routes/accounts/recovery/email.tsx"),
    route("settings/mails", "routes/delivery/mail/mails.tsx"),
    route("settings/password", "routes/accounts/recovery/password.tsx"),

    route("ban", "routes/accounts/exclusions/ban.tsx"),
    route("accessibility", "routes/sites/legal/page.tsx", { id: "accessibility" }),
    route("cookies", "routes/sites/legal/page.tsx", { id: "cookies" }),
    route("faq", "routes/sites/legal/page.tsx", { id: "faq" }),
    route("imprint", "routes/sites/legal/page.tsx", { id: "imprint" }),
    route("privacy", "routes/sites/legal/page.tsx", { id: "privacy" }),
    route("return-policy", "routes/sites/legal/page.tsx", { id: "return-policy" }),
    route("service", "routes/sites/legal/page.tsx", { id: "service" }),
    route("terms", "routes/sites/legal/page.tsx", { id: "terms" }),
    route("withdraw", "routes/billing/withdrawals/withdraw.tsx"),
    route("objection", "routes/backoffice/decisions/objection.tsx"),
    route("report", "routes/people/reports/report.tsx"),
    route("complaints", "routes/backoffice/complaints/complaints.tsx"),

    route(":token", "routes/people/links/one-time-link.tsx"),
  ]),
  layout("layouts/empty.tsx", [
    route("signup", "routes/accounts/signup/signup.tsx"),
    route("goodbye", "routes/server/notices/goodbye.tsx"),
    route("offline", "routes/sites/pwa/offline.tsx"),
    route("signup-matches", "routes/accounts/signup/matches.tsx"),
    route("complete-signup", "routes/accounts/signup/complete.tsx"),
  ]),
  layout("layouts/signup-offer.tsx", [
    route("reset-password", "routes/accounts/recovery/reset.tsx"),
    route("reactivate", "routes/accounts/leaving/reactivate.tsx"),
    route("reset-password/do", "routes/accounts/recovery/new-password.tsx"),
    route("mail-change/do", "routes/accounts/recovery/mail-change.tsx"),
  ]),
  layout("layouts/lander.tsx", [
    route("landers/alonetonight/:slug?", "routes/accounts/landers/alonetonight.tsx"),
    route("landers/collagelanding/:slug?", "routes/accounts/landers/collagelanding.tsx"),
    route("landers/gallery/:slug?", "routes/accounts/landers/gallery.tsx"),
    route("landers/iconslanding/:slug?", "routes/accounts/landers/iconslanding.tsx"),
    route("landers/maplanding/:slug?", "routes/accounts/landers/maplanding.tsx"),
    route("landers/socialnetwork/:slug?", "routes/accounts/landers/socialnetwork.tsx"),
    route("landers/tinderswipe", "routes/accounts/landers/tinderswipe.tsx"),
    route("landers/transitionsvideolanding/:slug?", "routes/accounts/landers/transitionsvideolanding.tsx"),
    route("landers/video/:slug?", "routes/accounts/landers/video.tsx"),
    route("members/:id/landing", "routes/accounts/landers/member-landing.tsx"),
    route("members/:id/landing2/:slug?", "routes/accounts/landers/member-landing2.tsx"),
    route("members/:id/landing3/:slug?", "routes/accounts/landers/member-landing3.tsx"),
    route("members/:id/signup", "routes/accounts/landers/member-signup.tsx"),
  ]),
  layout("layouts/chat.tsx", [
    route("chats/:id", "routes/messaging/chat/chat.tsx", { id: "chats-id" }),
    route("members/:id/chat", "routes/messaging/chat/chat.tsx", { id: "members-id-chat" }),
  ]),
  // Answered at the staff host only: worker/server/api/staff.ts.
  route("staff", "layouts/staff.tsx", [
    index("routes/backoffice/staff/work.tsx"),
    route("login", "routes/backoffice/staff/login.tsx"),
    route("login/passkey", "routes/backoffice/staff/passkey-login.tsx"),
    route("setup", "routes/backoffice/staff/setup.tsx"),
    route("photos", "routes/backoffice/staff/photos.tsx"),
    route("reports", "routes/backoffice/staff/reports.tsx"),
    route("objections", "routes/backoffice/staff/objections.tsx"),
    route("texts", "routes/backoffice/staff/texts.tsx"),
    route("verifications", "routes/backoffice/staff/verifications.tsx"),
    route("complaints", "routes/backoffice/staff/complaints.tsx", { id: "staff-complaints" }),
    route("refunds", "routes/backoffice/staff/refunds.tsx", { id: "staff-refunds" }),
    route("withdrawals", "routes/backoffice/staff/withdrawals.tsx"),
    route("members", "routes/backoffice/staff/members.tsx", { id: "staff-members" }),
    route("members/:id", "routes/backoffice/staff/member.tsx", { id: "staff-member" }),
    route("figures", "routes/backoffice/staff/figures.tsx"),
    route("status", "routes/backoffice/staff/status.tsx"),
    route("people", "routes/backoffice/staff/people.tsx"),
    route("account", "routes/backoffice/staff/account.tsx"),
    route("audit", "routes/backoffice/staff/audit.tsx"),
  ]),
] satisfies RouteConfig;

/** Case-sensitive: code that compares paths would not recognise `/SETTINGS`. */
function inOneSpelling(entry: RouteConfigEntry): RouteConfigEntry {
  return { ...entry, caseSensitive: true, ...(entry.children && { children: entry.children.map(inOneSpelling) }) };
}

export default routes.map(inOneSpelling) satisfies RouteConfig;
