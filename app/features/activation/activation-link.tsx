import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { edge } from "#worker/edge/edge.ts";
import { formState } from "../forms/forms.ts";
import { confirmByLink } from "./activation.actions.ts";

/** The link of an activation mail: the press of the button confirms the address. */
export function ActivationLink({ token }: { token: string }) {
  const { t, settings } = edge();
  const { message } = formState("activation-link");
  return (
    <div className="container narrow page">
      <Title>{t("activation.link.title")}</Title>
      <Card padding="l">
        <PageHeader intro={t("activation.link.text", { site: settings.name })} title={t("activation.link.title")} />
        {message && <Alert title={message} tone="error" />}
        <form action={confirmByLink}>
          <input name="token" type="hidden" value={token} />
          <Button icon="check" size="l">
            {t("activation.link.button")}
          </Button>
        </form>
      </Card>
    </div>
  );
}
