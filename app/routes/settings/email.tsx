import { ConfirmAddress } from "#app/features/activation/activation-reminder.tsx";
import { formState } from "#app/features/forms/forms.ts";
import { UsernameField } from "#app/features/recovery/username-field.tsx";
import { requireUser } from "#app/features/session/require-user.ts";
import { SettingsFrame } from "#app/features/settings/settings-frame.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { Input } from "#app/ui/input.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { edge } from "#worker/edge/edge.ts";
import { requestMailChange } from "./email.actions.ts";

export const handle = { scripts: "member" };

export const loader = async () => {
  await requireUser();
  return null;
};

/** `/settings/email`: asks for another address; whose present one is not confirmed yet first confirms or corrects that. */
export async function ServerComponent() {
  const { t } = edge();
  const { email, status } = await requireUser();
  const active = status === "active";
  return (
    <SettingsFrame
      intro={active ? t("change_email.intro", { email }) : undefined}
      saved={{ sent: "change_email.sent" }}
      title={t(active ? "change_email.title" : "activation.reminder.title")}
    >
      <Card padding="l">{active ? <ChangeForm /> : <ConfirmAddress />}</Card>
    </SettingsFrame>
  );
}

function ChangeForm() {
  const { t } = edge();
  const { values, fields, message } = formState("mail-change-request");
  return (
    <>
      {message && <Alert title={message} tone="error" />}
      <form action={requestMailChange} className="stack">
        <UsernameField />
        <Input
          autoCapitalize="none"
          autoComplete="email"
          defaultValue={values.email}
          error={fields.email}
          hint={t("change_email.hint")}
          inputMode="email"
          label={t("change_email.email")}
          maxLength={254}
          name="email"
          required
          spellCheck={false}
        />
        <PasswordField
          error={fields.password}
          hint={t("change_email.why")}
          label={t("change_email.password")}
          name="password"
          purpose="current"
          required
          reveal={{ show: t("change_password.show"), hide: t("change_password.hide") }}
        />
        <div>
          <Button icon="mail" size="l">
            {t("change_email.send")}
          </Button>
        </div>
      </form>
    </>
  );
}
