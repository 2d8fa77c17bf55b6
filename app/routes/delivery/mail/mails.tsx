import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { DisabledMails } from "#app/features/delivery/mail/disabled-mails.tsx";
import css from "#app/features/delivery/mail/mail.module.css";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { cx } from "#app/ui/cx.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { timeAgo } from "#app/ui/time-ago.ts";
import type { SentMail } from "#worker/delivery/mail/mail.contract.ts";
import { senderAddress } from "#worker/delivery/mail/sender.vocabulary.ts";
import { formatTime } from "#worker/platform/dates.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";

export const handle = { scripts: "member" };

export async function loader(): Promise<CallOutput<"mails">> {
  await requireUser();
  return orThrow(edge().backend.mails({}));
}

export async function ServerComponent({ loaderData: { mails } }: { loaderData: CallOutput<"mails"> }) {
  const { t, settings } = edge();
  const user = await requireUser();
  const returned = user.notifications_disabled.includes("bounce");
  return (
    <SettingsFrame intro={returned ? t("mail.settings.about") : t("mail.settings.intro", { email: user.email })}>
      <DisabledMails user={user} />
      <Card>
        {mails.length === 0 ? (
          <EmptyState icon="mail" title={t("mail.settings.none")} />
        ) : (
          <ol className={css.mails}>
            {mails.map((mail) => (
              <Mail key={mail.id} mail={mail} />
            ))}
          </ol>
        )}
      </Card>
      <Card title={t("mail.settings.help.title")}>
        <p>{t("mail.settings.help.text", { sender: senderAddress(settings) })}</p>
        <p>{t("mail.settings.help.support", { support: settings.support_email })}</p>
        <div>
          <ButtonLink href="/notifications" icon="bell" variant="secondary">
            {t("mail.settings.help.notifications")}
          </ButtonLink>
        </div>
      </Card>
    </SettingsFrame>
  );
}

const ICON: Record<SentMail["status"], IconName> = { queued: "clock", sent: "check", failed: "warning", skipped: "pause" };

function Mail({ mail }: { mail: SentMail }) {
  const { t, now, language, reader } = edge();
  const { template, status, created_at } = mail;
  const name = `mail.settings.names.${template}`;
  return (
    <li className={css.mail}>
      <Icon className={cx(css.state, css[status])} name={ICON[status]} size="s" />
      <div>
        <p className={css.line}>
          <strong>{t.has(name) ? t(name) : t("mail.settings.names.any")}</strong>
          <time className={css.when} dateTime={created_at} title={formatTime(created_at, reader)}>
            {timeAgo(created_at, now(), language)}
          </time>
        </p>
        <p className={css.why}>{stateOf(mail)}</p>
      </div>
    </li>
  );
}

function stateOf({ status, reason, next_try_at }: SentMail): string {
  const { t, settings, now, language } = edge();
  if (status === "sent") return t("mail.settings.state.sent");
  if (status === "skipped") return t(`mail.settings.state.skipped.${skippedBy(reason)}`);
  if (status === "failed")
    return t(reason === "address" ? "mail.settings.state.refused" : "mail.settings.state.failed", {
      support: settings.support_email,
    });
  if (next_try_at === null) return t("mail.settings.state.queued");
  const minutes = Math.max(1, Math.ceil((Date.parse(next_try_at) - now()) / 60_000));
  return t("mail.settings.state.late", { when: new Intl.RelativeTimeFormat(language).format(minutes, "minute") });
}

function skippedBy(reason: SentMail["reason"]) {
  return reason === "fbl" || reason === "bounce" || reason === "paused" || reason === "seen" ? reason : "off";
}
