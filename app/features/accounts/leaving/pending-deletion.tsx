import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";
import { requestReactivation } from "./leaving.actions.ts";

/** Offers a reactivation mail after form `form` was refused. A log-in by name asks for the address first. */
export function PendingDeletion({ form }: { form: string }) {
  const { t } = edge();
  const refused = formState(form);
  const asked = formState("reactivation-mail");
  const pending = refused.fields.email === t("errors.field.account_pending_deletion");
  // On the reactivation page, its own form shows the result.
  if (!pending && (!asked.code || form === asked.id)) return null;
  const { email = "" } = (pending ? refused : asked).values;
  // No name contains an at sign.
  if (!email.includes("@"))
    return (
      <p>
        <a href="/reactivate">{t("leaving.reactivation.again")}</a>
      </p>
    );
  return (
    <form action={requestReactivation} className="stack" noValidate>
      {asked.message && <Alert title={asked.message} tone="error" />}
      <input name="email" type="hidden" value={email} />
      <Button icon="mail" variant="secondary" wide>
        {t("leaving.reactivation.again")}
      </Button>
    </form>
  );
}
