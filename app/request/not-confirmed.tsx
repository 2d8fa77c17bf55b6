import { sendAgain } from "#app/features/people/identity/resend.actions.ts";
import { formState } from "#app/request/forms.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { edge } from "#worker/server/edge/edge.ts";

/** Refuses an action that needs a confirmed address; offers a resend and the code page. */
export function NotConfirmed({ tone = "warning" }: { tone?: "warning" | "error" }) {
  const { t } = edge();
  const resend = formState("activation-resend");
  const action = (
    <div className="cluster">
      {!resend.done && (
        <form action={sendAgain} noValidate>
          <Button size="s">{t("signup.activation.resend")}</Button>
        </form>
      )}
      <ButtonLink href="/activate" size="s" variant="quiet">
        {t("signup.activation.confirm")}
      </ButtonLink>
    </div>
  );
  if (!resend.message) return <Alert action={action} title={t("errors.not_confirmed")} tone={tone} />;
  return <Alert action={action} first title={resend.message} tone={resend.done ? "success" : "error"} />;
}
