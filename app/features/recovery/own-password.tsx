import { PasswordField, type PasswordFieldProps } from "#app/ui/password-field.tsx";
import { edge } from "#worker/edge/edge.ts";
import { UsernameField } from "./username-field.tsx";

/** The member's own password, without which nothing is done that could harm them; only on a page with scripts. */
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

/** Of the button that shows what is typed. */
export function revealName(): string {
  return edge().t("recovery.own_password.show");
}
