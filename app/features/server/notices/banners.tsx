import type { ReactNode } from "react";
import { ActivationReminder, followsSignup } from "#app/features/accounts/signup/activation-reminder.tsx";
import { todayItems } from "#app/features/accounts/today/today.ts";
import { TodayStrip } from "#app/features/accounts/today/today-strip.tsx";
import { comeBack } from "#app/features/delivery/notifications/preferences.actions.ts";
import { PushPrompt } from "#app/features/delivery/notifications/push-prompt.client.tsx";
import { agePath } from "#app/request/age-first.ts";
import { loginPath } from "#app/request/or-throw.ts";
import { currentPath } from "#app/request/path.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dismiss } from "#app/ui/dismiss.tsx";
import { Strip, StripFold } from "#app/ui/strip.shared.tsx";
import { formatDay } from "#worker/platform/dates.ts";
import type { Dismissible } from "#worker/server/edge/dismissals.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { type Notice, noticeFor } from "./conditions.ts";
import { dismiss } from "./notices.actions.ts";
import { situation } from "./situation.ts";

const NOTICES: Record<Notice, () => ReactNode | Promise<ReactNode>> = {
  age: AgeStrip,
  paused: PausedStrip,
  confirm: ActivationReminder,
  disabled: DisabledStrip,
  today: Today,
  photo: PhotoStrip,
  push: PushStrip,
};

/** One strip below the header: the most urgent of those that apply. */
export async function Banners() {
  const now = await situation();
  if (now.path !== "/login" && (await edge().lostSession())) return <LoggedOut />;
  // An answered prompt stays until the next page, so that the answer can be undone.
  const answered = now.user?.push === "subscribed" ? "push" : null;
  const notice = noticeFor(now, edge().domain.features) ?? answered;
  if (!notice || (notice === "confirm" && followsSignup())) return null;
  const Shown = NOTICES[notice];
  return (
    <>
      {stripSheet()}
      <Shown key={now.path} />
    </>
  );
}

async function Today() {
  const [first, ...more] = await todayItems();
  return first && <TodayStrip items={[first, ...more]} />;
}

/** Only on pages that visitors may see: elsewhere the log-in page shows this message. */
function LoggedOut() {
  const { t } = edge();
  const action = (
    <ButtonLink href={loginPath()} size="s" variant="secondary">
      {t("nav.login")}
    </ButtonLink>
  );
  const [title, text] = [t("sessions.login.ended"), t("sessions.login.ended_text")];
  return (
    <>
      {stripSheet()}
      <Strip action={action} icon="logout" text={text} title={title} tone="warning" />
    </>
  );
}

/** A proof of age that is needed from a later day on. */
async function AgeStrip() {
  const { t, user, reader } = edge();
  const from = (await user())?.age_proof?.from;
  const action = (
    <ButtonLink href={agePath(currentPath())} size="s">
      {t("age.notice.action")}
    </ButtonLink>
  );
  return from && <Strip action={action} icon="clock" title={t("age.notice.title", { date: formatDay(from, reader) })} />;
}

function PausedStrip() {
  const { t } = edge();
  const action = (
    <form action={comeBack} noValidate>
      <Button size="s">{t("notifications.privacy.pause.back")}</Button>
    </form>
  );
  return <Strip action={action} icon="pause" title={t("notifications.privacy.pause.on")} />;
}

/** Also shown at the end of the deck. Nothing for members who have a photo or closed the strip. */
export async function PhotoStripIfMissing() {
  const { dismissals, user } = edge();
  const isMissing = (await user())?.profile.main_image === null && dismissals.photo === undefined;
  return (
    isMissing && (
      <>
        {stripSheet()}
        <PhotoStrip />
      </>
    )
  );
}

function PhotoStrip() {
  const { t } = edge();
  const dismissal = <DismissForGood notice="photo" />;
  return <Strip dismiss={dismissal} href="/profile#photos" icon="camera" title={t("notices.photo.title")} />;
}

async function PushStrip() {
  const { settings, user } = edge();
  if ((await user())?.push !== "offered") return <PushPrompt offer={null} />;
  return <PushPrompt offer={{ dismiss, publicKey: settings.push_public_key ?? "", texts: pushTexts() }} />;
}

function pushTexts() {
  const { t } = edge();
  return {
    title: t("notices.push.title"),
    enable: t("notices.push.enable"),
    dismiss: t("notices.dismiss"),
    done: t("notices.push.done"),
    undo: t("notices.push.undo"),
    refused: t("notices.push.refused"),
    failed: t("error.unforeseen"),
  };
}

/** Reasons why the mail provider made us disable mails. */
const REASONS = ["fbl", "bounce", "listunsubscribe"] as const;

async function DisabledStrip() {
  const { t, user } = edge();
  const reasons = (await user())?.notifications_disabled ?? [];
  const known = REASONS.filter((reason) => reasons.includes(reason));
  return (
    <StripFold dismiss={<DismissForGood notice="notifications" />} icon="bell" title={t("notices.disabled.title")}>
      {known.map((reason) => (
        <p key={reason}>{t(`notices.disabled.${reason}`)}</p>
      ))}
      <p>
        <ButtonLink href="/notifications" size="s" variant="secondary">
          {t("notices.disabled.action")}
        </ButtonLink>
      </p>
    </StripFold>
  );
}

function DismissForGood({ notice }: { notice: Dismissible }) {
  return <Dismiss action={dismiss} fields={{ notice }} label={edge().t("notices.dismiss")} />;
}

function stripSheet() {
  return import.meta.viteRsc.loadCss("#app/ui/strip.shared.tsx");
}
