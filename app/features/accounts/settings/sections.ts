import { ownName } from "#app/request/language-choices.ts";
import type { IconName } from "#app/ui/icon.tsx";
import type { Key } from "#locales/index.ts";
import { REACTIVATION_DAYS } from "#worker/accounts/leaving/leaving.vocabulary.ts";
import type { User } from "#worker/accounts/user/user.contract.ts";
import { REQUESTS_COUNTED } from "#worker/people/identity/grants.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { onlyGender } from "#worker/sites/domains/genders.vocabulary.ts";

export interface SettingsRow {
  href: string;
  icon: IconName;
  title: Key;
  about: Key;
  facts?: Record<string, number>;
  /** Current value, shown in the overview instead of `about`. */
  value?: (user: User) => string;
}

export interface SettingsSection {
  title: Key;
  rows: readonly SettingsRow[];
}

export function settingsSections(): SettingsSection[] {
  const { settings } = edge();
  const { signups } = settings;
  const { payments, private_photos, verification } = edge().domain.features;
  const spending: SettingsRow = {
    href: "/settings/spending",
    icon: "coin",
    title: "settings.spending",
    about: "settings.rows.spending",
  };
  const access: SettingsRow = {
    href: "/settings/photo-access",
    icon: "lock",
    title: "photos.access.title",
    about: "photos.access.about",
    value: ({ photo_requests: count }) =>
      // At the limit of the count there may be more.
      count > 0 && count < REQUESTS_COUNTED
        ? edge().t("notifications.photoRequests", { count })
        : edge().t("photos.access.about"),
  };
  const pose: SettingsRow = {
    href: "/settings/verification",
    icon: "verified",
    title: "verifications.title",
    about: "verifications.about",
  };
  const invites: SettingsRow = {
    href: "/settings/invites",
    icon: "users",
    title: "signup.invites.row",
    about: "signup.invites.about",
  };
  const self: SettingsRow = { href: "/settings/gender", icon: "user", title: "members.self.title", about: "members.self.about" };
  return [
    {
      title: "settings.sections.account",
      rows: [
        {
          href: "/settings/email",
          icon: "mail",
          title: "settings.email",
          about: "recovery.email.about",
          value: ({ email }) => email,
        },
        { href: "/settings/password", icon: "lock", title: "recovery.password.row", about: "recovery.password.about" },
        {
          href: "/lang-config",
          icon: "globe",
          title: "nav.language",
          about: "settings.rows.language",
          value: () => ownName(edge().language),
        },
        { href: "/settings/passkeys", icon: "key", title: "sessions.passkeys.title", about: "sessions.passkeys.about" },
        { href: "/settings/devices", icon: "device", title: "sessions.devices.title", about: "sessions.devices.about" },
        ...(signups === "with_trafficsource" ? [invites] : []),
      ],
    },
    {
      title: "settings.sections.privacy",
      rows: [
        ...(onlyGender(settings) ? [] : [self]),
        { href: "/settings/wishes", icon: "users", title: "wishes.title", about: "wishes.about" },
        {
          href: "/settings/privacy",
          icon: "eye",
          title: "settings.privacy",
          about: "settings.rows.privacy",
          value: ({ paused, profile }) => edge().t(visibility(paused, profile.status)),
        },
        { href: "/settings/devices#offline-chats", icon: "download", title: "chat.kept.title", about: "chat.kept.about" },
        { href: "/settings/trips", icon: "pin", title: "trips.title", about: "trips.about" },
        { href: "/settings/acquaintances", icon: "users", title: "acquaintances.title", about: "acquaintances.about" },
        { href: "/settings/blocked", icon: "block", title: "settings.blocked", about: "settings.rows.blocked" },
        { href: "/settings/reports", icon: "flag", title: "reports.own.title", about: "reports.own.about" },
        { href: "/profile#photos", icon: "camera", title: "settings.photos", about: "settings.rows.photos" },
        ...(private_photos ? [access] : []),
        ...(verification ? [pose] : []),
      ],
    },
    {
      title: payments ? "settings.sections.habits" : "settings.notifications",
      rows: [
        { href: "/settings/notifications", icon: "bell", title: "settings.notifications", about: "settings.rows.notifications" },
        { href: "/settings/mails", icon: "mail", title: "mail.settings.title", about: "mail.settings.about" },
        ...(payments ? [spending] : []),
      ],
    },
    {
      title: "settings.sections.data",
      rows: [
        { href: "/settings/consents", icon: "check-circle", title: "signup.consents.title", about: "signup.consents.about" },
        { href: "/settings/data", icon: "download", title: "leaving.export.title", about: "leaving.export.about" },
        {
          href: "/settings/delete",
          icon: "trash",
          title: "leaving.title",
          about: "leaving.about",
          facts: { days: REACTIVATION_DAYS },
        },
      ],
    },
  ];
}

function visibility(paused: boolean, status: User["profile"]["status"]): Key {
  if (paused) return "settings.values.paused";
  if (status === "hidden") return "settings.values.invisible";
  return status === "active" ? "settings.values.visible" : "settings.rows.privacy";
}

export function rowAt(path: string): SettingsRow | undefined {
  return settingsSections()
    .flatMap(({ rows }) => rows)
    .find(({ href }) => path === href || path.startsWith(`${href}/`));
}
