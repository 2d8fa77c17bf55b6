import { PasswordField, type PasswordFieldProps } from "#app/ui/password-field.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { UsernameField } from "./username-field.tsx";

/** Password confirmation of sensitive actions; only on pages with scripts. */
export function OwnPassword(props: Omit<Partial<PasswordFieldProps>, "purpose" | "required" | "reveal">) {
  return (
    <>
      <UsernameField />
      <PasswordField
        label={edge().t("recovery.own_password.label")}
        name="password"
        {...props}
        purpose="current"
        required
        reveal={revealName()}
      />
    </>
  );
}

export function revealName(): string {
  return edge().t("recovery.own_password.show");
}
