import { data } from "react-router";
import { confirmByLink } from "#app/features/activation/activation.actions.ts";
import { formState } from "#app/features/forms/forms.ts";
import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import { isActivationLink } from "#worker/accounts/activation.ts";
import { edge } from "#worker/edge/edge.ts";

/** `/{token}`: the links of our mails. Anything that has not their form is an unknown page. */
export function loader({ params }: { params: { token: string } }) {
  if (!isActivationLink(params.token)) throw data(null, { status: 404 });
  return null;
}

export function ServerComponent({ params }: { params: { token: string } }) {
  const { t, settings } = edge();
  const { message } = formState("activation-link");
  return (
    <div className="container narrow page">
      <Title>{t("activation.link.title")}</Title>
      <Card padding="l">
        <PageHeader intro={t("activation.link.text", { site: settings.name })} title={t("activation.link.title")} />
        {message && <Alert title={message} tone="error" />}
        <form action={confirmByLink}>
          <input name="token" type="hidden" value={params.token} />
          <Button icon="check" size="l">
            {t("activation.link.button")}
          </Button>
        </form>
      </Card>
    </div>
  );
}
