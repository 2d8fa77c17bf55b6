import { formState } from "#app/request/forms.ts";
import { Saved } from "#app/request/saved.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { REASONS, type Reason } from "#worker/delivery/mail/kinds.vocabulary.ts";
import { OPTIONAL } from "#worker/delivery/notifications/kinds.vocabulary.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import css from "./mail.module.css";
import { resumeMails } from "./resume.actions.ts";

/** Lists why mails are disabled, with remedies. Unknown reasons show too. */
export function DisabledMails({ user }: { user: CallOutput<"user"> }) {
  const { t, settings } = edge();
  const reasons = user.notifications_disabled;
  if (reasons.length === 0) return null;
  const { message } = formState("resume-mails");
  const known = REASONS.filter((reason) => reasons.includes(reason));
  return (
    <Alert icon="bell" title={t("notifications.disabled.title")} tone="warning">
      {message && <Alert title={message} tone="error" />}
      <ul className={css.reasons}>
        {known.map((reason) => (
          <li className={css.reason} key={reason}>
            <p>{t(`notifications.disabled.${reason}`, { email: user.email })}</p>
            <Ways reason={reason} user={user} />
          </li>
        ))}
      </ul>
      {known.length < reasons.length && <p>{t("notifications.disabled.unknown", { support: settings.support_email })}</p>}
    </Alert>
  );
}

function Ways({ reason, user }: { reason: Reason; user: CallOutput<"user"> }) {
  const { t } = edge();
  if (reason === "listunsubscribe") {
    return (
      <div className={css.buttons}>
        {OPTIONAL.filter((type) => user.unsubscribed.includes(type)).map((type) => (
          <Resume
            key={type}
            label={t("notifications.resume.type", { type: t(`mail.settings.types.${type}`) })}
            reason={reason}
            type={type}
          />
        ))}
      </div>
    );
  }
  return (
    <div className={css.buttons}>
      <Resume label={t(`notifications.resume.${reason}`)} reason={reason} />
      {reason === "bounce" && (
        <ButtonLink href="/settings/email" size="s" variant="secondary">
          {t("notifications.resume.change")}
        </ButtonLink>
      )}
    </div>
  );
}

function Resume({ reason, type, label }: { reason: Reason; type?: string; label: string }) {
  return (
    <form action={resumeMails} noValidate>
      <input name="reason" type="hidden" value={reason} />
      {type && <input name="type" type="hidden" value={type} />}
      <Button size="s" variant="secondary">
        {label}
      </Button>
    </form>
  );
}

/** Confirmation after a reason is removed; it differs while another reason remains. */
export function Resumed({ user }: { user: CallOutput<"user"> }) {
  const mails = user.notifications_disabled.length > 0 ? "notifications.resumed.partly" : "notifications.resumed.mails";
  return <Saved param="resumed" texts={{ mails, bounce: "notifications.resumed.bounce" }} />;
}
