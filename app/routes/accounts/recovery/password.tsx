import { NewPasswordFields } from "#app/features/accounts/recovery/new-password-fields.tsx";
import { OwnPassword, revealName } from "#app/features/accounts/recovery/own-password.tsx";
import { SettingsFrame } from "#app/features/accounts/settings/settings-frame.tsx";
import { formState } from "#app/request/forms.ts";
import { membersOnly } from "#app/request/require-user.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { changePassword } from "./password.actions.ts";

export const handle = { scripts: "member" };

export const loader = membersOnly;

export function ServerComponent() {
  const { t } = edge();
  const { fields, message } = formState("change-password");
  return (
    <SettingsFrame
      intro={t("recovery.password.intro")}
      saved={{ password: "recovery.password.done" }}
      title={t("recovery.password.title")}
    >
      <Card padding="l">
        {message && <Alert title={message} tone="error" />}
        <form action={changePassword} className="stack" noValidate>
          <OwnPassword error={fields.old_password} label={t("recovery.password.old")} name="old_password" />
          <NewPasswordFields fields={fields} reveal={revealName()} />
          <div>
            <Button icon="lock" size="l">
              {t("recovery.reset.choose.save")}
            </Button>
          </div>
        </form>
        <p>
          <a href="/reset-password">{t("sessions.login.forgot")}</a>
        </p>
      </Card>
    </SettingsFrame>
  );
}
