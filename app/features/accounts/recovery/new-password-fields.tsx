import { PasswordField, type PasswordFieldProps } from "#app/ui/password-field.tsx";
import { PASSWORD_LENGTH } from "#worker/people/identity/lengths.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";

/** New password, entered twice because it is hidden. `fields` are the form's errors. */
export function NewPasswordFields({ fields, reveal }: { fields: Record<string, string> } & Pick<PasswordFieldProps, "reveal">) {
  const { t } = edge();
  const both = { minLength: PASSWORD_LENGTH.min, purpose: "new", required: true, reveal } as const;
  return (
    <>
      <PasswordField
        {...both}
        error={fields.password}
        hint={t("recovery.reset.choose.hint", PASSWORD_LENGTH)}
        label={t("recovery.reset.choose.password")}
        name="password"
      />
      <PasswordField {...both} error={fields.password_repeat} label={t("recovery.reset.choose.repeat")} name="password_repeat" />
    </>
  );
}
