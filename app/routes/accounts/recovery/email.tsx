import { OwnPassword } from "#app/features/accounts/recovery/own-password.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { ConfirmAddress } from "#app/features/accounts/signup/confirm-address.tsx";
import { formState } from "#app/request/forms.ts";
import { orThrow } from "#app/request/or-throw.ts";
import { requireUser } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { LIFETIME } from "#worker/people/links/vocabulary.ts";
import { formatTime } from "#worker/platform/dates.ts";
import { HOUR } from "#worker/platform/durations.ts";
import type { CallOutput } from "#worker/server/calls.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { cancelMailChange, repeatMailChange, requestMailChange } from "./email.actions.ts";

export const handle = { scripts: "member" };

type Pending = CallOutput<"pendingMailChange">;

export async function loader(): Promise<Pending> {
  await requireUser();
  return orThrow(edge().backend.pendingMailChange({}));
}

/** Change of the e-mail address. An unconfirmed current address must be confirmed first. */
export async function ServerComponent({ loaderData: pending }: { loaderData: Pending }) {
  const { t } = edge();
  const { email, status } = await requireUser();
  const active = status === "active";
  return (
    <SettingsFrame
      intro={active ? t("recovery.email.intro", { email }) : undefined}
      saved={{ sent: "recovery.email.sent", cancelled: "recovery.email.cancelled" }}
      title={t(active ? "recovery.email.title" : "signup.activation.reminder.title")}
    >
      {active && <Waiting pending={pending} />}
      <Card padding="l" title={active && pending.email !== null ? t("recovery.email.another") : undefined}>
        {active ? <ChangeForm /> : <ConfirmAddress />}
      </Card>
    </SettingsFrame>
  );
}

function Waiting({ pending: { email, expires_at } }: { pending: Pending }) {
  const { t, reader } = edge();
  const { message, fields } = formState("mail-change-pending");
  const refusal = message && <Alert title={fields.email ?? message} tone="error" />;
  if (email === null || expires_at === null) return refusal;
  return (
    <Card padding="l" title={t("recovery.email.pending.title")}>
      {refusal}
      <p>{t("recovery.email.pending.text", { email, time: formatTime(expires_at, reader) })}</p>
      <p className="muted">{t("recovery.email.pending.nothing")}</p>
      <div className="cluster">
        <form action={repeatMailChange} noValidate>
          <Button icon="retry" variant="secondary">
            {t("recovery.email.pending.again")}
          </Button>
        </form>
        <form action={cancelMailChange} noValidate>
          <Button icon="close" variant="quiet">
            {t("recovery.email.pending.cancel")}
          </Button>
        </form>
      </div>
    </Card>
  );
}

function ChangeForm() {
  const { t } = edge();
  const { values, fields, message } = formState("mail-change-request");
  return (
    <>
      {message && <Alert title={message} tone="error" />}
      {/* `noValidate`: the site's messages for an invalid address replace the browser's. */}
      <form action={requestMailChange} className="stack" noValidate>
        <EmailInput
          defaultValue={values.email}
          error={fields.email}
          hint={t("recovery.email.hint", { hours: LIFETIME.mail_change / HOUR })}
          label={t("recovery.email.email")}
          required
        />
        <OwnPassword error={fields.password} hint={t("recovery.email.why")} />
        <div>
          <Button icon="mail" size="l">
            {t("recovery.email.send")}
          </Button>
        </div>
      </form>
    </>
  );
}
