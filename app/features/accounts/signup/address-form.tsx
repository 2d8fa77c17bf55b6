import { UsernameField } from "#app/features/accounts/recovery/username-field.tsx";
import { formState } from "#app/request/forms.ts";
import { Refusal } from "#app/request/refusal.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmailInput } from "#app/ui/email-input.tsx";
import { Input } from "#app/ui/input.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { ResultMessage } from "#app/ui/result-message.tsx";
import { StandaloneLink } from "#app/ui/standalone-link.tsx";
import { NAME_CODE_POINTS } from "#worker/people/identity/lengths.vocabulary.ts";
import { edge } from "#worker/server/edge/edge.ts";
import { correctAddress } from "./activation.actions.ts";

/** Changes an unconfirmed address; without a session it asks the name too. The same address resends the mail. */
export async function AddressForm() {
  const { t, settings } = edge();
  const user = await edge().user();
  const secret = settings.reveal_accounts === "no";
  const state = formState("activation-address");
  const { values, fields } = state;
  const intro = secret
    ? t("signup.activation.address.intro")
    : t("signup.activation.address.sent_to", { email: user?.email ?? "" });
  return (
    <>
      <PageHeader intro={intro} title={addressTitle()} />
      <form action={correctAddress} className="stack" noValidate>
        <Refusal beside={["name", "email", "password"]} form={state} />
        {user && <UsernameField />}
        {secret && (
          <Input
            autoCapitalize="none"
            autoComplete="username"
            defaultValue={values.name}
            error={fields.name}
            label={t("signup.activation.address.name")}
            maxLength={NAME_CODE_POINTS}
            name="name"
            required
            spellCheck={false}
          />
        )}
        <EmailInput
          defaultValue={values.email ?? (secret ? "" : user?.email)}
          error={fields.email}
          label={t(secret ? "recovery.reset.email" : "signup.activation.address.email")}
          required
        />
        <PasswordField
          error={fields.password}
          hint={t("signup.activation.address.why")}
          label={t("sessions.login.password")}
          name="password"
          purpose="current"
          required
        />
        <Button icon="mail" size="l" wide>
          {t("signup.activation.address.submit")}
        </Button>
      </form>
      {!secret && (
        <StandaloneLink centred href="/activate">
          {t("signup.activation.address.back")}
        </StandaloneLink>
      )}
    </>
  );
}

export function addressTitle(): string {
  const { t, settings } = edge();
  return t(settings.reveal_accounts === "no" ? "signup.activation.address.mail" : "signup.activation.address.title");
}

/** The same answer for every request, so that it reveals no account. */
export function AddressSent() {
  const { t } = edge();
  return (
    <ResultMessage
      icon="mail"
      onwards={{ href: "/activate/address", label: t("signup.activation.address.again"), variant: "secondary" }}
      title={t("signup.check_mail.title")}
    >
      {t("signup.activation.address.maybe")}
    </ResultMessage>
  );
}
