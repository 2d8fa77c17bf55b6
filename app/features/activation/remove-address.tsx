import { Title } from "#app/layouts/title.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHeader } from "#app/ui/page-header.tsx";
import type { CallOutput } from "#worker/calls.ts";
import { edge } from "#worker/edge/edge.ts";
import { formState } from "../forms/forms.ts";
import { removeAddress } from "./activation.actions.ts";

/** "This was not me": for whoever got the mail of an account that somebody else made with their address. */
export function RemoveAddress({ token, found }: { token: string; found: CallOutput<"activationLink"> }) {
  const { t, settings } = edge();
  if (!found.removable) return <NothingToRemove confirmed={found.state === "confirmed"} />;
  const { message } = formState("activation-remove");
  return (
    <div className="container narrow page">
      <Title>{t("activation.remove.title")}</Title>
      <Card className="stack" padding="l">
        <PageHeader intro={t("activation.remove.text", { site: settings.name })} title={t("activation.remove.title")} />
        {message && <Alert title={message} tone="error" />}
        <form action={removeAddress}>
          <input name="token" type="hidden" value={token} />
          <Button icon="trash" size="l" variant="danger" wide>
            {t("activation.remove.button")}
          </Button>
        </form>
        <ButtonLink href={`/${token}`} variant="secondary" wide>
          {t("activation.remove.keep")}
        </ButtonLink>
      </Card>
    </div>
  );
}

function NothingToRemove({ confirmed }: { confirmed: boolean }) {
  const { t, settings, url } = edge();
  const done = url.searchParams.get("not_me") === "done" && !confirmed;
  const title = t(done ? "activation.remove.done_title" : "activation.remove.gone_title");
  const text = done
    ? t("activation.remove.done", { site: settings.name })
    : confirmed
      ? t("activation.remove.confirmed", { support: settings.support_email })
      : t("activation.remove.gone", { support: settings.support_email });
  return (
    <div className="container narrow page">
      <Title>{title}</Title>
      <Card padding="l">
        <EmptyState
          action={
            <ButtonLink href="/" variant="secondary">
              {t("error.home")}
            </ButtonLink>
          }
          icon={done ? "check-circle" : "info"}
          level={1}
          title={title}
        >
          {text}
        </EmptyState>
      </Card>
    </div>
  );
}
