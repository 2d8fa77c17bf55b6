import { comeBack } from "#app/features/notifications/preferences.actions.ts";
import { ActivationReminder, followsSignup } from "#app/features/signup/activation-reminder.tsx";
import { loginPath } from "#app/request/or-throw.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import type { Dismissible } from "#worker/edge/dismissals.ts";
import { edge } from "#worker/edge/edge.ts";
import css from "./banners.module.css";
import { showsActivationReminder, showsDisabledMails, showsPhotoAlert, showsPushPrompt } from "./conditions.ts";
import { dismiss } from "./notices.actions.ts";
import { PushPrompt } from "./push-prompt.client.tsx";
import { situation } from "./situation.ts";

/** Alerts above the content (spec section 2). On a phone the activation alert comes alone: two would fill the screen. */
export async function Banners() {
  const { domain, settings } = edge();
  const now = await situation();
  const reminds = showsActivationReminder(now) && !followsSignup();
  const others = (
    <>
      {showsPhotoAlert(now) && <PhotoAlert />}
      {showsPushPrompt(now, domain.features) && <Push publicKey={settings.push_public_key ?? ""} />}
    </>
  );
  return (
    <>
      {now.path !== "/login" && (await edge().lostSession()) && <LoggedOut />}
      {now.user?.paused && now.path !== "/settings/privacy" && <PausedAlert />}
      {reminds && <ActivationReminder />}
      {reminds ? <div className={css.later}>{others}</div> : others}
      {showsDisabledMails(now) && <DisabledAlert reasons={now.user?.notifications_disabled ?? []} />}
    </>
  );
}

/** Only on pages that visitors may see: elsewhere the log-in page shows this message. */
function LoggedOut() {
  const { t } = edge();
  const action = (
    <ButtonLink href={loginPath()} size="s" variant="secondary">
      {t("nav.login")}
    </ButtonLink>
  );
  return (
    <Alert action={action} icon="logout" title={t("sessions.login.ended")} tone="warning">
      {t("sessions.login.ended_text")}
    </Alert>
  );
}

function PausedAlert() {
  const { t } = edge();
  const action = (
    <form action={comeBack}>
      <Button size="s">{t("notifications.privacy.pause.back")}</Button>
    </form>
  );
  return (
    <Alert action={action} icon="pause" title={t("notifications.privacy.pause.on")}>
      {t("notifications.privacy.pause.banner")}
    </Alert>
  );
}

function PhotoAlert() {
  const { t } = edge();
  const action = (
    <ButtonLink href="/profile#photos" size="s" variant="secondary">
      {t("notices.photo.action")}
    </ButtonLink>
  );
  return (
    <Alert action={action} dismiss={<DismissForGood notice="photo" />} icon="camera" title={t("notices.photo.title")}>
      {t("notices.photo.text")}
    </Alert>
  );
}

function Push({ publicKey }: { publicKey: string }) {
  const { t } = edge();
  const texts = {
    title: t("notices.push.title"),
    text: t("notices.push.text"),
    enable: t("notices.push.enable"),
    dismiss: t("notices.dismiss"),
    done: t("notices.push.done"),
    refused: t("notices.push.refused"),
    failed: t("error.unforeseen"),
  };
  return <PushPrompt dismiss={dismiss} publicKey={publicKey} texts={texts} />;
}

/** Reasons why the mail provider made us disable mails (spec section 4). */
const REASONS = ["fbl", "bounce", "listunsubscribe"] as const;

function DisabledAlert({ reasons }: { reasons: readonly string[] }) {
  const { t } = edge();
  const known = REASONS.filter((reason) => reasons.includes(reason));
  const action = (
    <ButtonLink href="/notifications" size="s" variant="secondary">
      {t("notices.disabled.action")}
    </ButtonLink>
  );
  return (
    <Alert
      action={action}
      dismiss={<DismissForGood notice="notifications" />}
      icon="bell"
      title={t("notices.disabled.title")}
      tone="warning"
    >
      {known.map((reason) => (
        <p key={reason}>{t(`notices.disabled.${reason}`)}</p>
      ))}
    </Alert>
  );
}

function DismissForGood({ notice }: { notice: Dismissible }) {
  return <Dismiss action={dismiss} fields={{ notice }} label={edge().t("notices.dismiss")} />;
}
